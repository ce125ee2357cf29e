"""`match`: what it prints, as sentences and as JSON, and the bars it names."""

from __future__ import annotations

import json
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from trainer.drills.match_report import bar_of, figures, is_met, sentences
from trainer.engine.matches import Figure, Match
from trainer.engine.rule_sets import ALL26, BASE


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("match", *arguments, stdout=out)
    return out.getvalue()


def test_json_has_figures_and_errors() -> None:
    found = json.loads(printed("tips", "random", "--deals", "20", "--seed", "3", "--json"))
    assert (found["first"], found["second"], found["rule_set"], found["deals"]) == (
        "tips",
        "random",
        "base",
        20,
    )
    assert found["share"] > 0.5 > found["share_se"] > 0
    assert found["margin"] > 0
    assert found["decision_micros"]["first"] > 0
    assert found["bar"] is None


def test_sentences_tell_share_margin_times_and_bar() -> None:
    match = Match("net", "tips", BASE, 1, np.array([[7, 9], [6, 8]]), (1.5, 0.1))
    assert list(sentences(match)) == [
        "net against tips: 2 deals played twice, rules base",
        "  deals won    75.0 % ± 25.0 (one standard error)",
        "  trick margin +2.00 ± 1.00 a deal",
        "  net: 1.5 µs of CPU time a decision of phase one",
        "  tips: 0.1 µs of CPU time a decision of phase one",
        "  bar 62 %: met",
    ]


def test_bar_is_met_within_one_standard_error() -> None:
    assert is_met(Figure(0.61, 0.01), 0.62)
    assert not is_met(Figure(0.609, 0.01), 0.62)
    assert not is_met(Figure(0.61, None), 0.62)


def test_bars_hold_under_the_base_rules_only() -> None:
    match = Match("net", "tips", ALL26, 1, np.array([[14, 14]]), (1.0, 1.0))
    assert bar_of(match) is None
    assert figures(match)["share_se"] is None


def test_rule_set_can_be_chosen() -> None:
    assert (
        json.loads(printed("tips", "random", "--deals", "5", "--rule-set", "all26", "--json"))["rule_set"]
        == "all26"
    )


@pytest.mark.parametrize("arguments", [("oracle", "tips"), ("net", "ismcts-0")])
def test_unknown_player_is_refused(arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="is no player"):
        printed(*arguments)


@pytest.mark.parametrize("arguments", [("--deals", "0"), ("--workers", "x"), ("--rule-set", "other")])
def test_wrong_option_is_refused(arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        printed("net", "tips", *arguments)
