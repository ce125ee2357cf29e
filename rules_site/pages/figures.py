"""Figures of the content, each replayed by the engine before it is drawn.

A figure says only what its cards say: who wins, which cards are legal and what a lead is worth are
computed here, and a line that claims otherwise is a ContentError. The picture is hidden from screen
readers, which get sentences made from the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules_site.pages import voices
from rules_site.pages.blocks import PLAYERS, Block
from trainer.engine.cards import Card, NotationError
from trainer.engine.ending_positions import Ending, play
from trainer.engine.endings import ending_values
from trainer.engine.scoring import Scoring, deal_points
from trainer.engine.tricks import beats, legal_replies, trick_winner


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a figure is drawn: the language and the letters on the cards."""

    language: str
    card_letters: str


type Inline = Callable[[str, int], SafeString]
type Draw = Callable[[Block], dict[str, object]]


def draw(block: Block, reader: Reader, inline: Inline) -> SafeString:
    """The HTML of one figure; `inline` renders the text of its caption."""
    make, template = FIGURES[block.kind]
    caption = inline(block.fields.get("caption", ""), block.lines.get("caption", block.line))
    context = {"display": reader, "caption": caption, **make(block)}
    return render_to_string(f"cards/{template}", context)


def quick_facts(block: Block) -> dict[str, object]:
    """Names and values, as written."""
    return {"facts": block.fields}


def trick(block: Block) -> dict[str, object]:
    """Two cards, who wins them and, with an upcard, who takes what."""
    block.require("trump|led|reply|caption", "upcard|winner")
    trump, (leader, lead), (follower, reply) = block.suit("trump"), block.played("led"), block.played("reply")
    upcard = block.card("upcard")
    if leader == follower:
        raise block.fault("reply", f"{PLAYERS[leader]} plays both cards of the trick")
    block.check_distinct("reply", (lead, reply, *([upcard] if upcard else ())))
    winner = trick_winner(lead, reply, trump, leader)
    block.check_claim("winner", PLAYERS[winner])
    said = [
        voices.trump_is(trump),
        voices.led(leader, lead),
        voices.replied(follower, lead, reply, trump),
        voices.won(winner, lead if winner == leader else reply),
    ]
    if upcard:
        said.append(voices.drawn(winner, upcard))
    return {
        "trump": trump,
        "plays": [
            (lead, voices.lead_label(leader), winner == leader),
            (reply, voices.reply_label(follower, lead, reply, trump), winner == follower),
        ],
        "upcard": upcard,
        "mine": winner == 0,
        "voice": " ".join(said),
    }


def hand(block: Block) -> dict[str, object]:
    """A hand to play from: the cards that may not be played lie flat."""
    block.require("cards|led|trump|caption", "upcard|legal")
    cards, trump, upcard = tuple(sorted(block.cards("cards"))), block.suit("trump"), block.card("upcard")
    lead = block.card("led")
    assert lead is not None  # required above
    block.check_distinct("cards", cards, (lead, *([upcard] if upcard else ())))
    legal = legal_replies(cards, lead)
    block.check_claim("legal", " ".join(map(str, legal)))
    return {
        "trump": trump,
        "led": lead,
        "upcard": upcard,
        "cards": [(card, card in legal) for card in cards],
        "voice": " ".join((voices.trump_is(trump), voices.led(1, lead), voices.hand_in_words(cards))),
        "legal": "" if len(legal) == len(cards) else voices.card_list(legal),
    }


@dataclass(frozen=True, slots=True)
class Line:
    """What one card of an ending leads to: the best answer to it and the reader's tricks."""

    card: Card
    answer: str
    tricks: int
    best: bool


def ending(block: Block) -> dict[str, object]:
    """A position with all cards open and the exact result of every card in turn."""
    block.require("trump|you|opponent|to play|caption", "led|best|tricks")
    position = _position(block)
    lines = ending_lines(position.notation())
    best = [line for line in lines if line.best]
    block.check_claim("best", " ".join(str(line.card) for line in best))
    block.check_claim("tricks", str(best[0].tricks))
    own, other = position.hands
    return {
        "trump": position.trump,
        "own": own,
        "other": other,
        "led": position.led,
        "to_play": position.to_play,
        "lines": lines,
        "total": position.tricks_left,
        "words": {
            "trump": voices.trump_is(position.trump),
            "own": voices.card_list(own),
            "other": voices.card_list(other),
        },
    }


def _position(block: Block) -> Ending:
    turn, led = block.player("to play"), block.card("led")
    leader = turn if led is None else 1 - turn
    try:
        return Ending(block.suit("trump"), leader, (block.cards("you"), block.cards("opponent")), led)
    except NotationError as error:
        raise block.fault("you", str(error)) from None


def ending_lines(notation: str) -> list[Line]:
    """Every legal card of a position with its exact result."""
    position = Ending.parse(notation)
    values = exact_values(notation)
    most = max(values.values())
    own = position.to_play == 0
    return [
        Line(card, _answer(position, card), value if own else position.tricks_left - value, value == most)
        for card, value in values.items()
    ]


@cache
def exact_values(notation: str) -> Mapping[Card, int]:
    """Solved once a process: a page is drawn anew for every language and set of letters."""
    return ending_values(Ending.parse(notation))


def _answer(position: Ending, card: Card) -> str:
    """What the other player does about a led card: one of the best replies, the cheapest that wins."""
    if position.led is not None:
        won = trick_winner(position.led, card, position.trump, position.leader)
        return voices.won(won, card if won == position.to_play else position.led)
    after = play(position, card)
    values = exact_values(after.notation())
    best = [reply for reply, value in values.items() if value == max(values.values())]
    reply = min(best, key=lambda reply: (not beats(reply, card, position.trump), reply.rank))
    return voices.replied(after.to_play, card, reply, position.trump)


def scores(block: Block) -> dict[str, object]:
    """What the winner scores for every result of a deal, by every way of scoring or by one."""
    block.require("method", "caption")
    ways = {"all": tuple(Scoring)} | {way.value: (way,) for way in Scoring}
    if block.fields["method"] not in ways:
        raise block.fault("method", f"method is {block.fields['method']!r}: expected {', '.join(ways)}")
    chosen = ways[block.fields["method"]]
    rows = [(won, 13 - won, [deal_points((won, 13 - won), way)[0] for way in chosen]) for won in range(7, 14)]
    return {"ways": [way.value for way in chosen], "rows": rows}


FIGURES: dict[str, tuple[Draw, str]] = {
    "facts": (quick_facts, "_facts.html"),
    "trick": (trick, "_trick.html"),
    "hand": (hand, "_hand.html"),
    "ending": (ending, "_ending.html"),
    "scores": (scores, "_scores.html"),
}
