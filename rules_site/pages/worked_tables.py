"""Worked examples as tables: what the engine makes of results, discards and cards that are gone.

The content gives only the facts of a case (`results: 8–5 6–7`); points, standings, hands and cards
are worked out here, and a line that claims otherwise is a ContentError, as in the other figures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules_site.pages.blocks import PLAYERS, Block
from rules_site.pages.which_game import PLOCKWHIST, WHOLE_STOCK
from rules_site.pages.worked_deal import named_deal
from trainer.engine.cards import PACK, format_cards
from trainer.engine.classic_whist import SEATS, TRICKS
from trainer.engine.draw_and_choose import (
    DEALT,
    MOST_DISCARDS,
    STOCK,
    DrawAndChooseMatch,
    hand_sizes,
    turn_count,
)
from trainer.engine.rule_sets import ALL26, BASE, RuleSet
from trainer.engine.scoring import Match, Pair, Scoring, deal_points, deal_winner, offered_scorings
from trainer.engine.state import State, Trick
from trainer.engine.whole_stock import HAND
from trainer.table.rules_in_words import scoring_in_words

RESULT = re.compile(r"(\d{1,2})–(\d{1,2})")
DRAWN = "drawn"

type Row = tuple[str, ...]
type AnyMatch = Match | DrawAndChooseMatch


def written(pair: Pair) -> str:
    """Two numbers as everywhere on the site: `9–4`."""
    return "{}–{}".format(*pair)


def results(block: Block, key: str) -> list[Pair]:
    """The results of a line, the reader's number first: `8–5 6–7`."""
    words = block.fields[key].split()
    found = [RESULT.fullmatch(word) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None:
            raise block.fault(key, f"{word!r} is no result: expected two numbers such as 9–4")
    return [(int(match[1]), int(match[2])) for match in found if match]


def player_name(player: int) -> str:
    return _("You") if player == 0 else _("The opponent")


def side(player: int | None) -> str:
    """Who has won, for a claim."""
    return DRAWN if player is None else PLAYERS[player]


def match_table(block: Block) -> dict[str, object]:
    """A match deal by deal: the tricks, the points and the standing (F23, F33).

    A line `dealer` says who deals first and shows whose deal each is instead of the points (F3).
    `scoring: plockwhist` is a match to 13 in which both score.
    """
    block.require("scoring|results|caption", "target|deals|dealer|winner|score")
    played = _empty_match(block)
    with_dealer = "dealer" in block.fields
    rows: list[Row] = []
    for number, tricks in enumerate(results(block, "results"), start=1):
        before = played
        played = _with_deal(block, played, tricks)
        points = (played.score[0] - before.score[0], played.score[1] - before.score[1])
        dealer = (player_name(before.next_dealer),) if with_dealer else ()
        rest = (written(tricks),) if with_dealer else (written(tricks), written(points))
        rows.append((str(number), *dealer, *rest, written(played.score)))
    block.check_claim("score", written(played.score))
    over = played.winner is not None or (isinstance(played, Match) and played.is_drawn)
    block.check_claim("winner", side(played.winner) if over else "nobody yet")
    shown = (_("Dealer"), _("Tricks")) if with_dealer else (_("Tricks"), _("Points"))
    return {"head": (_("Deal"), *shown, _("Standing")), "rows": rows}


def _empty_match(block: Block) -> AnyMatch:
    ways = [way.value for way in Scoring]
    way = block.choice("scoring", (*ways, PLOCKWHIST), "")
    dealer = block.player("dealer") if "dealer" in block.fields else 1
    if way == PLOCKWHIST:
        return DrawAndChooseMatch(dealer=dealer)
    target, deals = block.number_or_none("target"), block.number_or_none("deals")
    try:
        return Match(Scoring(way), target, deals, dealer=dealer)
    except ValueError as error:
        raise block.fault("scoring", str(error)) from None


def _with_deal(block: Block, match: AnyMatch, tricks: Pair) -> AnyMatch:
    try:
        return match.add(tricks)
    except ValueError as error:
        raise block.fault("results", str(error)) from None


def counted(block: Block) -> dict[str, object]:
    """One deal where the last 13 tricks count and where all 26 do (F11, F31)."""
    block.require("phase one|phase two|caption", "base|all26")
    first, second = (_phase(block, key) for key in ("phase one", "phase two"))
    cases: tuple[tuple[str, RuleSet, Pair], ...] = (
        (_("The last 13"), BASE, second),
        (_("All 26"), ALL26, (first[0] + second[0], first[1] + second[1])),
    )
    rows: list[Row] = []
    for name, rule_set, tricks in cases:
        block.check_claim(rule_set.id, written(tricks))
        winner = deal_winner(tricks, rule_set)
        points = deal_points(tricks, Scoring.DIFFERENCE, rule_set)
        rows.append(
            (name, written(tricks), _("Drawn") if winner is None else player_name(winner), str(max(points)))
        )
    head = (_("What counts"), _("Tricks"), _("Winner of the deal"), _("Difference"))
    return {"head": head, "rows": rows}


def _phase(block: Block, key: str) -> Pair:
    pair, *more = results(block, key)
    if more or sum(pair) != BASE.phase_tricks:
        raise block.fault(key, f"{key} has {BASE.phase_tricks} tricks, not {block.fields[key]}")
    return pair


def worth(block: Block) -> dict[str, object]:
    """What some results are worth by each way of scoring (F20-F22); a line may claim the points of one.

    `tricks: 26` is for all 26 tricks, where over six is not offered (F31).
    """
    rule_set = block.counting()
    ways = offered_scorings(rule_set)
    block.require("results|caption", "|".join(("tricks", *(way.value for way in ways))))
    pairs = results(block, "results")
    try:
        points = {way: [str(max(deal_points(pair, way, rule_set))) for pair in pairs] for way in ways}
    except ValueError as error:
        raise block.fault("results", str(error)) from None
    for way, of_each in points.items():
        block.check_claim(way.value, " ".join(of_each))
    rows = [
        (written(pair), *row) for pair, row in zip(pairs, zip(*points.values(), strict=True), strict=True)
    ]
    return {"head": (_("Tricks"), *map(scoring_in_words, points)), "rows": rows}


def stock(block: Block) -> dict[str, object]:
    """How a played deal uses up the stock: its cards by number from the top, trick by trick (F9)."""
    block.require("fixture|tricks|caption", "left|upcards")
    deal = named_deal(block)
    all_rows = [_stock_row(before, trick) for before, trick in zip(deal.states, deal.tricks, strict=False)]
    known = {row[0]: row for row in all_rows if row}
    block.check_claim("upcards", " ".join(str(trick.upcard) for trick in deal.tricks if trick.upcard))
    for word in block.fields["tricks"].split():
        if word not in known:
            raise block.fault("tricks", f"{word!r} is no trick of phase one: expected 1 to {len(known)}")
    rows = [known[word] for word in block.fields["tricks"].split()]
    block.check_claim("left", " ".join(row[3] for row in rows))
    return {"head": (_("Trick"), _("Upcard"), _("Hidden card"), _("Cards left")), "rows": rows}


def _stock_row(before: State, trick: Trick) -> Row:
    """Trick, numbers of the two cards drawn, cards left after it; empty in phase two."""
    if not (trick.upcard and trick.drawn):
        return ()
    cards = before.deal.stock
    shown = cards.index(trick.upcard) + 1, cards.index(trick.drawn[1 - trick.winner]) + 1
    return (str(trick.number), *map(str, shown), str(len(before.stock_left) - len(shown)))


def drawing(block: Block) -> dict[str, object]:
    """Draw-and-choose after so many discards: turns, hands, and the card that stays out of play (F33)."""
    block.require("discards|caption", "tricks")
    rows: list[Row] = []
    for word in block.fields["discards"].split():
        if not word.isdecimal() or int(word) > MOST_DISCARDS:
            raise block.fault("discards", f"{word!r} is no number of discards: expected 0–{MOST_DISCARDS}")
        other, dealer = hand_sizes(int(word))
        shown = (turn_count(int(word)), other, dealer, min(other, dealer), abs(other - dealer))
        rows.append((word, *map(str, shown)))
    block.check_claim("tricks", " ".join(row[4] for row in rows))
    head = (_("Discards"), _("Turns"), _("Non-dealer"), _("Dealer"), _("Tricks"), _("Left over"))
    return {"head": head, "rows": rows}


@dataclass(frozen=True, slots=True)
class Game:
    """What tells one game of the family from another."""

    name: str
    players: int
    dealt: int
    stock: int
    trump: bool
    counted: str

    def column(self) -> Row:
        answer = _("yes") if self.trump else _("no")
        return (str(self.players), str(self.dealt), str(self.stock), answer, self.counted)


def plockwhist_tricks() -> str:
    """From how many to how many tricks there are in draw-and-choose (F33)."""
    return f"{hand_sizes(MOST_DISCARDS)[1]}–{hand_sizes(0)[1]}"


def _games() -> dict[str, Game]:
    stock = len(PACK) - 2 * BASE.phase_tricks
    return {
        "base": Game(_("Whist for two"), 2, BASE.phase_tricks, stock, True, str(BASE.counted_tricks)),
        "whist": Game(_("Whist for four"), SEATS, TRICKS, len(PACK) - SEATS * TRICKS, True, str(TRICKS)),
        PLOCKWHIST: Game(_("Draw-and-choose"), 2, DEALT, STOCK, False, plockwhist_tricks()),
        WHOLE_STOCK: Game(_("Whole stock dealt"), 2, HAND, 0, True, str(ALL26.counted_tricks)),
    }


def games(block: Block) -> dict[str, object]:
    """Games side by side (F4, F33, F34, F61), by the ids of `_games`."""
    block.require("games|caption")
    known = _games()
    unknown = [word for word in block.fields["games"].split() if word not in known]
    if unknown:
        raise block.fault("games", f"{unknown[0]!r} is no game: expected {', '.join(known)}")
    chosen = [known[word] for word in block.fields["games"].split()]
    labels = (_("Players"), _("Cards to each"), _("Cards in the stock"), _("Trump"), _("Tricks that count"))
    rows = list(zip(labels, *(game.column() for game in chosen), strict=True))
    return {"head": ("", *(game.name for game in chosen)), "rows": rows}


def unseen(block: Block) -> dict[str, object]:
    """One suit in phase two: who sees own cards and remembers those gone knows the opponent's (F12)."""
    block.require("suit|you|played|caption", "opponent")
    suit, own, gone = block.suit("suit"), block.cards("you"), block.cards("played")
    block.check_distinct("played", own, gone)
    for key, cards in (("you", own), ("played", gone)):
        for card in cards:
            if card.suit is not suit:
                raise block.fault(key, f"{card} is of another suit than {suit}")
    left = tuple(card for card in sorted(PACK) if card.suit is suit and card not in {*own, *gone})
    block.check_claim("opponent", format_cards(left) or "none")
    return {"hands": ((_("You"), own), (_("Already played"), gone), (_("So the opponent holds"), left))}
