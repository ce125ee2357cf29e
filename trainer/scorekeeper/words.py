"""Sentences about a pad: who plays, by which rules, how it stands, who deals next."""

from __future__ import annotations

from django.utils.translation import gettext

from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.scoring import Scoring
from trainer.scorekeeper.counting import Count, Line, dealer_of
from trainer.scorekeeper.models import Entry, Pad
from trainer.scorekeeper.tables import most_tricks
from trainer.table.chosen_rules import ChosenRules
from trainer.table.rules_in_words import match_in_words, scoring_in_words, tricks_in_words


def names_of(pad: Pad) -> tuple[str, str]:
    """What the two are called; a colour where no name was given."""
    return pad.first_called or gettext("Red"), pad.second_called or gettext("Blue")


def rules_of(pad: Pad) -> str:
    """«Tomannswhist: 13 stikk teller, differanse, først til 7 poeng.»"""
    game = {
        Pad.Game.GERMAN: gettext("Tomannswhist"),
        Pad.Game.PLOCKWHIST: gettext("Plockwhist"),
        Pad.Game.WHIST: gettext("Whist for four"),
    }[Pad.Game(pad.game)]
    return f"{game}: {', '.join(_rule_parts(pad))}."


def _rule_parts(pad: Pad) -> tuple[str, ...]:
    length = match_in_words(ChosenRules(target=pad.target, deals=pad.deals))
    if pad.game == Pad.Game.GERMAN:
        counted = tricks_in_words(RULE_SETS[pad.rule_set].counted_tricks)
        return counted, scoring_in_words(Scoring(pad.scoring)).lower(), length
    if pad.game == Pad.Game.PLOCKWHIST:
        return gettext("both score over six"), length
    honours = (gettext("with honours") if pad.with_honours else gettext("without honours"),)
    if pad.is_rubber:
        return gettext("rubber of games to %(target)s") % {"target": pad.target}, *honours
    return (length, gettext("tricks over six")) if pad.deals is not None else (length, *honours)


def standing_of(pad: Pad, count: Count) -> str:
    """Where the match stands, in a sentence or two; it says who deals next while it goes on."""
    names = names_of(pad)
    if count.is_over:
        return _result(pad, count, names)
    dealer = {"name": names[dealer_of(pad, len(count.lines))]}
    if not count.lines:
        return gettext("%(name)s deals first.") % dealer
    parts = [_score(count, names)]
    if count.games:
        parts.insert(0, gettext("Games: %(own)s–%(other)s.") % _pair(_games_won(count)))
    return " ".join([*parts, gettext("%(name)s deals next.") % dealer])


def _score(count: Count, names: tuple[str, str]) -> str:
    own, other = score_in_play(count)
    if own == other:
        return gettext("It stands %(own)s–%(other)s.") % {"own": own, "other": other}
    best = 0 if own > other else 1
    said = {"name": names[best], "most": max(own, other), "least": min(own, other)}
    return gettext("%(name)s leads %(most)s–%(least)s.") % said


def _result(pad: Pad, count: Count, names: tuple[str, str]) -> str:
    own, other = count.score
    if count.winner is None:
        return gettext("The match is drawn, %(own)s–%(other)s.") % {"own": own, "other": other}
    name = names[count.winner]
    if count.value is not None:
        won = {"name": name, "value": count.value, **_pair(sorted(_games_won(count), reverse=True))}
        told = gettext("%(name)s has won the rubber %(own)s–%(other)s. It is worth %(value)s points.")
        return told % won
    said = {"name": name, "most": count.score[count.winner], "least": count.score[1 - count.winner]}
    return gettext("%(name)s has won the match %(most)s–%(least)s.") % said


def score_in_play(count: Count) -> tuple[int, int]:
    """The score that the next deal adds to: nothing yet in a new game of a rubber."""
    new_game = bool(count.lines) and not count.is_over and count.lines[-1].game_won_by is not None
    return (0, 0) if new_game else count.score


def _games_won(count: Count) -> list[int]:
    return [count.games.count(0), count.games.count(1)]


def _pair(numbers: list[int]) -> dict[str, int]:
    return {"own": numbers[0], "other": numbers[1]}


def entered_in_words(line: Line) -> str:
    """The tricks of a deal, «8–5», and whether anyone revoked."""
    tricks = f"{line.deal.tricks[0]}–{line.deal.tricks[1]}"
    return f"{tricks} {gettext('revoke')}" if any(line.deal.penalties) else tricks


def penalties_in_words() -> list[tuple[str, str]]:
    """What the other side may choose when a side has revoked, after «no revoke» (F67)."""
    return [
        ("", gettext("No revoke")),
        (Entry.Penalty.TRICKS.value, gettext("Gives three tricks")),
        (Entry.Penalty.POINTS.value, gettext("The others get three points")),
        (Entry.Penalty.DEDUCTED.value, gettext("Loses three points")),
    ]


def impossible(pad: Pad) -> str:
    """Says which numbers of tricks a deal can have."""
    if pad.game == Pad.Game.PLOCKWHIST:
        return gettext("Write the tricks of both. A deal of plockwhist has 19 to 26 tricks in all.")
    return gettext("Choose a whole number of tricks from 0 to %(most)s.") % {"most": most_tricks(pad)}
