"""Memory drills as a class's work: chosen like any kind, watched by each pupil, read by the teacher."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.classes.conftest import School, give
from tests.drills.helpers import begin, key_with, send, words
from trainer.classes.choosing import choose_versions, preview, theme_options
from trainer.classes.models import Assignment
from trainer.drills.building import LIBRARY_DIR
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, DrillVersion


@pytest.fixture
def versions(db: None) -> list[DrillVersion]:
    load(list(read_library([LIBRARY_DIR / "memory.jsonl"]))[:3])
    return list(DrillVersion.objects.filter(drill__kind="memory").select_related("drill"))


@pytest.fixture
def given(school: School, versions: list[DrillVersion]) -> Assignment:
    return give(school.room, versions)


def test_a_teacher_can_choose_them_by_kind_and_theme(school: School, versions: list[DrillVersion]) -> None:
    with override("nb"):
        kinds = {name: options for name, options in theme_options() if isinstance(options, list)}
        values = [value for value, _text in kinds["Hukommelse"]]
        assert values[0] == "memory" and all(value.startswith("memory.") for value in values[1:])
        chosen = choose_versions(school.room, "memory", 2)
        assert len(chosen) == 2
        assert str(preview(chosen)[0].question) == "Hvilke 13 kort har motspilleren?"


def test_a_pupil_watches_and_names_within_the_assignment(
    given: Assignment, versions: list[DrillVersion], school: School, enter: Callable[[object], Client]
) -> None:
    client, version = enter(school.ida), versions[0]
    query = f"?assignment={given.public_id}"
    ticket = begin(client, version.drill.public_id, query=query)
    answer = send(client, version.drill.public_id, key_with(version, True), ticket, query=query)
    assert "øvelse 1 av 3" in words(answer.content.decode())
    assert Attempt.objects.get(learner=school.ida.learner).verdict == "right"


def test_a_teacher_reads_the_share_and_every_suit(
    given: Assignment, versions: list[DrillVersion], school: School, enter: Callable[[object], Client]
) -> None:
    version = versions[0]
    cards = [name for name, choice in version.choices.items() if choice["right"]][:9]
    cards += [name for name, choice in version.choices.items() if not choice["right"]][:4]
    send(enter(school.ida), version.drill.public_id, "".join(cards))
    with override("nb"):
        grid = reverse("classes:assignment", args=[given.public_id])
        cell = reverse("classes:cell", args=[given.public_id, school.ida.public_id, 1])
    teacher = enter(school.teacher)
    assert "9 av 13" in words(teacher.get(grid).content.decode())
    page = words(teacher.get(cell).content.decode())
    assert "Farge for farge" in page and "Du nevnte 9 av motspillerens 13 kort." in page
