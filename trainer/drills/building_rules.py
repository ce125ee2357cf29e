"""Rules drills: questions whose answer the rules of the game settle (F6-F9, F20-F22).

Positions come from random play, so that odd cases come up too: an off-suit card that
does not win, a trump on a plain lead, an upcard of another suit than the led one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from trainer.engine.cards import Card
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import Ending
from trainer.engine.positions import Position, legal_cards, position_of
from trainer.engine.scoring import Scoring, deal_points
from trainer.engine.state import new_state, play
from trainer.engine.tricks import beats

LEGAL, WINNER, DRAW, NEXT_LEAD, SCORE = "legal", "winner", "draw", "next-lead", "score"
THEMES = {
    LEGAL: "follow-suit",
    WINNER: "trick-winner",
    DRAW: "draw",
    NEXT_LEAD: "next-lead",
    SCORE: "score",
}
POSITIONS_A_DEAL = 5

type Drill = dict[str, Any]


def rules_drills(seed: int) -> Iterator[Drill]:
    """One drill of each question that the positions of one deal allow."""
    rng = Random(f"rules {seed}")
    decisions = [position for position in random_positions(rng) if position.led is not None]
    rng.shuffle(decisions)
    suits = [position for position in decisions if 0 < len(illegal(position)) < len(position.hand)]
    for position in suits[:1]:
        choices = {str(card): {"right": card not in illegal(position)} for card in position.hand}
        yield drill(seed, LEGAL, position.notation(), choices, {"case": case_of_hand(position)})
    for question, position in zip((WINNER, DRAW, NEXT_LEAD), decisions[:3], strict=False):
        yield trick_question(seed, question, position, rng)
    yield score_question(seed, rng)


def random_positions(rng: Random) -> Iterator[Position]:
    """The decisions of one deal of random cards."""
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)))
    while state.phase == 1:
        position = position_of(state, state.to_play)
        yield position
        state = play(state, rng.choice(legal_cards(position)))


def illegal(position: Position) -> set[Card]:
    """The cards of the hand that may not be played."""
    return set(position.hand) - set(legal_cards(position))


def trick_question(seed: int, question: str, position: Position, rng: Random) -> Drill:
    """A question about the trick after a reply of the player."""
    reply = rng.choice(legal_cards(position))
    lead = position.led
    assert lead is not None
    won = beats(reply, lead, position.trump)
    answers = {
        WINNER: (str(reply), str(lead)),
        DRAW: ("upcard", "hidden"),
        NEXT_LEAD: ("you", "opponent"),
    }[question]
    choices = {key: {"right": won == (place == 0)} for place, key in enumerate(answers)}
    asked = {"reply": str(reply)}
    facts = {"asked": asked, "case": case_of_trick(lead, reply, position)}
    return drill(seed, question, position.notation(), choices, facts)


def score_question(seed: int, rng: Random) -> Drill:
    """How many points a deal gives; the wrong numbers are those of the other ways to count."""
    own = rng.randrange(14)
    tricks = (own, 13 - own)
    scoring = rng.choice(list(Scoring))
    points = max(deal_points(tricks, scoring))
    numbers = {max(deal_points(tricks, way)) for way in Scoring} | {max(tricks)}
    choices = {f"points:{number}": {"right": number == points} for number in sorted(numbers)}
    trump = rng.choice("SHDC")
    over = Ending.parse(f"phase2.{trump}.0.-.-.-").notation()
    asked = {"tricks": list(tricks), "scoring": scoring.value}
    return drill(seed, SCORE, over, choices, {"asked": asked, "case": scoring.value})


def drill(seed: int, question: str, position: str, choices: dict[str, Any], facts: dict[str, Any]) -> Drill:
    """The fields of a rules drill; `asked` in the facts is part of the question."""
    return {
        "theme": THEMES[question],
        "seed": seed,
        "question": question,
        "position": position,
        "choices": choices,
        "facts": {"method": "rules", **facts},
    }


def case_of_hand(position: Position) -> str:
    """What makes a hand tempting: trumps or the upcard's suit held beside the led suit."""
    assert position.led is not None
    suits = {card.suit for card in illegal(position)}
    if position.led.suit is position.trump:
        return "trump-led"
    if position.upcard.suit in suits and position.upcard.suit is not position.trump:
        return "upcard-suit-held"
    return "trumps-held" if position.trump in suits else "plain"


def case_of_trick(lead: Card, reply: Card, position: Position) -> str:
    """Which rule decides the trick."""
    if lead.suit is reply.suit:
        return "higher" if reply.rank > lead.rank else "lower"
    if reply.suit is position.trump:
        return "ruff"
    return "off-suit-higher" if reply.rank > lead.rank else "off-suit"


def select_rules(drills: Sequence[Drill], wanted: int) -> list[Drill]:
    """A set of `wanted` drills, the themes and the cases of each in turn, answers as even as can be."""
    waiting: dict[str, dict[tuple[str, str], list[Drill]]] = defaultdict(lambda: defaultdict(list))
    for found in sorted(drills, key=lambda found: found["id"]):
        waiting[found["theme"]][found["facts"]["case"], answer_of(found)].append(found)
    chosen: list[Drill] = []
    asked: set[tuple[Any, ...]] = set()
    while len(chosen) < wanted:
        before = len(chosen)
        for theme in sorted(waiting):
            sorts = [sort for sort in sorted(waiting[theme]) if waiting[theme][sort]]
            if sorts and len(chosen) < wanted:
                sort = min(sorts, key=lambda sort: times_taken(chosen, theme, sort))
                found = waiting[theme][sort].pop()
                if _asks(found) not in asked:
                    asked.add(_asks(found))
                    chosen.append(found)
        if len(chosen) == before:
            break
    return chosen


def _asks(drill: Drill) -> tuple[Any, ...]:
    """What is the same for two drills that ask the same: counting the same tricks by the same method."""
    facts = drill["facts"]
    return (SCORE, *facts["tricks"], facts["scoring"]) if drill["question"] == SCORE else (drill["id"],)


def times_taken(chosen: Sequence[Drill], theme: str, sort: tuple[str, str]) -> tuple[int, int]:
    """How often the case and how often the answer of a sort has been taken in a theme."""
    same = [drill for drill in chosen if drill["theme"] == theme]
    cases = sum(drill["facts"]["case"] == sort[0] for drill in same)
    return cases, sum(answer_of(drill) == sort[1] for drill in same)


def answer_of(drill: Drill) -> str:
    """The right answer in short: its word, or for cards their place among the choices."""
    right: list[str] = [key for key, choice in drill["choices"].items() if choice["right"]]
    if drill["question"] == LEGAL:
        return "cards"
    if drill["question"] == WINNER:
        return "reply" if right[0] == next(iter(drill["choices"])) else "lead"
    return right[0]
