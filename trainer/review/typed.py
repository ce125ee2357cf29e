"""A deal played with real cards, typed in card by card as it went (F3-F10).

The cards stand in the order in which they were seen: in each of the first thirteen tricks the upcard, the
card led, the reply and, where you lost the trick, the card you drew; after that two cards a trick. Who
leads follows from the tricks. What the opponent drew unseen is not asked: any draws that fit what was
played make the same deal for you. A deal that is not whole is read as far as it goes and can't be reviewed,
since the hands are known only when every card has been played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.utils.translation import get_language, gettext

from trainer.engine.cards import Card, NotationError, Suit
from trainer.engine.deals import Deal
from trainer.engine.rule_sets import RuleSet
from trainer.engine.state import IllegalCard, State, new_state, play
from trainer.engine.tricks import trick_winner
from trainer.table.names import card_name

YOU, OPPONENT = 0, 1
UPCARD, LEAD, REPLY, DRAWN = "upcard", "lead", "reply", "drawn"
EXAMPLES = "SA, HT, D9, C2"
LONGEST = 600  # letters; a whole deal has some 250


class TypedFault(ValueError):
    """Something is wrong with a deal; says where and what."""


@dataclass(slots=True)
class Trick:
    """A trick as far as it has been typed."""

    number: int
    leader: int
    upcard: Card | None = None
    lead: Card | None = None
    reply: Card | None = None
    drawn: Card | None = None
    winner: int | None = None


@dataclass(slots=True)
class Typed:
    """What has been read: tricks, where each card was played and who took it, and what comes next."""

    rule_set: RuleSet
    leader: int
    tricks: list[Trick] = field(default_factory=list)
    played: dict[Card, int] = field(default_factory=dict)
    takers: dict[Card, int] = field(default_factory=dict)

    @property
    def trick(self) -> Trick:
        return self.tricks[-1]

    @property
    def expects(self) -> str:
        """Which card comes next; nothing when the deal is whole."""
        if not self.tricks or self._is_complete(self.trick):
            number = len(self.tricks) + 1
            if number > self.rule_set.all_tricks:
                return ""
            return UPCARD if number <= self.rule_set.phase_tricks else LEAD
        last = self.trick
        if last.lead is None:
            return LEAD
        return REPLY if last.reply is None else DRAWN

    @property
    def to_play(self) -> int:
        """Whose card comes next, where one is to be played."""
        if self.expects == REPLY:
            return 1 - self.trick.leader
        if not self.tricks:
            return self.leader
        last = self.trick
        return last.winner if last.winner is not None else last.leader

    @property
    def seen(self) -> set[Card]:
        """Every card typed so far."""
        return set(self.played) | set(self.takers)

    def add(self, card: Card) -> None:
        """Read one more card; raise `TypedFault` for one that cannot come here."""
        expected = self.expects
        number = len(self.tricks) + (expected == UPCARD or (expected == LEAD and self._begins()))
        if not expected:
            raise TypedFault(gettext("The deal is whole: no card comes after trick 26."))
        if expected in {UPCARD, DRAWN}:
            self._require_unseen(card, number)
        else:
            self._require_playable(card, number)
        self._place(card, expected)

    def _begins(self) -> bool:
        return not self.tricks or self._is_complete(self.trick)

    def _place(self, card: Card, expected: str) -> None:
        if expected == UPCARD or (expected == LEAD and self._begins()):
            leader = self.to_play
            self.tricks.append(Trick(len(self.tricks) + 1, leader))
        trick = self.trick
        if expected == UPCARD:
            trick.upcard = card
            self.takers[card] = -1  # in the stock until the trick is over
            return
        if expected == DRAWN:
            trick.drawn = card
            self.takers[card] = YOU
            return
        self.played[card] = trick.number
        if expected == LEAD:
            trick.lead = card
            return
        trick.reply = card
        assert trick.lead is not None
        trick.winner = trick_winner(trick.lead, card, self._trump(), trick.leader)
        if trick.upcard is not None:
            self.takers[trick.upcard] = trick.winner

    def _trump(self) -> Suit:
        upcard = self.tricks[0].upcard
        assert upcard is not None
        return upcard.suit

    def _is_complete(self, trick: Trick) -> bool:
        if trick.winner is None:
            return False
        loses_unseen = trick.number <= self.rule_set.phase_tricks and trick.winner == OPPONENT
        return trick.drawn is not None or not loses_unseen

    def _require_unseen(self, card: Card, number: int) -> None:
        if card in self.played:
            told = gettext("Trick %(trick)s: %(card)s has been played already, in trick %(before)s.")
            raise TypedFault(told % _said(card, number, before=self.played[card]))
        if card in self.takers:
            told = gettext("Trick %(trick)s: %(card)s has come from the stock already.")
            raise TypedFault(told % _said(card, number))

    def _require_playable(self, card: Card, number: int) -> None:
        if card in self.played:
            told = gettext("Trick %(trick)s: %(card)s has been played already, in trick %(before)s.")
            raise TypedFault(told % _said(card, number, before=self.played[card]))
        taker = self.takers.get(card, self.to_play)
        if taker == -1:
            told = gettext("Trick %(trick)s: %(card)s still lies on the stock.")
            raise TypedFault(told % _said(card, number))
        if taker != self.to_play:
            by_you = gettext("Trick %(trick)s: you took %(card)s, so the opponent cannot play it.")
            by_other = gettext("Trick %(trick)s: the opponent took %(card)s, so you cannot play it.")
            raise TypedFault((by_you if taker == YOU else by_other) % _said(card, number))


def read_typed(text: str, rule_set: RuleSet, leader: int) -> tuple[Typed, str]:
    """What the text says up to the first fault, and the fault in words, if any."""
    typed = Typed(rule_set, leader)
    try:
        for word in words_of(text):
            typed.add(_card(word))
    except TypedFault as fault:
        return typed, str(fault)
    return typed, ""


def words_of(text: str) -> list[str]:
    """The cards of a text, one by one, whatever stands between them."""
    return re.findall(r"[^\s,;.]+", text[:LONGEST].upper())


def whole_deal(typed: Typed) -> State:
    """The finished deal with you in seat 0; raise `TypedFault` for what no deal can be."""
    assert not typed.expects
    rule_set = typed.rule_set
    unseen = _opponents_draws(typed)
    _require_no_revoke(typed, YOU, set())
    stock = [card for trick in typed.tricks[: rule_set.phase_tricks] for card in _pair(trick, unseen)]
    hands = tuple(
        tuple(card for card in _plays(typed, player) if card not in stock) for player in (YOU, OPPONENT)
    )
    try:
        state = new_state(Deal((hands[0], hands[1]), tuple(stock), 1 - typed.leader), rule_set)
        for trick in typed.tricks:
            for card in (trick.lead, trick.reply):
                assert card is not None
                state = play(state, card)
    except (IllegalCard, NotationError) as error:
        raise TypedFault(gettext("These cards do not make a deal: %(why)s") % {"why": error}) from None
    return state


def _pair(trick: Trick, unseen: dict[int, Card]) -> tuple[Card, Card]:
    """The two stock cards of a trick of the first part."""
    hidden = trick.drawn or unseen[trick.number]
    assert trick.upcard is not None
    return trick.upcard, hidden


def _plays(typed: Typed, player: int) -> list[Card]:
    found = []
    for trick in typed.tricks:
        card = trick.lead if trick.leader == player else trick.reply
        assert card is not None
        found.append(card)
    return found


def _opponents_draws(typed: Typed) -> dict[int, Card]:
    """Cards for the draws that you did not see, each between the lack of its suit and its play.

    Of the cards that must have been drawn late, the one played first comes first.
    """
    draws = [t.number for t in typed.tricks if t.upcard is not None and t.winner == YOU]
    open_cards = {c: n for c, n in typed.played.items() if c in _plays(typed, OPPONENT)}
    left = {card: number for card, number in open_cards.items() if card not in typed.takers}
    since = {card: _missing_since(typed, OPPONENT, card) for card in left}
    chosen: dict[int, Card] = {}
    for draw in draws:
        fits = [card for card, number in left.items() if since[card] <= draw < number]
        if not fits:
            raise TypedFault(
                gettext("Trick %(trick)s: no card that the opponent played later can have been drawn here.")
                % {"trick": draw}
            )
        card = min(fits, key=lambda card: (since[card] == 0, left[card]))
        chosen[draw] = card
        del left[card]
    _require_no_revoke(typed, OPPONENT, set(chosen.values()))
    return chosen


def _missing_since(typed: Typed, player: int, card: Card) -> int:
    """The last trick before the card was played in which the player did not follow its suit; 0 for none."""
    missed = [
        trick.number for trick in _discards(typed, player) if trick.lead and trick.lead.suit is card.suit
    ]
    return max((number for number in missed if number < typed.played[card]), default=0)


def _discards(typed: Typed, player: int) -> list[Trick]:
    """The tricks in which the player had to follow suit and did not."""
    return [
        trick
        for trick in typed.tricks
        if trick.leader != player
        and typed.rule_set.must_follow(trick.number)
        and trick.lead
        and trick.reply
        and trick.lead.suit is not trick.reply.suit
    ]


def _require_no_revoke(typed: Typed, player: int, drawn: set[Card]) -> None:
    """Raise `TypedFault` where the player held a card of the suit that was led and played another."""
    came = {card: trick.number for trick in typed.tricks for card in _came(trick, player)}
    for trick in _discards(typed, player):
        assert trick.lead is not None
        assert trick.reply is not None
        for card in _plays(typed, player):
            held_from = came.get(card, trick.number if card in drawn else 0)
            late = typed.played[card] > trick.number
            if card.suit is trick.lead.suit and late and held_from < trick.number:
                told = gettext(
                    "Trick %(trick)s: %(card)s does not follow suit, but %(held)s was in the same hand. "
                    "It was played in trick %(later)s."
                )
                names = _said(trick.reply, trick.number, later=typed.played[card])
                raise TypedFault(told % (names | {"held": card_name(card, get_language() or "nb")}))


def _came(trick: Trick, player: int) -> list[Card]:
    """The stock cards known to have come to a player in a trick."""
    upcard = [trick.upcard] if trick.upcard is not None and trick.winner == player else []
    drawn = [trick.drawn] if trick.drawn is not None and player == YOU else []
    return [*upcard, *drawn]


def _card(word: str) -> Card:
    try:
        return Card.parse(word.replace("10", "T"))
    except NotationError:
        shown = word if len(word) < 12 else f"{word[:12]}…"
        told = gettext("“%(text)s” is no card. Write a suit and a rank, as in %(examples)s.")
        raise TypedFault(told % {"text": shown, "examples": EXAMPLES}) from None


def _said(card: Card, trick: int, **more: int) -> dict[str, object]:
    return {"card": card_name(card, get_language() or "nb"), "trick": trick, **more}
