"""The file with all that is held: everything of one's own, no secret, nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests.access.scene import Scene
from tests.samples import answer, make_versions
from trainer.accounts.models import RecoveryCode
from trainer.accounts.services import learner_of
from trainer.drills.models import Attempt
from trainer.privacy.holding import LEFT_OUT, SECRET, held_tables


def file_of(client: Client, language: str = "nb") -> tuple[dict[str, Any], str]:
    with override(language):
        response = client.get(reverse("privacy:download"))
    text = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert "no-store" in response["Cache-Control"]
    return json.loads(text), text


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_pupil_gets_everything_of_their_own(scene: Scene, language: str) -> None:
    user = scene.people["pupil"]
    held, text = file_of(scene.client("pupil"), language)
    assert held["account"]["username"] == user.username
    assert [row["display_name"] for row in held["classes.membership"]] == ["Ida Hansen"]
    assert [row["classroom"] for row in held["classes.membership"]] == ["6B"]
    assert held["account.emailaddress"][0]["email"] == f"{user.username}@post.example"
    assert held["drills.drillreport"][0]["text"] == f"report by {user.username}"
    answers = Attempt.objects.filter(learner=learner_of(user)).count()
    assert len(held["answers"]) == answers > 0
    assert held["answers"][0]["answer_in_words"]
    assert len(held["progress.sessionitem"]) > 0  # parts of what is one's own
    assert held["about"]["text"].startswith({"nb": "Dette er alt", "sv": "Det här är allt"}[language])
    assert text.count("\n") > 50  # a person can read it


def test_nobody_else_and_no_secret_is_in_it(scene: Scene) -> None:
    for role, user in scene.people.items():
        if role == "held":
            continue
        _held, text = file_of(scene.client(role))
        others = {other.username for other in scene.people.values()} - {user.username}
        assert not [name for name in others if name in text], role
        mine = {"pupil": "Ida Hansen", "classmate": "Noah Berg", "other_pupil": "Sara Holm"}.get(role, "")
        names = {"Ida Hansen", "Noah Berg", "Sara Holm", "Mona Lind"} - {mine}
        assert not [name for name in names if name in text], role
        assert user.password not in text or not user.password
        assert RecoveryCode.objects.get(user=user).digest not in text


def test_teacher_gets_classes_by_name_and_no_pupil(scene: Scene) -> None:
    held, _text = file_of(scene.client("teacher"))
    assert [row["name"] for row in held["classes.classroom"]] == ["6B"]
    assert [row["classroom"] for row in held["classes.classteacher"]] == ["6B"]
    assert "classes.membership" not in held or held["classes.membership"] == []


def test_guest_gets_a_file_too(client: Client, db: None) -> None:
    held, _text = file_of(client)
    assert held["answers"] == []
    assert "account" not in held


def test_every_table_of_a_person_is_written_or_has_its_reason() -> None:
    """What is left out is named; secrets are columns that exist, so that the list stays true."""
    tables = {model._meta.label_lower: model for model in held_tables()}
    assert set(LEFT_OUT) - set(tables) <= {"auth.user_groups"}
    assert {"classes.membership", "drills.drillreport", "progress.review", "accounts.teacherrequest"} <= set(
        tables
    )
    assert "digest" in SECRET


def test_queries_do_not_grow_with_answers(scene: Scene) -> None:
    client = scene.client("pupil")

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            file_of(client)
        return len(captured)

    queries()
    before = queries()
    learner = learner_of(scene.people["pupil"])
    for version in make_versions(100):
        answer(learner, version)
    file_of(client)  # takes the new answers into the progress
    assert queries() == before
