"""The golden play-through: one real phase one, card by card (W11).

Player 0 is the non-dealer and leads; the fixture's `plays` are leader's card and
reply of each trick.
"""

from __future__ import annotations

import json

from tests.shared_files import paper_file
from trainer.engine.cards import Card, parse_cards
from trainer.engine.deals import Deal, deal_pack
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.engine.state import State, new_state, play

FIXTURE = json.loads(paper_file("fixtures/w11_playthrough.json").read_text(encoding="utf-8"))
PLAYS = [Card.parse(text) for trick in FIXTURE["plays"] for text in trick]


def w11_deal() -> Deal:
    """The deal, player 1 dealing."""
    order = parse_cards(" ".join(FIXTURE["deal_order"] + FIXTURE["stock"]))
    return deal_pack(order, dealer=1)


def w11_states(rule_set: RuleSet = BASE) -> list[State]:
    """All 27 states from the deal to the end of phase one."""
    states = [new_state(w11_deal(), rule_set)]
    for card in PLAYS:
        states.append(play(states[-1], card))
    return states


def w11_after(tricks: int, *, led: bool = False) -> State:
    """The state after so many tricks, or after the next lead."""
    return w11_states()[2 * tricks + led]
