"""Ending drills: one decision of phase two, solved exactly.

Positions come from deals played as in `building_phase_one`, then on with best play
and a slip now and then. A drill has right and wrong cards, and the card that a
quick look suggests is often wrong. Four themes, by what there is to decide and not by
the answer: in each about half the answers go either way. Whether to win a trick or to
ruff is no theme: with all cards known the answer is nearly always yes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import Ending, ending_of
from trainer.engine.endings import best_cards, ending_values
from trainer.engine.policies import WEIGHED, policy_card
from trainer.engine.positions import position_of
from trainer.engine.state import State, new_state, play

SLIPS = 0.25
FEWEST_CARDS, MOST_CARDS = 3, 13
COMMON_SIZES = range(4, 8)

DRAW_TRUMPS, CASH_WINNERS = "draw-trumps", "cash-winners"
LOSE_THE_LEAD, DISCARD = "lose-the-lead", "discard"

type Drill = dict[str, Any]


def ending_drills(seed: int) -> Iterator[Drill]:
    """At most one drill for each theme and side from the ending of one deal, the least obvious ones."""
    rng = Random(f"ending {seed}")
    found: dict[tuple[str, bool], tuple[tuple[float, float], Drill]] = {}
    for state in ending_states(rng):
        ending = ending_of(state)
        theme = ending_theme(ending)
        if theme is None or not FEWEST_CARDS <= ending.tricks_left <= MOST_CARDS:
            continue
        values = ending_values(ending)
        answer = side(ending, theme, best_cards(values))
        if answer is None or len(set(values.values())) == 1:
            continue
        rank = (obviousness(ending, values), rng.random())
        sort = theme, answer
        if sort not in found or rank < found[sort][0]:
            found[sort] = (rank, drill_of(state, ending, values, theme, seed))
    for _, drill in found.values():
        yield drill


def ending_states(rng: Random) -> Iterator[State]:
    """The states of phase two of one deal."""
    policy = WEIGHED.with_errors(SLIPS)
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
    while state.phase == 1:
        state = play(state, policy_card(policy, position_of(state, state.to_play), rng))
    while state.phase == 2:
        yield state
        values = ending_values(ending_of(state))
        cards = tuple(values) if rng.random() < SLIPS else best_cards(values)
        state = play(state, rng.choice(cards))


def drill_of(state: State, ending: Ending, values: dict[Card, int], theme: str, seed: int) -> Drill:
    """The drill of one decision."""
    most = max(values.values())
    own, other = state.to_play, 1 - state.to_play
    won = state.phase_two_tricks
    return {
        "theme": theme,
        "seed": seed,
        "question": "lead" if ending.led is None else "follow",
        "position": ending.notation(),
        "choices": {str(card): {"tricks": tricks, "loss": most - tricks} for card, tricks in values.items()},
        "facts": {
            "method": "exact",
            "tricks_won": [won[own], won[other]],
            "gap": min(most - tricks for tricks in values.values() if tricks < most),
            "fooled": fooled(ending, values),
        },
    }


def ending_theme(ending: Ending) -> str | None:
    """What there is to decide, None if it is none of the themes.

    On lead: whether to draw trumps while both hold some; else, holding winners,
    whether to cash one; else with which card to give up the lead. To follow: what
    to discard where the trick cannot be won.
    """
    trump, led, hand = ending.trump, ending.led, ending.hand
    trumps = [card for card in hand if card.suit is trump]
    if led is None:
        if trumps and any(card.suit is trump for card in ending.hands[1 - ending.leader]):
            return DRAW_TRUMPS if len(trumps) < len(hand) else None
        winners = [card for card in hand if is_top(card, ending)]
        if winners:
            return CASH_WINNERS if len(winners) < len(hand) else None
        return LOSE_THE_LEAD
    following = any(card.suit is led.suit for card in hand)
    return None if following or trumps else DISCARD


def side(ending: Ending, theme: str, right: Sequence[Card]) -> bool | None:
    """Which way the answer goes.

    Whether the right cards draw trumps or cash a winner, None if only some of them
    do; in the other themes whether the lowest card is right.
    """
    match theme:
        case "draw-trumps":
            does = {card.suit is ending.trump for card in right}
        case "cash-winners":
            does = {is_top(card, ending) for card in right}
        case _:
            does = {lowest(ending.hand) in right}
    return does.pop() if len(does) == 1 else None


def is_top(card: Card, ending: Ending) -> bool:
    """Whether no card of the other hand is higher in the same suit."""
    other = ending.hands[1 - ending.to_play]
    return all(card.suit is not held.suit or card.rank > held.rank for held in other)


def lowest(hand: Sequence[Card]) -> Card:
    """The lowest rank of a hand without a choice of trumps; of equal ones the last in display order."""
    return max(hand, key=lambda card: (-card.rank, card.display_key))


def quick_looks(ending: Ending) -> list[Card]:
    """What a quick look suggests: the top trump and the highest card, or the lowest to give up or discard."""
    theme, hand = ending_theme(ending), ending.hand
    if theme in {LOSE_THE_LEAD, DISCARD}:
        return [lowest(hand)]
    trumps = [card for card in hand if card.suit is ending.trump]
    return [*trumps[:1], max(hand, key=lambda card: card.rank)]


def fooled(ending: Ending, values: dict[Card, int]) -> int:
    """How many quick looks are wrong."""
    most = max(values.values())
    return sum(values[card] < most for card in dict.fromkeys(quick_looks(ending)))


def obviousness(ending: Ending, values: dict[Card, int]) -> float:
    """Lower for positions in which quick looks fail, few cards are right and the size is common."""
    share_right = len(best_cards(values)) / len(values)
    unusual = 0.0 if ending.tricks_left in COMMON_SIZES else 0.5
    return share_right + unusual - fooled(ending, values)


def select_endings(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """A set of `wanted` drills: themes and sides in turn, sizes mixed, quick looks mostly wrong."""
    waiting: dict[tuple[str, bool], list[Drill]] = defaultdict(list)
    for drill in sorted(drills, key=lambda drill: (-drill["facts"]["fooled"], drill["id"])):
        ending = Ending.parse(drill["position"])
        right = [Card.parse(name) for name, choice in drill["choices"].items() if choice["loss"] == 0]
        answer = side(ending, drill["theme"], right)
        if answer is not None:
            waiting[drill["theme"], answer].append(drill)
    chosen: list[Drill] = []
    sizes: dict[int, int] = defaultdict(int)
    while len(chosen) < wanted and any(waiting.values()):
        for sort in sorted(waiting):
            if waiting[sort] and len(chosen) < wanted:
                drill = min(waiting[sort], key=lambda drill: selection_rank(drill, sizes))
                waiting[sort].remove(drill)
                sizes[size_of(drill)] += 1
                chosen.append(drill)
    return chosen


def selection_rank(drill: Drill, sizes: dict[int, int]) -> tuple[int, int]:
    """Drills that fool a quick look first, then sizes with the fewest so far; common ones get more."""
    size = size_of(drill)
    return (0 if drill["facts"]["fooled"] else 1), sizes[size] // (3 if size in COMMON_SIZES else 1)


def size_of(drill: Drill) -> int:
    """Cards of the player to play."""
    return len(Ending.parse(drill["position"]).hand)
