"""What stands on the pages of a class, and for whom: names, answers, nothing of strangers."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from tests.classes.conftest import School, add_pupil
from tests.samples import answer
from trainer.accounts.models import User
from trainer.classes.assigning import record_for_classes
from trainer.classes.models import Classroom

# The addresses with something of one class on them; `tests/access` says who gets which answer from each.
PAGES = (
    "index",
    "create",
    "join",
    "classroom",
    "assign",
    "archive",
    "restore",
    "change_code",
    "pupil",
    "new_code",
    "remove_pupil",
    "assignment",
    "pick",
    "edit",
    "copy",
    "preview",
    "preview_drill",
    "withdraw",
    "cell",
)


def address(school: School, name: str) -> str:
    arguments: dict[str, list[object]] = {
        "assignment": [school.assignment.public_id],
        **{name: [school.assignment.public_id] for name in ("withdraw", "edit", "copy", "preview")},
        "preview_drill": [school.assignment.public_id, 1],
        "cell": [school.assignment.public_id, school.noah.public_id, 1],
    }
    if name in {"pupil", "new_code", "remove_pupil"}:
        arguments[name] = [school.room.public_id, school.noah.public_id]
    if name in {"classroom", "assign", "pick", "archive", "restore", "change_code"}:
        arguments[name] = [school.room.public_id]
    return reverse(f"classes:{name}", args=arguments.get(name, []))


def test_pupil_sees_no_classmate(school: School, enter: Callable[[object], Client]) -> None:
    record_for_classes(answer(school.noah.learner, school.versions[0]))
    client = enter(school.ida)
    for name in ("index", "classroom", "assignment"):
        html = client.get(address(school, name)).content.decode()
        assert "Noah" not in html
        assert school.noah.public_id not in html
    assert "Ida Hansen" in client.get(address(school, "classroom")).content.decode()


def test_names_are_on_no_page_of_strangers(
    school: School, learner_user: User, enter: Callable[[object], Client]
) -> None:
    for who in (None, learner_user, school.sara, school.other_teacher):
        for name in PAGES:
            html = enter(who).get(address(school, name)).content.decode()
            assert "Ida Hansen" not in html


def test_cell_belongs_to_its_class(school: School, enter: Callable[[object], Client]) -> None:
    """A teacher cannot read a strange pupil's answer through an assignment of one's own."""
    record_for_classes(answer(school.sara.learner, school.versions[0]))
    client = enter(school.teacher)
    for pupil, position in ((school.sara, 1), (school.noah, 1), (school.noah, 9)):
        path = reverse("classes:cell", args=[school.assignment.public_id, pupil.public_id, position])
        assert client.get(path).status_code == 404
    path = reverse("classes:pupil", args=[school.room.public_id, school.sara.public_id])
    assert client.get(path).status_code == 404


def test_pages_of_classes_are_not_stored(school: School, enter: Callable[[object], Client]) -> None:
    for who in (school.teacher, school.ida):
        response = enter(who).get(address(school, "classroom"))
        assert "no-store" in response["Cache-Control"]


def test_unknown_addresses_answer_like_forbidden_ones(
    school: School, enter: Callable[[object], Client]
) -> None:
    client = enter(school.other_teacher)
    strange = client.get(address(school, "classroom"))
    unknown = client.get(reverse("classes:classroom", args=["nothing-here"]))
    assert strange.status_code == unknown.status_code == 404
    assert add_pupil(school.room, "Tuva").public_id
    assert Classroom.objects.count() == 2
