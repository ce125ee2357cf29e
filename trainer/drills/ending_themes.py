"""Ending drills by what there is to decide, the rules of thumb one might follow, how hard they are.

A theme says what a position asks, never the answer. Whether to win a trick, to ruff or
how cheaply to win are no themes: with all cards known the answer is nearly always yes,
and the cheapest way. In a good set a rule of thumb is right about as often as wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trainer.engine.cards import Card, Suit
from trainer.engine.ending_lines import SingleLine, card_classes
from trainer.engine.ending_positions import Ending, legal_cards

DRAW_TRUMPS, CASH_WINNERS = "draw-trumps", "cash-winners"
LOSE_THE_LEAD, MAKE_RUFF, DISCARD = "lose-the-lead", "make-ruff", "discard"
TAKE_SEVEN, TAKE_MOST = "take-7", "most"
ENDING_THEMES = (CASH_WINNERS, DISCARD, DRAW_TRUMPS, LOSE_THE_LEAD, MAKE_RUFF)

# What the difficulty, from 0 to 1, is made of, and where each part counts in full.
CARDS_WEIGHT, LEAST_CARDS, MOST_CARDS = 0.3, 4, 13
RULES_WEIGHT = 0.3
TURNS_WEIGHT, MOST_TURNS = 0.2, 4
TEMPTING_WEIGHT, MOST_TEMPTING = 0.2, 4


def ending_theme(ending: Ending) -> str | None:
    """What there is to decide, None if it is none of the themes.

    On lead: without a top card, which card to give up the lead with; whether to draw
    trumps while both hold some; whether to lead what the opponent can only ruff;
    whether to cash a top card. To follow: what to discard from a hand without trumps.
    """
    if ending.led is not None:
        following = any(card.suit is ending.led.suit for card in ending.hand)
        return None if following or _trumps(ending, ending.hand) else DISCARD
    top = [is_top(card, ending) for card in ending.hand]
    if not any(top):
        return LOSE_THE_LEAD
    own, others = (_trumps(ending, hand) for hand in (ending.hand, opposing(ending)))
    if own and others:
        return DRAW_TRUMPS if len(own) < len(ending.hand) else None
    if others and len({can_ruff(card, ending) for card in ending.hand}) == 2:
        return MAKE_RUFF
    return None if all(top) else CASH_WINNERS


def answer_of(ending: Ending, right: Sequence[Card]) -> bool:
    """Which way the answer goes: whether it draws trumps, cashes a top card, makes the opponent ruff.

    In the other themes whether the lowest card is right.
    """
    match ending_theme(ending):
        case "draw-trumps":
            return right[0].suit is ending.trump
        case "cash-winners":
            return is_top(right[0], ending)
        case "make-ruff":
            return can_ruff(right[0], ending)
        case _:
            return lowest(ending) in right


def right_cards(drill: Mapping[str, Any]) -> list[Card]:
    """The right class of a drill."""
    return [Card.parse(name) for name, choice in drill["choices"].items() if choice["loss"] == 0]


def is_top(card: Card, ending: Ending) -> bool:
    """Whether no card of the other hand is higher in the same suit."""
    return all(card.suit is not held.suit or card.rank > held.rank for held in opposing(ending))


def can_ruff(card: Card, ending: Ending) -> bool:
    """Whether the opponent lacks the suit of a plain card and holds a trump."""
    lacks = all(held.suit is not card.suit for held in opposing(ending))
    return card.suit is not ending.trump and lacks and bool(_trumps(ending, opposing(ending)))


def opposing(ending: Ending) -> tuple[Card, ...]:
    """The hand of the player who is not to play."""
    return ending.hands[1 - ending.to_play]


def lowest(ending: Ending) -> Card:
    """The lowest rank; of equal ones a plain card, the last in display order."""
    return max(
        legal_cards(ending), key=lambda card: (-card.rank, card.suit is not ending.trump, card.display_key)
    )


def highest(ending: Ending) -> Card:
    """The highest rank; of equal ones a trump, else the first in display order."""
    return max(legal_cards(ending), key=lambda card: (card.rank, card.suit is ending.trump, -card.suit.index))


def top_trump(ending: Ending) -> Card | None:
    """The highest trump."""
    trumps = _trumps(ending, legal_cards(ending))
    return trumps[0] if trumps else None


def sure_winner(ending: Ending) -> Card | None:
    """A top card that can't be ruffed, the highest plain one before trumps."""
    sure = [card for card in ending.hand if is_top(card, ending) and not can_ruff(card, ending)]
    return max(sure, key=lambda card: (card.suit is not ending.trump, card.rank), default=None)


def from_long_suit(ending: Ending) -> Card | None:
    """The lowest card of the longest plain suit."""
    return _low_of(ending, _plain_suits(ending)[-1:])


def from_short_suit(ending: Ending) -> Card | None:
    """The lowest card of the shortest plain suit."""
    return _low_of(ending, _plain_suits(ending)[:1])


def force(ending: Ending) -> Card | None:
    """The lowest card that the opponent can ruff."""
    cards = [card for card in legal_cards(ending) if can_ruff(card, ending)]
    return min(cards, key=lambda card: card.rank, default=None)


type Rule = Callable[[Ending], Card | None]

LEAD_RULES: dict[str, Rule] = {
    "lowest": lowest,
    "highest": highest,
    "top-trump": top_trump,
    "sure-winner": sure_winner,
    "long-suit": from_long_suit,
    "short-suit": from_short_suit,
    "force": force,
}
FOLLOW_RULES: dict[str, Rule] = {
    "lowest": lowest,
    "highest": highest,
    "long-suit": from_long_suit,
    "short-suit": from_short_suit,
}


def rules_of_thumb(ending: Ending) -> dict[str, Card]:
    """What each rule of thumb that says anything here would play."""
    rules = LEAD_RULES if ending.led is None else FOLLOW_RULES
    said = {name: rule(ending) for name, rule in rules.items()}
    return {name: card for name, card in said.items() if card is not None}


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes an ending hard: cards, rules of thumb that fail, wrong classes they suggest, turns."""

    cards: int
    rules: int
    failing: int
    tempting: int
    turns: int

    @property
    def estimate(self) -> float:
        """From 0 to 1, before anybody has tried it."""
        parts = (
            CARDS_WEIGHT * (self.cards - LEAST_CARDS) / (MOST_CARDS - LEAST_CARDS),
            RULES_WEIGHT * self.failing / self.rules,
            TEMPTING_WEIGHT * min(self.tempting, MOST_TEMPTING) / MOST_TEMPTING,
            TURNS_WEIGHT * (min(self.turns, MOST_TURNS) - 1) / (MOST_TURNS - 1),
        )
        return round(sum(parts), 2)


def difficulty_of(ending: Ending, right: Sequence[Card], line: SingleLine) -> Difficulty:
    """How hard a drill looks; `right` is the right class."""
    said = rules_of_thumb(ending)
    failing = [card for card in said.values() if card not in right]
    tempting = {cards for cards in card_classes(ending) if any(card in cards for card in failing)}
    return Difficulty(ending.tricks_left, len(said), len(failing), len(tempting), line.most)


def _trumps(ending: Ending, hand: Sequence[Card]) -> list[Card]:
    return [card for card in hand if card.suit is ending.trump]


def _plain_suits(ending: Ending) -> list[Suit]:
    """The plain suits of the hand, short to long; equal ones with the lower lowest card first."""
    cards = [card for card in legal_cards(ending) if card.suit is not ending.trump]
    by_suit = {suit: [card.rank for card in cards if card.suit is suit] for suit in Suit}
    held = [suit for suit in Suit if by_suit[suit]]
    return sorted(held, key=lambda suit: (len(by_suit[suit]), min(by_suit[suit]), suit.index))


def _low_of(ending: Ending, suits: Sequence[Suit]) -> Card | None:
    cards = [card for card in legal_cards(ending) if card.suit in suits]
    return min(cards, key=lambda card: card.rank, default=None)
