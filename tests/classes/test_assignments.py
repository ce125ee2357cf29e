"""Assignments: given once, filled by the first answer that reaches a cell, read as a grid."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.classes.assigning import assign_address, form
from tests.classes.conftest import School, give, user_of
from tests.drills.helpers import ticket_on
from tests.samples import answer, choice_with, make_versions
from trainer.accounts.models import Learner, User
from trainer.accounts.services import adopt_guest
from trainer.classes import services
from trainer.classes.assigning import record_for_classes
from trainer.classes.choosing import choose_versions
from trainer.classes.models import Assignment, AssignmentAnswer, AssignmentItem, Membership
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.services import record_attempt

# ── Giving ────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_teacher_looks_through_drills_before_giving_them(
    school: School, enter: Callable[[object], Client], language: str
) -> None:
    client = enter(school.teacher)
    with override(language):
        address = assign_address(school)
        preview = client.post(address, form("preview"))
        html = preview.content.decode()
        assert preview.status_code == 200
        assert Assignment.objects.count() == 1
        chosen = [v.drill.public_id for v in choose_versions(school.room, "all", 2)]
        assert all(f'value="{public_id}" checked' in html for public_id in chosen)
        given = client.post(address, form("give", drills=chosen), follow=True)
    assert "Uke 49" in given.content.decode()
    assignment = Assignment.objects.get(title="Uke 49")
    assert [i.version.drill.public_id for i in assignment.items.all()] == chosen


def test_only_ticked_drills_are_given_in_their_order(
    school: School, enter: Callable[[object], Client]
) -> None:
    ids = [version.drill.public_id for version in make_versions(3)]
    enter(school.teacher).post(
        assign_address(school), form("give", drills=[ids[2], ids[0], ids[2], "n0thing"])
    )
    items = Assignment.objects.get(title="Uke 49").items.all()
    assert [(i.position, i.version.drill.public_id) for i in items] == [(1, ids[2]), (2, ids[0])]


def test_nothing_ticked_is_said_and_keeps_what_was_typed(
    school: School, enter: Callable[[object], Client]
) -> None:
    response = enter(school.teacher).post(assign_address(school), form("give"))
    assert response.status_code == 422
    assert "Velg minst én øvelse" in response.content.decode()
    assert 'value="Uke 49"' in response.content.decode()
    assert Assignment.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"number": "0"}, "Skriv et helt tall fra 1 til 30"),
        ({"number": "many"}, "Skriv et helt tall fra 1 til 30"),
        ({"number": "31"}, "Skriv et helt tall fra 1 til 30"),
        ({"theme": "nothing"}, "Velg øvelser fra listen"),
        ({"due_date": "the 18th"}, "Skriv datoen"),
        ({"due_date": "2026-02-30"}, "Skriv datoen"),
        ({"due_date": "2099-01-01", "due_time": "26:00"}, "Skriv klokkeslettet"),
        ({"due_date": "2020-01-01"}, "allerede passert"),
        ({"title": "x" * 81}, "Bruk høyst 80 tegn"),
    ],
)
def test_bad_input_is_answered_with_what_was_typed(
    school: School, enter: Callable[[object], Client], changes: dict[str, str], words: str
) -> None:
    response = enter(school.teacher).post(assign_address(school), form("preview", **changes))
    html = response.content.decode()
    assert response.status_code == 422
    assert words in html
    assert 'aria-invalid="true"' in html
    assert "Uke 49" in html or "title" in changes
    assert Assignment.objects.count() == 1


def test_form_sent_twice_gives_one_assignment(school: School, enter: Callable[[object], Client]) -> None:
    client = enter(school.teacher)
    data = form("give", drills=[version.drill.public_id for version in school.versions])
    first, second = (client.post(assign_address(school), data) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Assignment.objects.filter(title="Uke 49").count() == 1


def test_due_time_is_by_the_clock_of_the_class(school: School, enter: Callable[[object], Client]) -> None:
    data = form(
        "give",
        drills=[school.versions[0].drill.public_id],
        due_date="2027-10-31",  # the clocks go back that night
        due_time="02:30",
    )
    enter(school.teacher).post(assign_address(school), data)
    assignment = Assignment.objects.get(title="Uke 49")
    assert assignment.due_at == datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    html = enter(school.ida).get(reverse("classes:assignment", args=[assignment.public_id])).content.decode()
    assert "31. oktober 2027, kl. 02.30" in html


def test_title_that_is_left_out_does_not_name_the_theme(
    school: School, enter: Callable[[object], Client]
) -> None:
    data = form("give", theme="ending.lead", title="", drills=[school.versions[0].drill.public_id])
    enter(school.teacher).post(assign_address(school), data)
    assert Assignment.objects.latest("pk").title == "Sluttspill"


def test_second_assignment_brings_new_drills(school: School) -> None:
    make_versions(2, "ending")
    chosen = choose_versions(school.room, "ending", 5)
    assert {v.pk for v in chosen[:2]}.isdisjoint({v.pk for v in school.versions})
    assert {v.pk for v in chosen[2:]} == {v.pk for v in school.versions}


def test_order_is_the_same_for_all_and_every_time(school: School) -> None:
    make_versions(10)
    assert choose_versions(school.room, "all", 8) == choose_versions(school.room, "all", 8)


def test_archived_class_is_given_nothing(school: School, enter: Callable[[object], Client]) -> None:
    services.archive_classroom(school.room)
    response = enter(school.teacher).post(
        assign_address(school), form("give", drills=[school.versions[0].drill.public_id])
    )
    assert response.status_code == 302
    assert Assignment.objects.count() == 1


def test_assignment_is_taken_back_after_a_question(school: School, enter: Callable[[object], Client]) -> None:
    record_attempt(school.ida.learner, school.versions[0], 0, choice_with(school.versions[0], "right"))
    client = enter(school.teacher)
    path = reverse("classes:withdraw", args=[school.assignment.public_id])
    assert "Ta tilbake Uke 48?" in client.get(path).content.decode()
    assert Assignment.objects.count() == 1
    assert "Oppgaven Uke 48 er tatt tilbake" in client.post(path, follow=True).content.decode()
    assert client.post(path).status_code == 404
    assert (Assignment.objects.count(), AssignmentAnswer.objects.count()) == (0, 0)
    assert school.ida.learner.attempts.count() == 1


# ── Filling ───────────────────────────────────────────────────


def cells(pupil: Membership) -> dict[int, AssignmentAnswer]:
    return {a.item.position: a for a in AssignmentAnswer.objects.filter(membership=pupil)}


def test_answer_fills_the_cell_whichever_way_the_pupil_came(school: School) -> None:
    record_attempt(school.ida.learner, school.versions[0], 0, choice_with(school.versions[0], "right"))
    through = choice_with(school.versions[1], "wrong")
    record_attempt(school.ida.learner, school.versions[1], 0, through, school.assignment.public_id)
    filled = cells(school.ida)
    assert [filled[position].attempt.verdict for position in (1, 2)] == ["right", "wrong"]
    assert not any(cell.earlier for cell in filled.values())


def test_later_tries_leave_the_cell_alone(school: School) -> None:
    version = school.versions[0]
    record_attempt(school.ida.learner, version, 0, choice_with(version, "wrong"))
    record_attempt(school.ida.learner, version, 1, choice_with(version, "right"))
    assert cells(school.ida)[1].attempt.verdict == "wrong"


def test_work_from_before_the_assignment_is_marked(school: School) -> None:
    versions = make_versions(2)
    answer(school.ida.learner, versions[0], at=timezone.now() - timedelta(days=3))
    second = give(school.room, versions)
    (cell,) = AssignmentAnswer.objects.filter(item__assignment=second)
    assert (cell.membership, cell.item.position, cell.earlier) == (school.ida, 1, True)


def test_same_drill_in_two_assignments_fills_both(school: School) -> None:
    give(school.room, school.versions[:1])
    record_attempt(school.ida.learner, school.versions[0], 0, choice_with(school.versions[0], "right"))
    assert AssignmentAnswer.objects.filter(membership=school.ida).count() == 2


def test_answer_counts_in_every_class_of_the_pupil(school: School) -> None:
    services.join_as_learner(school.other_room, user_of(school.ida), "Ida", uuid.uuid4())
    give(school.other_room, school.versions[:1])
    record_attempt(school.ida.learner, school.versions[0], 0, choice_with(school.versions[0], "right"))
    assert AssignmentAnswer.objects.count() == 2


def test_strangers_answer_fills_nothing(school: School, learner_user: User) -> None:
    version = school.versions[0]
    record_attempt(
        learner_user.learner, version, 0, choice_with(version, "right"), school.assignment.public_id
    )
    record_attempt(
        school.sara.learner, version, 0, choice_with(version, "right"), school.assignment.public_id
    )
    assert AssignmentAnswer.objects.count() == 0


def test_guests_answers_fill_cells_when_they_come_to_a_pupil(school: School) -> None:
    guest = Learner.objects.create()
    answer(guest, school.versions[0], "right")
    adopt_guest(guest.pk, user_of(school.ida))
    assert cells(school.ida)[1].attempt.learner == school.ida.learner


def test_cell_keeps_the_answer_given_in_class_when_older_work_arrives(school: School) -> None:
    version = school.versions[0]
    guest = Learner.objects.create()
    answer(guest, version, "right", at=timezone.now() - timedelta(days=9))
    record_attempt(school.ida.learner, version, 0, choice_with(version, "wrong"))
    adopt_guest(guest.pk, user_of(school.ida))
    cell = cells(school.ida)[1]
    assert (cell.attempt.verdict, cell.attempt.number) == ("wrong", 1)


# ── The pupil ─────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "words"),
    [("nb", "Du har gjort 1 av 3 øvelser."), ("sv", "Du har gjort 1 av 3 övningar.")],
)
def test_pupil_sees_what_is_done_and_goes_on(
    school: School, enter: Callable[[object], Client], language: str, words: str
) -> None:
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    with override(language):
        client = enter(school.ida)
        html = client.get(reverse("classes:assignment", args=[school.assignment.public_id])).content.decode()
        following = reverse("drills:drill", args=[school.versions[1].drill.public_id])
        assert words in client.get(reverse("classes:index")).content.decode()
    assert words in html
    assert f'class="btn pri" href="{following}?assignment={school.assignment.public_id}"' in html


def test_drill_page_knows_the_assignment(school: School, enter: Callable[[object], Client]) -> None:
    page = reverse("drills:drill", args=[school.versions[1].drill.public_id])
    query = f"?assignment={school.assignment.public_id}"
    assert "Uke 48" in enter(school.ida).get(page + query).content.decode()
    for stranger in (school.sara, school.other_teacher, None):
        assert "Uke 48" not in enter(stranger).get(page + query).content.decode()


def test_assigned_version_stays_when_the_drill_changes(
    school: School, enter: Callable[[object], Client]
) -> None:
    old = school.versions[0]
    other = make_versions(4, "follow")[3]
    fields = ("rule_set", "question", "position", "choices", "facts")
    new = DrillVersion.objects.create(
        drill=old.drill, number=2, **{name: getattr(other, name) for name in fields}
    )
    Drill.objects.filter(pk=old.drill_id).update(current=new)
    page = reverse("drills:drill", args=[old.drill.public_id])
    query = f"?assignment={school.assignment.public_id}"
    client = enter(school.ida)
    ticket = ticket_on(client.get(page + query).content.decode())
    client.post(page + query, {"ticket": ticket, "choice": choice_with(old, "right")})
    assert cells(school.ida)[1].attempt.version == old
    assert AssignmentItem.objects.get(assignment=school.assignment, position=1).version == old
