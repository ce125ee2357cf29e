"""Template tags for lists of answers: what was chosen and how good it was, in the space of a cell."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from trainer.drills.choices import card_of
from trainer.drills.judging import CARDS_NAMED, named_cards
from trainer.drills.labels import kind_name as name_of_kind
from trainer.drills.labels import theme_name as name_of_theme
from trainer.drills.models import Attempt
from trainer.drills.questions import HIDDEN, OPPONENT, POINTS, UPCARD, YOU
from trainer.drills.sides import DUCK, WIN
from trainer.table import formats
from trainer.table.names import card_name, card_names
from trainer.table.templatetags.table import icon, write_card

register = template.Library()

_LOOKS = {Attempt.Verdict.RIGHT: "right", Attempt.Verdict.NEARLY: "near", Attempt.Verdict.WRONG: "wrong"}


@register.simple_tag(takes_context=True)
def answer_text(context: Context, attempt: Attempt) -> SafeString:
    """`{% answer_text attempt %}`: the card drawn, the word that was chosen, or «11 av 13» from memory."""
    if attempt.cards_right is not None:
        said = gettext("{right} of {n}").format(right=attempt.cards_right, n=CARDS_NAMED)
        return format_html("{}", said)
    card = card_of(attempt.choice)
    if card is not None:
        return write_card(card, str(context["display"].card_letters))
    return format_html("{}", _word(attempt.choice))


def answer_in_words(attempt: Attempt, language: str) -> str:
    """The answer for voices and files: the card or cards by their full names, or the word chosen."""
    if attempt.cards_right is not None:
        return card_names(named_cards(attempt.choice), language)
    card = card_of(attempt.choice)
    return card_name(card, language) if card else _word(attempt.choice)


def _word(choice: str) -> str:
    if choice.startswith(POINTS):
        points = int(choice.removeprefix(POINTS))
        return ngettext("{n} point", "{n} points", points).format(n=points)
    words = {
        YOU: gettext("You"),
        OPPONENT: gettext("Opponent"),
        UPCARD: gettext("Upcard"),
        HIDDEN: gettext("Hidden card"),
        WIN: gettext("won the trick"),
        DUCK: gettext("let the trick go"),
    }
    return words.get(choice, choice)


@register.simple_tag
def verdict_mark(verdict: str) -> SafeString:
    """The verdict as icon and word, never as a colour alone."""
    look = _LOOKS[Attempt.Verdict(verdict)]
    return format_html('<span class="mark {}">{}{}</span>', look, icon(look), verdict_name(verdict))


def verdict_name(verdict: str) -> str:
    """The verdict in a word."""
    words = {
        Attempt.Verdict.RIGHT: gettext("Right"),
        Attempt.Verdict.NEARLY: gettext("Nearly"),
        Attempt.Verdict.WRONG: gettext("Wrong"),
    }
    return words[Attempt.Verdict(verdict)]


@register.filter
def kind_name(kind: str) -> str:
    """What a kind of drill is called."""
    return name_of_kind(kind)


@register.filter
def theme_name(theme: str) -> str:
    """What a theme is called."""
    return name_of_theme(theme)


@register.filter
def tricks_lost(loss: float | None) -> str:
    """«0,6», or a dash where nothing had a cost."""
    return "–" if loss is None else formats.tricks(loss)
