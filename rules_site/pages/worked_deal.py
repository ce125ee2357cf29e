"""A whole deal to step through: `content/deals/<name>.json`, replayed card by card by the engine.

The reader is player 0. In phase two every card of the shipped deal is the exact best (the tests prove
it), so the result is not luck.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from django.conf import settings

from rules_site.pages.blocks import Block
from rules_site.pages.load import ContentError
from rules_site.pages.moments import Moment, moments_of
from trainer.engine.cards import Card, NotationError, parse_cards
from trainer.engine.deals import Deal
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.engine.state import IllegalCard, State, Trick, new_state, play


@dataclass(frozen=True, eq=False)
class WorkedDeal:
    """A deal in play: `states` are the tables before each trick and after the last one.

    Made once and kept, so it is compared as an object: what is drawn of it can be kept too. `led` is a
    card led after that, where a record stops within a trick. `engine_plays` says that the cards were
    chosen by the engine and not by people.
    """

    states: tuple[State, ...]
    led: Card | None = None
    engine_plays: bool = False

    @property
    def end(self) -> State:
        """The table after the last finished trick."""
        return self.states[-1]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self.end.finished_tricks

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """What there is to step through."""
        return tuple(moments_of(self.states, self.led))

    def step_of_trick(self, number: int) -> int:
        """The step at which a trick is led to; past the last trick, the last step."""
        for step, moment in enumerate(self.moments):
            if moment.lead and len(moment.before.finished_tricks) + 1 >= number:
                return step
        return len(self.moments) - 1


def deal_path(name: str) -> Path:
    return Path(settings.CONTENT_DIR) / "deals" / f"{name}.json"


def load_deal(block: Block, rule_set: RuleSet = BASE) -> WorkedDeal:
    """The deal of a block of its own; ContentError if it is not there or can't be played."""
    block.require("fixture|caption")
    return named_deal(block, rule_set)


def named_deal(block: Block, rule_set: RuleSet = BASE) -> WorkedDeal:
    """The deal that the line `fixture` of a block names."""
    path = deal_path(block.fields["fixture"])
    if not path.exists():
        raise block.fault("fixture", f"there is no content/deals/{path.name}")
    return read_deal(path, path.stat().st_mtime_ns, rule_set)


@lru_cache(maxsize=16)
def read_deal(path: Path, changed_at: int, rule_set: RuleSet = BASE) -> WorkedDeal:
    """Read and replay a file; `changed_at` makes an edited file a new one."""
    record = json.loads(path.read_text("utf-8"))
    try:
        first, second = (parse_cards(hand) for hand in record["hands"])
        deal = Deal((first, second), parse_cards(" ".join(record["stock"])), record.get("dealer", 1))
        states = [new_state(deal, rule_set)]
        for lead, reply in record["plays"]:
            states.append(play(play(states[-1], Card.parse(lead)), Card.parse(reply)))
    except (NotationError, IllegalCard) as error:
        raise ContentError(path, 1, f"trick {len(states)}: {error}") from None
    if not states[-1].is_over:
        raise ContentError(path, 1, f"the deal stops after trick {len(states[-1].finished_tricks)}")
    return WorkedDeal(tuple(states))
