"""Sentences made of a translated pattern and cards, suits and numbers.

The same sentence is needed twice: drawn, with suit signs and card letters for the eye, and in words,
for live messages, titles and labels. A pattern names its values as `{card}`; a value's type says how
it is written. Numbers of tricks are positive, with a comma and one decimal (language guide, 3): the
pattern's verb carries the sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from trainer.engine.cards import Card, Suit
from trainer.table import formats, names
from trainer.table.templatetags.table import write_card

type Said = str | int | float | Card | Suit | tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A translated pattern with the values of its placeholders."""

    pattern: str
    values: Mapping[str, Said] = field(default_factory=dict)

    def words(self) -> str:
        """The sentence for voices: cards by their full names."""
        said = {name: _written(value, _card_in_words) for name, value in self.values.items()}
        return self.pattern.format(**said)

    def drawn(self, letters: str) -> SafeString:
        """The sentence as HTML: cards drawn, with their names for screen readers."""

        def draw(card: Card) -> SafeString:
            return write_card(card, letters)

        if not self.values:
            return conditional_escape(self.pattern)
        return format_html(self.pattern, **{name: _drawn(value, draw) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.words()

    def split_headline(self) -> tuple[str, Sentence]:
        """«Riktig. Du valgte …» as its first word and the rest."""
        headline, _stop, rest = self.pattern.partition(". ")
        return headline, Sentence(rest, self.values)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of an answer, with a headline in the first sentence: «Feil. Du valgte …»."""

    told: tuple[Sentence, ...]

    @property
    def headline(self) -> str:
        """«Feil»."""
        return self.told[0].split_headline()[0]

    @property
    def body(self) -> tuple[Sentence, ...]:
        """The sentences without the headline."""
        return self.told[0].split_headline()[1], *self.told[1:]


def say(pattern: str, **values: Said) -> Sentence:
    """`say(gettext("You chose {card}."), card=card)`."""
    return Sentence(pattern, values)


def _card_in_words(card: Card) -> str:
    return names.card_name(card, _language())


def _written(value: Said, card_as: Callable[[Card], str]) -> str:
    if isinstance(value, Card):
        return card_as(value)
    if isinstance(value, Suit):
        return names.suit_name(value, _language())
    if isinstance(value, tuple):
        return names.join_words([card_as(card) for card in value], _language())
    if isinstance(value, float):
        return formats.tricks(value)
    if isinstance(value, int):
        return formats.count(value)
    return value


def _drawn(value: Said, draw: Callable[[Card], SafeString]) -> SafeString:
    if isinstance(value, Card | tuple):
        return SafeString(_written(value, draw))
    return conditional_escape(_written(value, _card_in_words))


def _language() -> str:
    return get_language() or "nb"
