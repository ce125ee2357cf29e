"""Template tags of the drill pages."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from trainer.drills.drill_page import opponent_in_words
from trainer.drills.table_view import Place, TableView
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card
from trainer.table.names import rank_label

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, sentence: Sentence) -> SafeString:
    """`{% say sentence %}`: the sentence with its cards drawn in the reader's letters."""
    return sentence.drawn(str(context["display"].card_letters))


@register.filter
def opponent_words(table: TableView) -> str:
    """The opponent's hand for screen readers."""
    return opponent_in_words(table)


@register.simple_tag(takes_context=True)
def card_letter(context: Context, card: Card) -> str:
    """K, Kn, 10 … in the reader's letters."""
    return rank_label(card.rank, str(context["display"].card_letters))


@register.filter
def place_is(place: Place, name: str) -> bool:
    """`{% if place|place_is:"own" %}`."""
    return place.value == name


@register.filter
def times(count: int) -> range:
    """`{% for _ in 3|times %}`."""
    return range(count)
