"""Mastery of a theme: the rule, its query, and that it can fall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.translation import override
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.samples import answer, make_versions
from trainer.accounts.models import Learner
from trainer.drills.mastery import LATEST, Level, Mastery, mastery, mastery_of, mastery_rule
from trainer.drills.models import Attempt

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
RIGHT, NEARLY, WRONG = "right", "nearly", "wrong"


@pytest.mark.parametrize(
    ("verdicts", "level"),
    [
        ([], Level.NEW),
        ([WRONG], Level.ON_THE_WAY),
        ([RIGHT, RIGHT, RIGHT], Level.ON_THE_WAY),
        ([RIGHT, RIGHT, RIGHT, RIGHT], Level.NEARLY),
        ([RIGHT, RIGHT, NEARLY, RIGHT, RIGHT], Level.NEARLY),
        ([RIGHT] * 5, Level.KNOWN),
        ([WRONG] * 20 + [RIGHT] * 5, Level.KNOWN),
        ([RIGHT] * 20 + [WRONG], Level.NEARLY),
        ([RIGHT] * 20 + [WRONG, NEARLY], Level.ON_THE_WAY),
    ],
)
def test_level_follows_the_latest_five(verdicts: list[str], level: Level) -> None:
    assert mastery(verdicts).level is level


def test_boxes_picture_the_right_answers() -> None:
    boxes = Mastery(answered=5, right=2).boxes
    assert [filled for _x, filled in boxes] == [True, True, False, False, False]
    assert [x for x, _filled in boxes] == ["1.0", "23.5", "46.0", "68.5", "91.0"]


@pytest.mark.parametrize("language", ["nb", "sv"])
def test_rule_names_every_level(language: str) -> None:
    with override(language):
        rule = mastery_rule()
        for right in range(LATEST + 1):
            assert Mastery(right, right).name in rule


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 100, 1000])
def test_query_agrees_with_the_rule(count: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    learner = Learner.objects.create()
    expected: dict[tuple[str, str], list[str]] = {}
    for place, version in enumerate(make_versions(count)):
        verdict = (RIGHT, RIGHT, WRONG)[place * place % 7 % 3]
        attempt = answer(learner, version, verdict, NOON + timedelta(minutes=place))
        expected.setdefault((version.drill.kind, version.drill.theme), []).append(attempt.verdict)
        answer(learner, version, RIGHT, NOON + timedelta(days=9, minutes=place), number=1)

    with django_assert_num_queries(1):
        found = mastery_of(Attempt.objects.filter(learner=learner))

    assert found == {theme: mastery(verdicts) for theme, verdicts in expected.items()}
