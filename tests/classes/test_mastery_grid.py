"""The teacher's table of mastery: the learner's rule, on answers to what the class has been given."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.classes.conftest import School, add_pupil, give, user_of
from tests.samples import answer, make_versions
from trainer.classes.assigning import record_for_classes
from trainer.classes.mastery_grid import mastery_grid
from trainer.classes.queries import pupils_of
from trainer.drills.mastery import Level, mastery_rule


def test_only_given_drills_count(school: School) -> None:
    given = make_versions(5, "ending", theme="discard")
    give(school.room, given)
    give(school.room, given[:2])
    for version in given:
        record_for_classes(answer(school.ida.learner, version, "right"))
    for version in make_versions(2, "ending", theme="discard"):
        record_for_classes(answer(school.noah.learner, version, "right"))

    grid = mastery_grid(school.room, pupils_of(school.room, "nb"))

    place = grid.themes.index(("ending", "discard"))
    assert [(row.pupil.display_name, row.cells[place].level) for row in grid.rows] == [
        ("Ida Hansen", Level.KNOWN),
        ("Noah", Level.NEW),
    ]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_rule_is_the_same_on_both_pages(
    school: School, enter: Callable[[object], Client], language: str
) -> None:
    answer(school.ida.learner, school.versions[0])
    with override(language):
        rule = escape(mastery_rule())
        pages = (
            (school.teacher, reverse("classes:classroom", args=[school.room.public_id])),
            (user_of(school.ida), reverse("progress:mine")),
        )
    for who, path in pages:
        assert rule in enter(who).get(path).content.decode()


def test_other_teachers_do_not_see_the_table(school: School, enter: Callable[[object], Client]) -> None:
    path = reverse("classes:classroom", args=[school.room.public_id])
    assert enter(school.other_teacher).get(path).status_code == 404
    assert 'id="mastery"' not in enter(school.ida).get(path).content.decode()


def test_two_queries_for_any_class(school: School, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for count in (3, 20):
        give(school.room, make_versions(count, "ending"))
        for number in range(count):
            add_pupil(school.room, f"Pupil {count} {number}")
        pupils = pupils_of(school.room, "nb")
        with django_assert_num_queries(2):
            mastery_grid(school.room, pupils)
