"""Who gets what: every address of classes by role and method; strangers get 404 everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.classes.conftest import School, add_pupil
from tests.samples import answer
from trainer.accounts.models import User
from trainer.classes.assigning import record_for_classes
from trainer.classes.models import Classroom, Membership

ROLES = ("anonymous", "learner", "pupil", "other pupil", "teacher", "other teacher")

# name: (GET by role, POST by role), in the order of ROLES. 302 is the way to the sign-in page or to
# where a write leads; 405 says that nothing is written by following a link.
MATRIX = {
    "index": ([200, 200, 200, 200, 200, 200], [405] * 6),
    "create": ([302, 403, 403, 403, 200, 200], [302, 403, 403, 403, 422, 422]),
    "join": ([200] * 6, [422] * 6),
    "classroom": ([404, 404, 200, 404, 200, 404], [405] * 6),
    "assign": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 422, 404]),
    "archive": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 302, 404]),
    "restore": ([405] * 6, [404, 404, 404, 404, 302, 404]),
    "change_code": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 422, 404]),
    "pupil": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 422, 404]),
    "new_code": ([405] * 6, [404, 404, 404, 404, 200, 404]),
    "remove_pupil": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 302, 404]),
    "assignment": ([404, 404, 200, 404, 200, 404], [405] * 6),
    "pick": ([404, 404, 404, 404, 200, 404], [405] * 6),
    "edit": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 302, 404]),
    "copy": ([404, 404, 404, 404, 200, 404], [405] * 6),
    "preview": ([404, 404, 404, 404, 200, 404], [405] * 6),
    "preview_drill": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 422, 404]),
    "withdraw": ([404, 404, 404, 404, 200, 404], [404, 404, 404, 404, 302, 404]),
    "cell": ([404, 404, 404, 404, 200, 404], [405] * 6),
}


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


def person(school: School, role: str, learner_user: User) -> object:
    return {
        "anonymous": None,
        "learner": learner_user,
        "pupil": school.ida,
        "other pupil": school.sara,
        "teacher": school.teacher,
        "other teacher": school.other_teacher,
    }[role]


@pytest.mark.parametrize("language", ["nb", "sv"])
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_address_answers_by_role(
    school: School,
    learner_user: User,
    enter: Callable[[object], Client],
    language: str,
    role: str,
    method: str,
) -> None:
    record_for_classes(answer(school.noah.learner, school.versions[0]))
    client = enter(person(school, role, learner_user))
    found = {}
    with override(language):
        for name in MATRIX:
            found[name] = getattr(client, method)(address(school, name)).status_code
    column = 0 if method == "get" else 1
    assert found == {name: rows[column][ROLES.index(role)] for name, rows in MATRIX.items()}


@pytest.mark.parametrize("name", [name for name, rows in MATRIX.items() if rows[1] != [405] * 6])
def test_every_write_needs_a_token(school: School, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(school.teacher)
    assert client.post(address(school, name), {"name": "Nytt navn"}).status_code == 403
    school.room.refresh_from_db()
    assert school.room.archived_at is None
    assert Membership.objects.filter(classroom=school.room).count() == 2


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
        for name in MATRIX:
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
