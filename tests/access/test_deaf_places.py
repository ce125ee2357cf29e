"""Text that users write stands inside `data-hx-disable`, on every page that the access matrix knows.

All of it is written anew as one mark, and each page is looked at as everyone who may see it. Should the
escaping ever fail, htmx is deaf there; `tests/browser/test_payloads.py` shows that in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.cache import cache
from django.db import models, transaction
from django.db.models import CharField, F, TextField, Value
from django.db.models.functions import Cast, Concat
from lxml import etree, html

from tests.access.matrix import Row, matrix
from tests.access.scene import Scene, set_scene
from tests.access.test_matrix import paths
from trainer.accounts.models import TeacherRequest, User
from trainer.accounts.services import learner_of
from trainer.classes.models import Assignment, Classroom, Membership, TakenOut, TeacherInvitation
from trainer.drills.models import DrillReport
from trainer.lessons.models import Lesson
from trainer.scorekeeper.models import Pad

MARK = "Skrevet"
# What people write in words of their own. A new field of text belongs here or below.
WRITTEN: dict[type[models.Model], tuple[str, ...]] = {
    User: ("username", "email"),
    EmailAddress: ("email",),
    TeacherRequest: ("school", "reason", "reply"),
    DrillReport: ("text", "reply"),
    Pad: ("first_called", "second_called"),
    Classroom: ("name",),
    TeacherInvitation: ("addressee",),
    Membership: ("display_name",),
    TakenOut: ("display_name",),
    Assignment: ("title",),
    Lesson: ("title",),
}
# Made by the site, or chosen from what the site offers.
MADE = {
    "accounts": {"password", "language", "theme", "suits", "card_letters", "card_taps", "seen_cards"}
    | {"table_keys", "time_zone", "digest"},
    "drills": {"public_id", "theme", "holds_under", "rule_set", "question", "deal", "choice", "kind"}
    | {"recipe", "claim", "position", "lines"},
    "progress": {"public_id", "mix"},
    "scorekeeper": {"public_id", "rule_set", "scoring"},
    "classes": {"public_id", "code", "time_zone", "digest", "language", "name_key", "goal_theme"},
    "play": {"public_id", "rule_set", "scoring", "seed", "plays", "seen_ahead"},
    "review": {"public_id", "digest", "record", "deal_id"},
    "lessons": {"public_id", "choice"},
}


@pytest.fixture
def scene(db: None) -> Scene:
    cache.clear()
    return set_scene()


def test_every_field_of_text_is_written_by_people_or_made_here() -> None:
    missing = [
        f"{model._meta.label}.{field.name}"
        for label, made in MADE.items()
        for model in apps.get_app_config(label).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, (CharField, TextField))
        and not field.choices
        and field.name not in made
        and field.name not in WRITTEN.get(model, ())
    ]
    assert missing == []


@pytest.mark.parametrize("role", ["anonymous", "pupil", "teacher"])
def test_text_of_users_stands_where_htmx_is_deaf(scene: Scene, role: str) -> None:
    where = paths(scene)
    write_everywhere(scene)
    heard, seen = {}, 0
    for name, row in matrix().items():
        for page in pages(scene, role, where[name], row):
            text = page.content.decode()
            seen += MARK in text
            if places := sorted(set(hearing(text))):
                heard[name] = places
    assert heard == {}, "\n".join(f"{name}: {places}" for name, places in heard.items())
    assert seen > {"anonymous": 0, "pupil": 40, "teacher": 80}[role], (
        "the mark is on hardly any page: does it get there?"
    )


def write_everywhere(scene: Scene) -> None:
    """Put the mark into every field; what must differ from row to row gets its key besides."""
    pupil, teacher = scene.people["pupil"], scene.people["teacher"]
    TeacherRequest.objects.create(user=teacher, school="x", reason="x", reply="x")
    EmailAddress.objects.create(user=teacher, email="x@y.no", primary=True, verified=True)
    learner = learner_of(pupil)
    Pad.objects.create(learner=learner, first_called="a", second_called="b", game="german", target=7)
    for model, names in WRITTEN.items():
        for name in names:
            made = Concat(Value(f"{MARK} "), Cast(F("pk"), CharField()))
            model._default_manager.update(**{name: made})


def pages(scene: Scene, role: str, path: str, row: Row) -> Iterator[Any]:
    """The page that the address shows, if it is one; what looking at it stored is taken back."""
    if row.get[role] != 200 or row.made_elsewhere:
        return
    client = scene.client(role)
    with transaction.atomic():
        answer = client.get(path, row.query)
        transaction.set_rollback(True)
    if answer.get("Content-Type", "").startswith("text/html"):
        yield answer


def hearing(text: str) -> Iterator[str]:
    """What has the mark in its text or attributes on a page with htmx, outside deaf elements."""
    if MARK not in text or "htmx-2" not in text:
        return
    tree = html.document_fromstring(text)
    for element in tree.iter(etree.Element):
        own = [element.text, *element.attrib.values(), *(child.tail for child in element)]
        if not any(MARK in (part or "") for part in own):
            continue
        around = [element, *element.iterancestors()]
        if not any("data-hx-disable" in each.attrib or each.tag in {"head", "title"} for each in around):
            yield re.sub(r"\s+", " ", html.tostring(element, encoding="unicode"))[:120]
