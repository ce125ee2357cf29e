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
from rules_site.pages.measured import measured
from rules_site.pages.score_figures import matches, variants
from rules_site.pages.whist_figures import trick_of_four
from rules_site.pages.worked_tables import counted, drawing, games, match_table, stock, unseen, worth
from trainer.engine.cards import Card, NotationError
from trainer.engine.ending_positions import Ending, play
from trainer.engine.endings import ending_values
from trainer.engine.rule_sets import ALL26, ALL_TRICKS, BASE
from trainer.engine.scoring import deal_points, deal_results, offered_scorings
from trainer.engine.tricks import beats, legal_replies, trick_winner
from trainer.table.chosen_rules import FOLLOWS, FREE, MUST, USUAL_RULES, ChosenRules


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a page is made: the language, the letters on the cards, the rules they play by."""

    language: str
    card_letters: str
    rules: ChosenRules = USUAL_RULES


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
    """A hand to play from: the cards that may not be played lie flat.

    `follow: free` is phase one without duty to follow (F30). `winning` claims which cards win.
    """
    block.require("cards|led|trump|caption", "upcard|legal|follow|winning")
    cards, trump, upcard = tuple(sorted(block.cards("cards"))), block.suit("trump"), block.card("upcard")
    lead = block.card("led")
    assert lead is not None  # required above
    block.check_distinct("cards", cards, (lead, *([upcard] if upcard else ())))
    legal = cards if block.choice("follow", FOLLOWS, MUST) == FREE else legal_replies(cards, lead)
    block.check_claim("legal", " ".join(map(str, legal)))
    block.check_claim("winning", " ".join(str(card) for card in legal if beats(card, lead, trump)))
    return {
        "trump": trump,
        "led": lead,
        "upcard": upcard,
        "cards": [(card, card in legal) for card in cards],
        "voice": " ".join((voices.trump_is(trump), voices.led(1, lead), voices.hand_in_words(cards))),
        "legal": "" if len(legal) == len(cards) else voices.card_list(legal),
    }


def start(block: Block) -> dict[str, object]:
    """The table when the cards have been dealt: backs, the stock with its upcard, the own hand."""
    block.require("cards|upcard|caption")
    cards, upcard = tuple(sorted(block.cards("cards"))), block.card("upcard")
    assert upcard is not None  # required above
    block.check_distinct("cards", cards, (upcard,))
    if len(cards) != BASE.phase_tricks:
        raise block.fault("cards", f"a hand is dealt {BASE.phase_tricks} cards, not {len(cards)}")
    said = (voices.start(len(cards), ALL_TRICKS), voices.upcard_is(upcard), voices.trump_is(upcard.suit))
    return {
        "cards": cards,
        "upcard": upcard,
        "trump": upcard.suit,
        "voice": " ".join((*said, voices.hand_in_words(cards))),
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
    """What the winner scores for every result of a deal, by every way of scoring or by one.

    `tricks: 26` is the table where the tricks of both phases count (F31); a drawn deal scores nothing.
    """
    block.require("method", "caption|tricks")
    rule_set = block.counting()
    offered = offered_scorings(rule_set)
    ways = {"all": offered} | {way.value: (way,) for way in offered}
    chosen = ways[block.choice("method", tuple(ways), "all")]
    rows = [
        (*tricks, [deal_points(tricks, way, rule_set)[0] for way in chosen])
        for tricks in deal_results(rule_set)
    ]
    return {"ways": [way.value for way in chosen], "rows": rows, "all_tricks": rule_set is ALL26}


FIGURES: dict[str, tuple[Draw, str]] = {
    "facts": (quick_facts, "_facts.html"),
    "trick": (trick, "_trick.html"),
    "trick-of-four": (trick_of_four, "_trick.html"),
    "hand": (hand, "_hand.html"),
    "start": (start, "_start.html"),
    "ending": (ending, "_ending.html"),
    "scores": (scores, "_scores.html"),
    "measured": (measured, "_measured.html"),
    "matches": (matches, "_matches.html"),
    "variants": (variants, "_variants.html"),
    "match": (match_table, "_worked.html"),
    "counted": (counted, "_worked.html"),
    "worth": (worth, "_worked.html"),
    "stock": (stock, "_worked.html"),
    "drawing": (drawing, "_worked.html"),
    "games": (games, "_worked.html"),
    "unseen": (unseen, "_unseen.html"),
}
