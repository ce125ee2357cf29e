"""The figure of a trick for four: who plays what, and who wins it (F60-F62).

Seats go clockwise from the reader, as in the engine's classic whist: you, the player on the left, your
partner, the player on the right.
"""

from __future__ import annotations

from django.utils.translation import gettext

from rules_site.pages import voices
from rules_site.pages.blocks import Block
from trainer.engine.classic_whist import SEATS, next_seat, trick_winner

SEAT_NAMES = ("you", "left", "partner", "right")


def trick_of_four(block: Block) -> dict[str, object]:
    """Four cards in the order in which they were played, the leader's first."""
    block.require("trump|leader|cards|caption", "winner")
    trump, cards = block.suit("trump"), block.cards("cards")
    leader = SEAT_NAMES.index(block.choice("leader", SEAT_NAMES, ""))
    if len(cards) != SEATS:
        raise block.fault("cards", f"a trick for four has {SEATS} cards, not {len(cards)}")
    block.check_distinct("cards", cards)
    seats = [leader]
    while len(seats) < SEATS:
        seats.append(next_seat(seats[-1]))
    winner = trick_winner(cards, trump, leader)
    block.check_claim("winner", SEAT_NAMES[winner])
    said = [voices.trump_is(trump)]
    for seat, card in zip(seats, cards, strict=True):
        pattern = (
            gettext("%(player)s leads %(card)s.") if seat == leader else gettext("%(player)s plays %(card)s.")
        )
        said.append(pattern % {"player": player_name(seat), "card": voices.name(card)})
    best = cards[seats.index(winner)]
    won = gettext("%(player)s wins the trick with %(card)s.")
    said.append(won % {"player": player_name(winner), "card": voices.name(best)})
    return {
        "trump": trump,
        "plays": [(card, player_name(seat), seat == winner) for seat, card in zip(seats, cards, strict=True)],
        "voice": " ".join(said),
    }


def player_name(seat: int) -> str:
    """What the player in a seat is called, at the beginning of a sentence and below a card."""
    names = (
        gettext("You"),
        gettext("The player on your left"),
        gettext("Your partner"),
        gettext("The player on your right"),
    )
    return names[seat]
