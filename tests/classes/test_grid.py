"""The grid of an assignment: every pupil's card, marks, averages, and as many queries as ever."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give, make_class, make_teacher, user_of
from tests.samples import answer, make_versions
from trainer.accounts.models import User
from trainer.classes import services
from trainer.classes.assigning import record_for_classes
from trainer.classes.grid import grid_of
from trainer.classes.models import AssignmentAnswer, Classroom, Membership
from trainer.drills.models import Attempt


def test_grid_holds_the_card_each_pupil_played(school: School, enter: Callable[[object], Client]) -> None:
    right = answer(school.ida.learner, school.versions[0], "right")
    wrong = answer(school.noah.learner, school.versions[0], "wrong")
    for attempt in (right, wrong):
        record_for_classes(attempt)
    client = enter(school.teacher)
    html = client.get(reverse("classes:assignment", args=[school.assignment.public_id])).content.decode()
    for pupil in (school.ida, school.noah):
        assert reverse("classes:cell", args=[school.assignment.public_id, pupil.public_id, 1]) in html
    assert html.count("Ikke besvart") == 4
    for attempt, word in ((right, "Riktig"), (wrong, "Feil")):
        pupil = school.ida if attempt is right else school.noah
        path = reverse("classes:cell", args=[school.assignment.public_id, pupil.public_id, 1])
        cell = client.get(path).content.decode()
        assert pupil.display_name in cell
        assert word in cell


def test_late_and_earlier_answers_are_marked(school: School, enter: Callable[[object], Client]) -> None:
    versions = make_versions(2)
    answer(school.ida.learner, versions[0], at=timezone.now() - timedelta(days=3))
    given = give(school.room, versions, hours=1)
    record_for_classes(answer(school.ida.learner, versions[1], at=timezone.now() + timedelta(hours=2)))
    html = enter(school.teacher).get(reverse("classes:assignment", args=[given.public_id])).content.decode()
    assert html.count('<span class="flag">Fra før</span>') == 1
    assert html.count('<span class="flag">For sent</span>') == 1


def test_averages_equal_a_count_by_hand(school: School) -> None:
    attempts = [
        answer(school.ida.learner, school.versions[0], "right"),
        answer(school.ida.learner, school.versions[1], "wrong"),
        answer(school.noah.learner, school.versions[0], "wrong"),
    ]
    for attempt in attempts:
        record_for_classes(attempt)
    grid = grid_of(school.assignment, "nb")
    ida, noah = grid.rows
    assert (ida.summary.answered, ida.summary.right) == (2, 1)
    assert ida.summary.cost == pytest.approx((attempts[0].loss + attempts[1].loss) / 2)
    assert noah.summary.cost == pytest.approx(attempts[2].loss)
    assert (grid.columns[0].summary.answered, grid.columns[0].summary.right) == (2, 1)
    assert (grid.columns[2].summary.answered, grid.columns[2].summary.cost) == (0, None)
    assert grid.summary.cost == pytest.approx(sum(attempt.loss for attempt in attempts) / 3)
    assert grid.finished == 0


def test_pupils_stand_in_the_order_of_the_language(school: School) -> None:
    for name in ("Åse", "Ängel", "Zulu", "Aaron"):
        add_pupil(school.room, name)
    names = {
        language: [row.pupil.display_name for row in grid_of(school.assignment, language).rows]
        for language in ("nb", "sv")
    }
    assert names["nb"] == ["Ida Hansen", "Noah", "Zulu", "Ängel", "Aaron", "Åse"]
    assert names["sv"] == ["Aaron", "Ida Hansen", "Noah", "Zulu", "Åse", "Ängel"]


def test_removed_pupil_leaves_the_grid_and_keeps_the_work(
    school: School, enter: Callable[[object], Client]
) -> None:
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    services.remove_pupil(school.room, school.ida.public_id)
    assert [row.pupil for row in grid_of(school.assignment, "nb").rows] == [school.noah]
    assert Attempt.objects.filter(learner=school.ida.learner).count() == 1
    path = reverse("classes:assignment", args=[school.assignment.public_id])
    assert enter(school.ida).get(path).status_code == 404


def test_deleted_account_leaves_no_row(school: School) -> None:
    record_for_classes(answer(school.ida.learner, school.versions[0]))
    user_of(school.ida).delete()
    assert not AssignmentAnswer.objects.exists()
    assert [row.pupil for row in grid_of(school.assignment, "nb").rows] == [school.noah]


def test_deleted_teacher_leaves_pupils_and_class(school: School) -> None:
    school.teacher.delete()
    assert Membership.objects.filter(classroom=school.room).count() == 2


@time_machine.travel("2026-11-29T12:00:00Z", tick=False)
def test_queries_do_not_grow_with_pupils_and_drills(
    enter: Callable[[object], Client], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    teacher = make_teacher("berit")
    for pupils, drills in ((1, 1), (30, 20)):
        room = make_class(teacher, f"klasse {pupils}")
        versions = make_versions(drills)
        given = give(room, versions, days=1)
        members = [_quick_pupil(room, number) for number in range(pupils)]
        for member in members:
            for version in versions:
                record_for_classes(answer(member.learner, version))
        client = enter(teacher)
        with django_assert_max_num_queries(8):
            html = client.get(reverse("classes:assignment", args=[given.public_id])).content.decode()
        assert html.count('<span class="mark ') == pupils * drills
        with django_assert_max_num_queries(10):
            client.get(reverse("classes:classroom", args=[room.public_id]))
        with django_assert_max_num_queries(9):
            client.get(reverse("classes:index"))
        pupil = enter(members[0])
        for name, arguments in (
            ("index", []),
            ("classroom", [room.public_id]),
            ("assignment", [given.public_id]),
        ):
            with django_assert_max_num_queries(10):
                pupil.get(reverse(f"classes:{name}", args=arguments))


def _quick_pupil(room: Classroom, number: int) -> Membership:
    user = User.objects.create(username=f"elev-{room}-{number}")
    return services.join_as_learner(room, user, f"Elev {number}", uuid.uuid4())
