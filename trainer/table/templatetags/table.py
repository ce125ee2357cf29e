"""Template tags that draw cards, suits, icons and the 26-trick figure."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from trainer.engine.cards import Card, Rank, Suit
from trainer.table import formats, names
from trainer.table.chosen_rules import ChosenRules, with_rules
from trainer.table.kept import drawn_pieces
from trainer.table.rules_in_words import rules_in_words

register = template.Library()
for write in (
    formats.tricks,
    formats.signed_tricks,
    formats.margin,
    formats.percent,
    formats.count,
    formats.long_date,
    formats.short_date,
    formats.long_time,
):
    register.filter(write.__name__, write)
register.filter("with_rules", with_rules)
register.filter("rules_in_words", rules_in_words)

_SIZES = {"compact": "c", "full": "f"}
_TRICKS_IN_PHASE = 13


def _language() -> str:
    return get_language() or "nb"


def _letters(context: Context) -> str:
    return str(context["display"].card_letters)


@lru_cache(maxsize=512)
def _sprite(part: str) -> str:
    return f"{static('cards.svg')}#{part}"


def card_part(card: Card, letters: str, size: str = "compact") -> str:
    """Name of the card's symbol in the sprite; Nordic letters have faces of their own on A, Q and J."""
    nordic = letters == "nordic" and card.rank in (Rank.ACE, Rank.QUEEN, Rank.JACK)
    return f"{_SIZES[size]}-{card.suit.value.lower()}{card.rank}{'-n' if nordic else ''}"


def draw_card(card: Card, letters: str, size: str = "compact", named: bool = True) -> SafeString:
    """The card as a picture; unnamed where a button beside it says the name."""
    return _drawn_card(card, letters, size, names.card_name(card, _language()) if named else "")


@lru_cache(maxsize=2048)
def _drawn_card(card: Card, letters: str, size: str, name: str) -> SafeString:
    label = format_html('role="img" aria-label="{}"', name) if name else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="cd {}" viewBox="0 0 88 124" {}><use href="{}"/></svg>',
        card.suit.value.lower(),
        label,
        _sprite(card_part(card, letters, size)),
    )


@register.simple_tag(takes_context=True)
def card_image(context: Context, card: Card, size: str = "compact", named: bool = True) -> SafeString:
    """`{% card_image card %}`; sizes compact (from 38 px) and full (from 76 px)."""
    return draw_card(card, _letters(context), size, named)


@register.simple_tag(takes_context=True)
def carried(context: Context, view: str, name: str = "", value: str = "") -> str:
    """`{% carried "pages:scoring" %}`: the address of a view, with the rules chosen on this page.

    `{% carried "drills:next" "kind" "rules" %}` has a query of its own before them. Other pages may use
    the name `chosen` for something else.
    """
    chosen = context.get("chosen")
    query = f"?{urlencode({name: value})}" if name else ""
    return with_rules(reverse(view) + query, chosen if isinstance(chosen, ChosenRules) else ChosenRules())


@register.simple_tag
def card_back(small: bool = False, named: bool = False) -> SafeString:
    """The back of a card; named where it stands alone as information."""
    return _drawn_back("back s" if small else "back", gettext("hidden card") if named else "")


@lru_cache(maxsize=16)
def _drawn_back(look: str, name: str) -> SafeString:
    label = format_html('role="img" aria-label="{}"', name) if name else SafeString('aria-hidden="true"')
    return format_html('<i class="cd {}" {}></i>', look, label)


def write_card(card: Card, letters: str) -> SafeString:
    """A card in running text: drawn suit and letter for eyes, the full name for voices."""
    return _written_card(card, letters, names.card_name(card, _language()))


@lru_cache(maxsize=512)
def _written_card(card: Card, letters: str, name: str) -> SafeString:
    return format_html(
        '<span class="k {}"><span aria-hidden="true">{}</span><span class="vh">{}</span></span>',
        card.suit.value.lower(),
        names.rank_label(card.rank, letters),
        name,
    )


@register.simple_tag(takes_context=True)
def card_text(context: Context, card: Card) -> SafeString:
    """`{% card_text card %}` in a sentence."""
    return write_card(card, _letters(context))


@register.simple_tag
def suit_text(suit: Suit, word: bool = False) -> SafeString:
    """The suit's sign; with `word` its name stands beside it for everyone."""
    return _written_suit(suit, word, names.suit_name(suit, _language()))


@lru_cache(maxsize=64)
def _written_suit(suit: Suit, word: bool, name: str) -> SafeString:
    form = '<span class="k {}">{}</span>' if word else '<span class="k {}"><span class="vh">{}</span></span>'
    return format_html(form, suit.value.lower(), name)


@register.filter
def card_name(card: Card) -> str:
    """The card's full name in the current language."""
    return names.card_name(card, _language())


@register.filter
def suit_name(suit: Suit) -> str:
    """The suit's name in the current language."""
    return names.suit_name(suit, _language())


@register.simple_tag
@lru_cache(maxsize=128)
def icon(name: str) -> SafeString:
    """One of the sprite's icons, always beside a word."""
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"/></svg>',
        f"{static('icons.svg')}#i-{name}",
    )


@register.simple_tag
def ladder(trick: int = 0, label: str = "") -> SafeString:
    """The 26 tricks, thirteen hollow and thirteen solid, with the current one marked."""
    return _drawn_ladder(trick, label or gettext("Trick %(trick)s of 26") % {"trick": trick})


@lru_cache(maxsize=256)
def _drawn_ladder(trick: int, label: str) -> SafeString:
    rows = [(_stage(number, trick), _place(number)) for number in range(1, 2 * _TRICKS_IN_PHASE + 1)]
    return _ladder(rows, 326, label)


@register.simple_tag
def half_ladder(phase: int, label: str) -> SafeString:
    """One phase of the figure: hollow tricks that build the hand, or solid ones of which the seventh wins."""
    kinds = ["a"] * 13 if phase == 1 else ["b"] * 6 + ["win"] + ["b"] * 6
    return _ladder([(kind, _place(place)) for place, kind in enumerate(kinds, start=1)], 160, label)


def _ladder(rows: list[tuple[str, str]], width: int, label: str) -> SafeString:
    rects = format_html_join("", '<rect class="{}" x="{}" y="1" width="9" height="15" rx="1.6"/>', rows)
    return format_html('<svg viewBox="0 0 {} 17" role="img" aria-label="{}">{}</svg>', width, label, rects)


def _stage(number: int, trick: int) -> str:
    """The look of a trick: done, now, or still to come in phase one (a) or two (b)."""
    if number == trick:
        return "now"
    if number > _TRICKS_IN_PHASE:
        return "done" if number < trick else "b"
    return "done" if number < trick else "a"


def _place(number: int) -> str:
    gap = 9.0 if number > _TRICKS_IN_PHASE else 0
    return f"{1 + 12.2 * (number - 1) + gap:.1f}"


class KeepNode(template.Node):
    """`{% keep %}`: its contents, drawn once for each key, language and card letters."""

    def __init__(self, name: str, key: list[FilterExpression], nodelist: NodeList) -> None:
        self.name = name
        self.key = key
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        values = tuple(value.resolve(context, ignore_failures=True) for value in self.key)
        if not all(isinstance(value, Hashable) for value in values) or None in values:
            return self.nodelist.render(context)
        key = (self.name, _language(), _letters(context), *values)
        return SafeString(drawn_pieces.get(key, lambda: self.nodelist.render(context)))


@register.tag
def keep(parser: Parser, token: Token) -> KeepNode:
    """`{% keep "board" page.key %}…{% endkeep %}`: drawn once for all visitors and then kept in memory.

    The contents may depend on nothing but the key, the language and the card letters. With a key
    of None, or one that is not there, they are drawn each time.
    """
    _tag, name, *key = token.split_contents()
    nodelist = parser.parse(("endkeep",))
    parser.delete_first_token()
    return KeepNode(name.strip("\"'"), [parser.compile_filter(word) for word in key], nodelist)
