"""Rule sets: which switches of the two-player game are on.

A rule set is a value with an id that goes into notations, files and URLs. It
knows two switches: whether suit must be followed while the stock lasts (F6, or
F30 free play) and whether the tricks of both phases count (F10-F11, or F31 all 26).
Everything else is the same in all of them. Games with another deal (F33, F34) are
not rule sets of this game.

A rule set can also be put on a smaller pack. Such a game is small enough to be
solved, which shows whether the engine's methods find the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from .cards import PACK, Card, Rank, Suit

PHASE_ONE_TRICKS = 13
ALL_TRICKS = 26


@dataclass(frozen=True)
class Pack:
    """The cards in play: the highest `ranks` of the first `suits` suits, `hand` cards dealt to each.

    Two hands and the stock, which lasts `hand` tricks, use up the pack, so it has
    4 x `hand` cards. Raises `ValueError` otherwise.

    >>> str(Pack(2, 4, 2)), FULL_PACK.hand
    ('2x4x2', 13)
    """

    suits: int
    ranks: int
    hand: int

    def __post_init__(self) -> None:
        if not (1 <= self.suits <= len(Suit) and 1 <= self.ranks <= len(Rank)):
            raise ValueError(f"{self.suits} suits of {self.ranks} ranks: a pack has 1-4 of 1-13")
        if self.suits * self.ranks != 4 * self.hand:
            raise ValueError(f"{self.suits * self.ranks} cards are not four times {self.hand}")

    def __str__(self) -> str:
        return f"{self.suits}x{self.ranks}x{self.hand}"

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in pack order."""
        least = len(Rank) - self.ranks
        return tuple(c for c in PACK if c.suit.index < self.suits and c.index % len(Rank) >= least)


FULL_PACK = Pack(4, 13, 13)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One choice of the switches, on a pack.

    >>> BASE.must_follow(1), FREE.must_follow(1), FREE.must_follow(14)
    (True, False, True)
    >>> BASE.counts(13), BASE.counts(14), ALL26.counts(1)
    (False, True, True)
    >>> BASE.counted_tricks, ALL26.tricks_to_win
    (13, 14)
    """

    name: str
    follow_in_phase_one: bool
    both_phases_count: bool
    pack: Pack = FULL_PACK

    @property
    def id(self) -> str:
        """What notations, files and URLs say; a small pack is named after a hyphen."""
        return self.name if self.pack == FULL_PACK else f"{self.name}-{self.pack}"

    @property
    def phase_tricks(self) -> int:
        """How many tricks each of the two phases has: 13 with the full pack."""
        return self.pack.hand

    @property
    def all_tricks(self) -> int:
        """How many tricks a deal has: 26 with the full pack."""
        return 2 * self.pack.hand

    @property
    def counted_tricks(self) -> int:
        """How many tricks count for the result of the deal."""
        return self.all_tricks if self.both_phases_count else self.phase_tricks

    @property
    def tricks_to_win(self) -> int:
        """The least number of counted tricks that is more than half."""
        return self.counted_tricks // 2 + 1

    def __str__(self) -> str:
        return self.id

    def must_follow(self, trick: int) -> bool:
        """Whether suit must be followed in a trick, counted from 1 (F6, F30)."""
        return self.follow_in_phase_one or trick > self.phase_tricks

    def counts(self, trick: int) -> bool:
        """Whether a trick, counted from 1, counts for the result of the deal (F8, F10, F31)."""
        return trick > self.all_tricks - self.counted_tricks

    def on(self, pack: Pack) -> RuleSet:
        """The same rules with another pack.

        >>> BASE.on(Pack(2, 4, 2)).id
        'base-2x4x2'
        """
        return replace(self, pack=pack)


BASE = RuleSet("base", follow_in_phase_one=True, both_phases_count=False)
FREE = RuleSet("free", follow_in_phase_one=False, both_phases_count=False)
ALL26 = RuleSet("all26", follow_in_phase_one=True, both_phases_count=True)
FREE_ALL26 = RuleSet("free-all26", follow_in_phase_one=False, both_phases_count=True)

RULE_SETS: dict[str, RuleSet] = {rules.id: rules for rules in (BASE, FREE, ALL26, FREE_ALL26)}
