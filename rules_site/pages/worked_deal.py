"""A whole deal to step through: `content/deals/<name>.json`, replayed card by card by the engine.

The reader is player 0 and sees what player 0 saw: the opponent's hidden cards stay hidden. In phase
two every card is the exact best (the tests prove it), so the result is not luck.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules_site.pages import voices
from rules_site.pages.blocks import Block
from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError
from trainer.engine.cards import Card, NotationError, Suit, parse_cards
from trainer.engine.deals import Deal
from trainer.engine.rule_sets import ALL_TRICKS
from trainer.engine.state import IllegalCard, State, Trick, new_state, play

FIRST_STEP, LAST_STEP = 1, ALL_TRICKS


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """A deal played to the end; `states[n]` is the table before trick n + 1."""

    name: str
    states: tuple[State, ...]

    @property
    def trump(self) -> Suit:
        return self.states[0].trump

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.states[-1].finished_tricks


def deal_path(name: str) -> Path:
    return Path(settings.CONTENT_DIR) / "deals" / f"{name}.json"


def load_deal(block: Block) -> WorkedDeal:
    """The deal a block names; ContentError if it is not there or can't be played."""
    block.require("fixture|caption")
    path = deal_path(block.fields["fixture"])
    if not path.exists():
        raise block.fault("fixture", f"there is no content/deals/{path.name}")
    return read_deal(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def read_deal(path: Path, changed_at: int) -> WorkedDeal:
    """Read and replay a file; `changed_at` makes an edited file a new one."""
    record = json.loads(path.read_text("utf-8"))
    try:
        first, second = (parse_cards(hand) for hand in record["hands"])
        state = new_state(Deal((first, second), parse_cards(" ".join(record["stock"])), dealer=1))
        states = [state]
        for lead, reply in record["plays"]:
            state = play(play(state, Card.parse(lead)), Card.parse(reply))
            states.append(state)
    except (NotationError, IllegalCard) as error:
        raise ContentError(path, 1, f"trick {len(states)}: {error}") from None
    if not state.is_over:
        raise ContentError(path, 1, f"the deal stops after trick {len(state.finished_tricks)}")
    return WorkedDeal(path.stem, tuple(states))


def chosen_step(text: str) -> int:
    """The trick an address asks for, or the nearest there is."""
    return min(max(int(text), FIRST_STEP), LAST_STEP) if text.isdecimal() and len(text) < 4 else FIRST_STEP


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the reader's hand before the trick; `played` marks the one that leaves it."""

    card: Card
    played: bool


def render_deal(deal: WorkedDeal, step: int, reader: Reader, caption: SafeString) -> SafeString:
    """The figure at one trick, with the list of all 26 below it."""
    return render_to_string(
        "cards/_deal.html", {"display": reader, "caption": caption, **step_at(deal, step)}
    )


def render_step(deal: WorkedDeal, step: int, reader: Reader) -> SafeString:
    """The part of the figure that changes from trick to trick."""
    return render_to_string("cards/_step.html", {"display": reader, **step_at(deal, step)})


def step_at(deal: WorkedDeal, step: int) -> dict[str, object]:
    """What there is to see and to say at one trick."""
    trick, before, after = deal.tricks[step - 1], deal.states[step - 1], deal.states[step]
    follower = 1 - trick.leader
    own = trick.lead if trick.leader == 0 else trick.reply
    return {
        "deal": deal,
        "step": step,
        "previous": step - 1 if step > FIRST_STEP else None,
        "following": step + 1 if step < LAST_STEP else None,
        "trick": trick,
        "plays": [
            (trick.lead, voices.lead_label(trick.leader), trick.winner == trick.leader),
            (
                trick.reply,
                voices.reply_label(follower, trick.lead, trick.reply, deal.trump),
                trick.winner == follower,
            ),
        ],
        "mine": trick.winner == 0,
        "own_draw": trick.drawn[0] if trick.drawn and trick.winner == 1 else None,
        "hand": [HandCard(card, card == own) for card in before.hands[0]],
        "tally": after.tricks_won if after.trick > 14 or after.is_over else None,
        "voice": voices.trick_in_words(trick, deal.trump),
        "hand_voice": voices.hand_in_words(before.hands[0]),
        "ending": voices.result(after) if after.is_over else "",
        "rows": [_row(trick) for trick in deal.tricks],
    }


def _row(trick: Trick) -> dict[str, object]:
    own, other = (trick.lead, trick.reply) if trick.leader == 0 else (trick.reply, trick.lead)
    return {
        "number": trick.number,
        "own": own,
        "other": other,
        "leader": trick.leader,
        "winner": trick.winner,
        "draw": trick.drawn[0] if trick.drawn else None,
    }
