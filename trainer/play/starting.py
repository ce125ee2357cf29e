"""Beginning matches and their deals; what a guest has begun follows into the account."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from trainer.accounts.models import Learner
from trainer.engine.rule_sets import BASE
from trainer.engine.scoring import Scoring
from trainer.play.dealing import score_of
from trainer.play.models import PlayedDeal, PlayedMatch


@dataclass(frozen=True, slots=True)
class Habits:
    """How a learner wants to play: the coach, the pace, and what is shown of the opponent's hand."""

    coach: str = PlayedMatch.Coach.OFF
    threshold: int = 5
    pace: str = PlayedMatch.Pace.CALM
    known: str = PlayedMatch.Known.SHOWN


@dataclass(frozen=True, slots=True)
class Terms:
    """Whom a match is against, by which rules, and how long it lasts: a target or a number of deals."""

    opponent: str = PlayedMatch.Opponent.CLUB
    rule_set: str = BASE.id
    scoring: str = Scoring.DIFFERENCE.value
    target: int | None = None
    deals_limit: int | None = 1


@dataclass(frozen=True, slots=True)
class GivenDeal:
    """The cards of a deal that somebody has finished, from a seat."""

    seed: str
    dealer: int


def begin_match(
    learner: Learner, terms: Terms, habits: Habits, request_key: uuid.UUID, given: GivenDeal | None = None
) -> PlayedDeal:
    """The first deal of a new match; of the one that the same form has made before, its latest deal."""
    dealer = given.dealer if given else secrets.randbelow(2)
    fields: dict[str, Any] = {
        "opponent": terms.opponent,
        "rule_set": terms.rule_set,
        "scoring": terms.scoring,
        "target": terms.target,
        "deals_limit": terms.deals_limit,
        "first_dealer": dealer,
        "coach": habits.coach,
        "threshold": habits.threshold,
        "pace": habits.pace,
        "known": habits.known,
    }
    try:
        with transaction.atomic():
            match = PlayedMatch.objects.create(learner=learner, request_key=request_key, **fields)
            return _new_deal(match, 1, dealer, given)
    except IntegrityError:
        made = PlayedDeal.objects.filter(match__learner=learner, match__request_key=request_key)
        return made.select_related("match").latest("number")


def next_deal(match: PlayedMatch) -> PlayedDeal | None:
    """The deal that is to be played now, dealt if need be; None when the match is over."""
    deals = list(match.deals.all())
    if not deals[-1].is_over:
        return deals[-1]
    score = score_of(match, deals)
    if score.is_over:
        return None
    number = len(deals) + 1
    try:
        with transaction.atomic():
            return _new_deal(match, number, score.next_dealer, None)
    except IntegrityError:
        return match.deals.get(number=number)


def _new_deal(match: PlayedMatch, number: int, dealer: int, given: GivenDeal | None) -> PlayedDeal:
    if given is None:
        return PlayedDeal.objects.create(match=match, number=number, dealer=dealer)
    before = PlayedDeal.objects.filter(match__learner=match.learner_id, seed=given.seed).exists()
    unrated = PlayedDeal.Unrated.AGAIN if before else ""
    return PlayedDeal.objects.create(
        match=match, number=number, dealer=dealer, seed=given.seed, unrated=unrated
    )


def change_habits(match: PlayedMatch, habits: Habits) -> None:
    """Play on with another coach, pace or view."""
    match.coach, match.threshold = habits.coach, habits.threshold
    match.pace, match.known = habits.pace, habits.known
    match.save(update_fields=["coach", "threshold", "pace", "known"])


def move_matches(sender: object, guest: Learner, learner: Learner, **_signal: Any) -> None:
    """A guest who signs in goes on with the same deals."""
    PlayedMatch.objects.filter(learner=guest).update(learner=learner)
