"""Template tags of the drill pages."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from trainer.drills.drill_page import opponent_in_words
from trainer.drills.table_view import Place, TableView
from trainer.drills.voice import Sentence
from trainer.engine.cards import Card, Rank, Suit
from trainer.table.names import hand_in_words, rank_label
from trainer.table.templatetags.table import suit_text

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
def seen_rows(context: Context, table: TableView) -> SafeString:
    """The body of the tray: a row a suit, a cell a card. Built here because a page has 52 of them."""
    letters = str(context["display"].card_letters)
    said = {
        Place.OWN: gettext("yours"),
        Place.OPPONENT: gettext("with the opponent"),
        Place.UPCARD: gettext("face up on the stock"),
        Place.PLAYED: gettext("played"),
        Place.UNSEEN: gettext("not seen"),
    }
    rows = (
        (
            suit_text(row.suit),
            SafeString(
                "".join(
                    _seen_cell(
                        place.value,
                        "" if place is Place.UNSEEN else rank_label(card.rank, letters),
                        said[place],
                    )
                    for card, place in row.cards
                )
            ),
        )
        for row in table.seen
    )
    return format_html_join("", '<tr><th scope="row">{}</th>{}</tr>', rows)


@lru_cache(maxsize=512)
def _seen_cell(place: str, rank: str, said: str) -> str:
    return format_html('<td class="{}">{}<span class="vh"> {}</span></td>', place, rank, said)


@register.simple_tag(takes_context=True)
def rank_headings(context: Context) -> SafeString:
    """The heads of the tray's columns, ace first."""
    return _rank_headings(str(context["display"].card_letters))


@lru_cache(maxsize=8)
def _rank_headings(letters: str) -> SafeString:
    labels = ((rank_label(rank, letters),) for rank in sorted(Rank, reverse=True))
    return format_html_join("", '<th scope="col">{}</th>', labels)


@register.simple_tag(takes_context=True)
def hand_text(context: Context, cards: tuple[Card, ...]) -> SafeString:
    """`{% hand_text hand %}`: a hand in a line, suit by suit, for eyes; in words for voices."""
    letters = str(context["display"].card_letters)
    suits = [
        (suit_text(suit), " ".join(rank_label(card.rank, letters) for card in cards if card.suit is suit))
        for suit in Suit
    ]
    drawn = format_html_join(" ", '<span class="held">{} {}</span>', ((sign, r) for sign, r in suits if r))
    words = hand_in_words(cards, get_language() or "nb")
    return format_html('<span aria-hidden="true">{}</span><span class="vh">{}</span>', drawn, words)


@register.filter
def times(count: int) -> range:
    """`{% for _ in 3|times %}`."""
    return range(count)
