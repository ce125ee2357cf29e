"""The switch on the rules page: four questions whose answers make the rules that the page tells.

It is a form sent by GET, so that the choice becomes an address. With a script the page below changes
in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from trainer.engine.rule_sets import ALL_TRICKS, PHASE_ONE_TRICKS
from trainer.engine.scoring import COMMON_TARGETS, Scoring, offered_scorings
from trainer.table.chosen_rules import (
    DEALS,
    FOLLOW,
    FREE,
    KEYS,
    LEAST_DEALS,
    MOST_DEALS,
    MUST,
    SCORING,
    TARGET,
    TRICKS,
    USUAL_DEALS,
    ChosenRules,
    refused,
)
from trainer.table.rules_in_words import scoring_in_words


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question; one that is not offered with the others says `why` it is not."""

    value: str
    label: str
    chosen: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the switch, named as in the address."""

    name: str
    text: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks of the switch: whether it names rules, what can't be used, what else to carry."""

    names_rules: bool
    refused: tuple[str, ...]
    carried: tuple[tuple[str, str], ...]
    page: str


def render_switch(
    rules: ChosenRules,
    query: Mapping[str, str],
    caption: SafeString,
    carried: tuple[tuple[str, str], ...] = (),
    page: str = "",
) -> SafeString:
    """The switch with the chosen rules set; it lies open once a query has named any of them.

    `carried` are further fields of the address that another choice must not lose. They go into the form,
    which is then sent to the address of the `page` without its query.
    """
    asked = Asked(any(key in query for key in KEYS), refused(query), carried, page)
    return _switch(rules, asked, caption, get_language())


@lru_cache(maxsize=256)
def _switch(rules: ChosenRules, asked: Asked, caption: SafeString, language: str | None) -> SafeString:
    context = {
        "carried": asked.carried,
        "address": asked.page,
        "open": asked.names_rules,
        "refused": asked.refused,
        "questions": (_follow(rules), _tricks(rules), _scoring(rules), _length(rules)),
        "chosen": rules,
        "caption": caption,
        "deals": rules.deals or USUAL_DEALS,
        "least_deals": LEAST_DEALS,
        "most_deals": MOST_DEALS,
    }
    return render_to_string("pages/_switch.html", context)


def usual_form(request: HttpRequest) -> str:
    """The address that says no more than it must, where the request's says more; else nothing.

    The form sends every answer; a link should carry only what is not as usual. An address with an
    answer that can't be used is left as it is, so that the page can say so.
    """
    chosen = ChosenRules.from_query(request.GET).query()
    written = {key: request.GET[key] for key in KEYS if key in request.GET}
    if written == chosen or refused(request.GET):
        return ""
    others = {key: value for key, value in request.GET.items() if key not in KEYS}
    query = urlencode({**others, **chosen})
    return f"{request.path}?{query}" if query else request.path


def _follow(rules: ChosenRules) -> Question:
    must = rules.rule_set.follow_in_phase_one
    answers = (
        Answer(MUST, gettext("Yes, all the time"), must),
        Answer(FREE, gettext("No, the first part is free"), not must),
    )
    return Question(FOLLOW, gettext("Must you follow suit in the first part?"), answers)


def _tricks(rules: ChosenRules) -> Question:
    labels = {PHASE_ONE_TRICKS: gettext("The last 13"), ALL_TRICKS: gettext("All 26")}
    counted = rules.rule_set.counted_tricks
    answers = tuple(Answer(str(number), label, number == counted) for number, label in labels.items())
    return Question(TRICKS, gettext("Which tricks count?"), answers)


def _scoring(rules: ChosenRules) -> Question:
    offered = offered_scorings(rules.rule_set)
    why = gettext("only with 13 tricks")
    answers = tuple(
        Answer(way.value, scoring_in_words(way), way is rules.scoring, "" if way in offered else why)
        for way in (Scoring.DIFFERENCE, Scoring.OVER_SIX, Scoring.DEALS)
    )
    return Question(SCORING, gettext("How do you score?"), answers)


def _length(rules: ChosenRules) -> Question:
    points = (
        Answer(
            str(target),
            ngettext("%(number)s point", "%(number)s points", target) % {"number": target},
            target == rules.target,
        )
        for target in COMMON_TARGETS
    )
    fixed = Answer(DEALS, gettext("A fixed number of deals"), rules.deals is not None)
    return Question(TARGET, gettext("How long is a match?"), (*points, fixed))
