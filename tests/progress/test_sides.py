"""How often winning is the answer in a session: 35 to 65 per cent, so that a set tells nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.progress.test_sessions import many_drills
from tests.samples import answer, make_versions
from trainer.accounts.models import Learner
from trainer.drills.models import DrillVersion
from trainer.progress.mixes import ALL_TEN, Mix, Mode
from trainer.progress.models import Review
from trainer.progress.selecting import Chosen, select
from trainer.progress.settling import settle

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_win_answers_are_35_to_65_per_cent_of_a_mixed_session(learner: Learner, seed: str) -> None:
    many_drills()
    chosen = select(learner, ALL_TEN, timezone.localdate(), seed)
    assert len(chosen) == 10 == len({each.version for each in chosen})
    assert 35 <= win_share(chosen) <= 65


def win_share(chosen: list[Chosen]) -> float:
    """Per cent of the drills with two sides that are answered by winning."""
    sides = [each.side for each in chosen if each.side]
    return 100 * sides.count("win") / len(sides) if sides else 50.0


def test_share_holds_too_with_reviews_that_are_all_of_one_side(learner: Learner) -> None:
    many_drills()
    wins = DrillVersion.objects.filter(side="win", drill__kind="follow")
    for count in (1, 3, 5, 6):
        someone = Learner.objects.create()
        for version in wins[:count]:
            answer(someone, version, "wrong", timezone.now() - timedelta(days=3))
        settle(someone)
        Review.objects.filter(learner=someone).update(repeats=1)  # so that they are asked themselves
        for seed in "abc":
            chosen = select(someone, ALL_TEN, timezone.localdate(), seed)
            assert [each.review_of is not None for each in chosen].count(True) == count
            assert len(chosen) == 10 == len({each.version for each in chosen})
            assert 35 <= win_share(chosen) <= 65


def test_other_cards_of_first_reviews_are_chosen_by_side(learner: Learner) -> None:
    many_drills()
    wins = DrillVersion.objects.filter(side="win", drill__kind="follow")
    for version in wins[:8]:
        answer(learner, version, "wrong", timezone.now() - timedelta(days=3))
    settle(learner)
    chosen = select(learner, Mix(Mode.REVIEWS), timezone.localdate(), "seed")
    assert len(chosen) == 8
    assert 35 <= win_share(chosen) <= 65


@pytest.mark.parametrize("left", [1, 3])
def test_few_drills_with_sides_give_way_to_others_where_there_are_any(learner: Learner, left: int) -> None:
    for version, side in zip(make_versions(left, "follow"), ("win", "win", "duck"), strict=False):
        DrillVersion.objects.filter(pk=version.pk).update(side=side)
    alone = select(learner, ALL_TEN, timezone.localdate(), "seed")
    assert len(alone) == left  # the last of their kind: nothing else to ask
    make_versions(12, "rules", theme="draw")
    chosen = select(learner, ALL_TEN, timezone.localdate(), "seed")
    assert len(chosen) == 10
    assert 35 <= win_share(chosen) <= 65
