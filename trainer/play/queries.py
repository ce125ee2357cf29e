"""Reading matches and deals for the pages. No page's number of queries grows with its rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q

from trainer.accounts.models import Learner, User
from trainer.play.models import PlayedDeal, PlayedMatch
from trainer.play.starting import Habits

OPEN_SHOWN = 5
CLASS_DEALS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Record:
    """Rated deals against one opponent."""

    opponent: str
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def deal_by_id(public_id: str) -> PlayedDeal | None:
    """A deal with its match and the learner whose it is. One query."""
    return PlayedDeal.objects.select_related("match__learner").filter(public_id=public_id).first()


def open_deals(learner: Learner | None) -> list[PlayedDeal]:
    """The deals begun and not finished, the latest first. One query."""
    if learner is None:
        return []
    deals = PlayedDeal.objects.filter(match__learner=learner, finished_at=None)
    return list(deals.select_related("match").order_by("-played_at")[:OPEN_SHOWN])


def last_habits(learner: Learner | None) -> Habits:
    """How the learner played the latest match. One query."""
    if learner is None:
        return Habits()
    found = (
        PlayedMatch.objects.filter(learner=learner)
        .order_by("-created_at")
        .values_list("coach", "threshold", "pace", "known")
        .first()
    )
    return Habits(*found) if found else Habits()


def records(learner: Learner | None) -> list[Record]:
    """Deals that count, by opponent. One query."""
    if learner is None:
        return []
    rated = PlayedDeal.objects.filter(match__learner=learner, unrated="", finished_at__isnull=False)
    counted = rated.values("match__opponent").annotate(
        won=Count("pk", filter=Q(own__gt=F("other"))),
        drawn=Count("pk", filter=Q(own=F("other"))),
        lost=Count("pk", filter=Q(own__lt=F("other"))),
    )
    found = {row["match__opponent"]: row for row in counted}
    return [
        Record(opponent, row["won"], row["drawn"], row["lost"])
        for opponent in PlayedMatch.Opponent.values
        if (row := found.get(opponent))
    ]


def class_deals(user: object, learner: Learner | None) -> list[PlayedDeal]:
    """Deals that others of the reader's classes have finished and the reader has not begun. One query.

    Whose they are is not told: of each only the opponent and the rules are shown.
    """
    if not isinstance(user, User) or learner is None:
        return []
    mates = PlayedDeal.objects.filter(
        match__learner__memberships__classroom__pupils__learner=learner,
        match__learner__memberships__classroom__archived_at=None,
        finished_at__isnull=False,
    ).exclude(match__learner=learner)
    own = PlayedDeal.objects.filter(match__learner=learner).values("seed")
    found = mates.exclude(seed__in=own).select_related("match").distinct().order_by("-finished_at")
    by_seed = {deal.seed: deal for deal in reversed(found[: 4 * CLASS_DEALS_SHOWN])}
    newest = sorted(by_seed.values(), key=lambda deal: deal.pk, reverse=True)
    return newest[:CLASS_DEALS_SHOWN]


def others_on(deal: PlayedDeal) -> tuple[int, float] | None:
    """How many others have finished the same cards from the same seat by the same rules, and what they took.

    None where nobody has. One query.
    """
    others = PlayedDeal.objects.filter(
        seed=deal.seed,
        dealer=deal.dealer,
        match__rule_set=deal.match.rule_set,
        finished_at__isnull=False,
    ).exclude(match__learner=deal.match.learner_id)
    tricks = list(others.order_by("pk").values_list("own", flat=True)[:200])
    return (len(tricks), sum(filter(None, tricks)) / len(tricks)) if tricks else None
