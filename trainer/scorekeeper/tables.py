"""What deals are worth, as a table that a browser without a network can look in.

The browser adds points up and follows games from row to row; what a deal gives is in the table, and
the table is made by the engine (`counting`), result by result.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from trainer.engine.classic_scoring import Game, WhistResult
from trainer.engine.draw_and_choose import MOST_DISCARDS, hand_sizes
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.scoring import Pair
from trainer.scorekeeper.counting import Count, Deal, count_pad
from trainer.scorekeeper.models import Pad

HONOURS: dict[str, Pair] = {"": (0, 0), "a3": (3, 0), "a4": (4, 0), "b3": (0, 3), "b4": (0, 4)}
WHIST_TRICKS = 13


def takes_penalties(pad: Pad) -> bool:
    """Whether a revoke is punished on the pad: in games of whist, where a side can be kept from winning."""
    return pad.game == Pad.Game.WHIST and pad.deals is None


def most_tricks(pad: Pad) -> int:
    """How many tricks a deal has that count; the most of them in plockwhist."""
    match pad.game:
        case Pad.Game.GERMAN:
            return RULE_SETS[pad.rule_set].counted_tricks
        case Pad.Game.PLOCKWHIST:
            return hand_sizes(0)[1]
    return WHIST_TRICKS


def deal_key(pad: Pad, deal: Deal) -> str:
    """What a deal is called in the table: `8`, in plockwhist `14-10`, in whist with honours `8a3`.

    Penalties for revokes follow, the second side's in capitals: `8a3tD`. Such a deal is not in the table.
    """
    if pad.game == Pad.Game.PLOCKWHIST:
        return f"{deal.tricks[0]}-{deal.tricks[1]}"
    honours = next((key for key, held in HONOURS.items() if held == deal.honours), "")
    own, other = deal.penalties
    return f"{deal.tricks[0]}{honours}{own}{other.upper()}"


def possible_deals(pad: Pad) -> Iterator[Deal]:
    """Every deal that can be entered on a pad."""
    if pad.game == Pad.Game.PLOCKWHIST:
        fewest, most = hand_sizes(MOST_DISCARDS)[1], most_tricks(pad)
        for total in range(fewest, most + 1):
            for own in range(total + 1):
                yield Deal("", (own, total - own))
        return
    honours = HONOURS.values() if pad.with_honours else ((0, 0),)
    for own, held in product(range(most_tricks(pad) + 1), honours):
        yield Deal("", (own, most_tricks(pad) - own), held)


def score_table(pad: Pad) -> dict[str, Any]:
    """`points` by deal; for games of whist the `keys` of deals and, by score, what each leads to."""
    if pad.game == Pad.Game.WHIST and pad.deals is None:
        keys, steps = _whist_games(pad.target or 0, pad.with_honours)
        return {"keys": list(keys), "games": dict(steps)}
    return {"points": {deal_key(pad, deal): _points(pad, deal) for deal in possible_deals(pad)}}


def punished_deals(pad: Pad, count: Count) -> dict[str, str]:
    """What the deals with revokes led to, by the score before and the deal: `3-2 8t` to `3-4`.

    A browser without a network knows these alone: others wait until the server has counted them.
    """
    found, score = {}, (0, 0)
    for line in count.lines:
        if any(line.deal.penalties) and not line.is_beyond:
            found["{}-{} {}".format(*score, deal_key(pad, line.deal))] = "{}-{}".format(*line.score)
        score = (0, 0) if line.game_won_by is not None else line.score
    return found


def _points(pad: Pad, deal: Deal) -> Pair:
    count: Count = count_pad(pad, [deal])
    return count.lines[0].points


@lru_cache(maxsize=8)
def _whist_games(
    target: int, with_honours: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """The keys of the deals, and for every score below the target the scores after each of them."""
    pad = Pad(game=Pad.Game.WHIST, target=target, with_honours=with_honours)
    deals = list(possible_deals(pad))
    rows = [
        (f"{own}-{other}", tuple(_after(target, with_honours, (own, other), deal) for deal in deals))
        for own, other in product(range(target), repeat=2)
    ]
    return tuple(deal_key(pad, deal) for deal in deals), tuple(rows)


def _after(target: int, with_honours: bool, score: Pair, deal: Deal) -> str:
    own, other = Game(target, with_honours, score=score).add(WhistResult(deal.tricks, deal.honours)).score
    return f"{own}-{other}"
