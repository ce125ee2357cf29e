"""What cards are called: full names for voices and prose, letters for faces.

Names follow the language guide: «hjerter dame», ”hjärter dam”, two words, lower case, no article.
They are data of the game in a language, not interface strings, so that a language is added in one
place and every card of it can be tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.engine.cards import Card, Rank, Suit
from trainer.table.neighbours import in_language


@dataclass(frozen=True, slots=True)
class CardNames:
    """The names of one language: suits in the order of `Suit`, ranks from the two to the ace."""

    suits: tuple[str, str, str, str]
    ranks: tuple[str, ...]
    conjunction: str
    none: str


NAMES = {
    "nb": CardNames(
        ("spar", "hjerter", "ruter", "kløver"),
        (
            "to",
            "tre",
            "fire",
            "fem",
            "seks",
            "sju",
            "åtte",
            "ni",
            "ti",
            "knekt",
            "dame",
            "konge",
            "ess",
        ),
        "og",
        "ingen",
    ),
    "sv": CardNames(
        ("spader", "hjärter", "ruter", "klöver"),
        (
            "två",
            "tre",
            "fyra",
            "fem",
            "sex",
            "sju",
            "åtta",
            "nio",
            "tio",
            "knekt",
            "dam",
            "kung",
            "ess",
        ),
        "och",
        "inga",
    ),
}

_NORDIC = {Rank.ACE: "E", Rank.KING: "K", Rank.QUEEN: "D", Rank.JACK: "Kn"}


def suit_name(suit: Suit, language: str) -> str:
    """«hjerter», ”hjärter”."""
    return in_language(NAMES, language).suits[suit.index]


def rank_name(rank: Rank, language: str) -> str:
    """«dame», ”dam”."""
    return in_language(NAMES, language).ranks[rank - 2]


def card_name(card: Card, language: str) -> str:
    """«hjerter dame», ”hjärter dam”."""
    return f"{suit_name(card.suit, language)} {rank_name(card.rank, language)}"


def rank_label(rank: Rank, letters: str) -> str:
    """What stands on the card: A K Q J for `int`, E K D Kn for `nordic`, always 10."""
    if letters == "nordic" and rank in _NORDIC:
        return _NORDIC[rank]
    return "10" if rank is Rank.TEN else str(rank)


def join_words(words: Sequence[str], language: str) -> str:
    """«spar ess, ni og to»: commas, then the conjunction without one."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {in_language(NAMES, language).conjunction} {words[-1]}"


def card_names(cards: Sequence[Card], language: str) -> str:
    """A list of cards in words."""
    return join_words([card_name(card, language) for card in cards], language)


def hand_in_words(cards: Sequence[Card], language: str) -> str:
    """A whole hand read aloud, suit by suit: «Spar: ess, ni. Hjerter: ingen.»"""
    parts = []
    for suit in Suit:
        ranks = sorted((card.rank for card in cards if card.suit is suit), reverse=True)
        held = ", ".join(rank_name(rank, language) for rank in ranks) or in_language(NAMES, language).none
        parts.append(f"{suit_name(suit, language).capitalize()}: {held}.")
    return " ".join(parts)
