"""The game tree of German whist on a small pack, from the rules alone (F2-F12), without the engine.

Cards are numbers: suit times ranks plus rank, suit 0 being trump. Any suit may be
trump, but names of suits mean nothing, so the deals with another trump are mirror
images and left out. Player 0 is the non-dealer and leads first.

Chance deals both hands and the first upcard at once; after each trick it gives the
loser a hidden card and turns the next upcard. A decision is named by what its player
knows and by nothing else: seat, dealer, upcard, led card, hand, and of each finished
trick the upcard, both cards and the own draw. The name is written as the engine
writes a position, so that the two can be compared.

Once the stock is gone every card is known to both by elimination, and the rest is a
game with open cards: a leaf is its value, found by plain minimax.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

SUITS, RANKS = "SHDC", "23456789TJQKA"
DEALER = 1

type Hand = tuple[int, ...]
type Node = Chance | Decision | Leaf


@dataclass(slots=True)
class Leaf:
    """The end of phase one: phase-two tricks of player 0."""

    tricks: int


@dataclass(slots=True)
class Chance:
    """Cards turned or drawn, all `children` equally likely."""

    children: list[Node]


@dataclass(slots=True)
class Decision:
    """`player` plays one of `cards`; `known` is all that the player knows."""

    player: int
    known: str
    cards: list[str]
    children: list[Node]


@dataclass(frozen=True, slots=True)
class Scene:
    """The referee's view at the start of a trick; `seen` are the finished tricks as each player saw them."""

    hands: tuple[Hand, Hand]
    leader: int
    upcard: int
    rest: Hand
    seen: tuple[str, str] = ("", "")


class SmallGame:
    """The game on the highest `ranks` of `suits` suits, `hand` cards each."""

    def __init__(self, suits: int, ranks: int, hand: int) -> None:
        assert suits * ranks == 4 * hand
        self.suits, self.ranks, self.hand = suits, ranks, hand
        self.cards = tuple(range(suits * ranks))
        self.value = cache(self._value)

    @property
    def size(self) -> str:
        """The pack as rule sets write it."""
        return f"{self.suits}x{self.ranks}x{self.hand}"

    def name(self, card: int) -> str:
        """A card in the engine's notation."""
        suit, rank = divmod(card, self.ranks)
        return SUITS[suit] + RANKS[len(RANKS) - self.ranks + rank]

    def tree(self) -> Chance:
        """The whole game."""
        return Chance([self.trick(scene) for scene in self.deals()])

    def tree_after(self, upcard: str, lead: str, reply: str, turned: str) -> Chance:
        """The game from the second trick on, the first one and the upcard after it given.

        All ways to lay the hidden cards that allow the given plays are equally likely.
        """
        first, card, answer, second = (self._number(name) for name in (upcard, lead, reply, turned))
        return Chance(
            [
                self.trick(self._next(scene, card, answer, hidden, second))
                for scene in self.deals()
                if scene.upcard == first
                and card in scene.hands[0]
                and answer in self.legal_replies(scene.hands[1], card)
                and second in scene.rest
                for hidden in scene.rest
                if hidden != second
            ]
        )

    def deals(self) -> Iterator[Scene]:
        """Both hands and the first upcard, a trump."""
        for first in itertools.combinations(self.cards, self.hand):
            left = _without(self.cards, *first)
            for second in itertools.combinations(left, self.hand):
                stock = _without(left, *second)
                for upcard in stock:
                    if self._suit(upcard) == 0:
                        yield Scene((first, second), 0, upcard, _without(stock, upcard))

    def trick(self, scene: Scene) -> Decision:
        """The tree from the start of a trick on."""
        return self._decision(scene, scene.leader, None, scene.hands[scene.leader])

    def _decision(self, scene: Scene, player: int, lead: int | None, cards: Hand) -> Decision:
        children = [
            self._reply(scene, card) if lead is None else self._draw(scene, lead, card) for card in cards
        ]
        return Decision(player, self._known(scene, player, lead), [*map(self.name, cards)], children)

    def _reply(self, scene: Scene, lead: int) -> Decision:
        follower = 1 - scene.leader
        return self._decision(scene, follower, lead, self.legal_replies(scene.hands[follower], lead))

    def _draw(self, scene: Scene, lead: int, reply: int) -> Node:
        """The winner takes the upcard, the loser the next card; the card after it is turned."""
        if len(scene.rest) == 1:
            hands = self._drawn(scene, lead, reply, scene.rest[0])
            leader = self.winner(scene, lead, reply)
            tricks = self.value(hands[leader], hands[1 - leader])
            return Leaf(tricks if leader == 0 else self.hand - tricks)
        return Chance(
            [
                self.trick(self._next(scene, lead, reply, hidden, upcard))
                for hidden, upcard in itertools.permutations(scene.rest, 2)
            ]
        )

    def _next(self, scene: Scene, lead: int, reply: int, hidden: int, upcard: int) -> Scene:
        hands = self._drawn(scene, lead, reply, hidden)
        winner = self.winner(scene, lead, reply)
        drawn = (scene.upcard, hidden) if winner == 0 else (hidden, scene.upcard)
        rows = (self._row(scene, player, (lead, reply, drawn[player])) for player in (0, 1))
        return Scene(hands, winner, upcard, _without(scene.rest, hidden, upcard), (next(rows), next(rows)))

    def _row(self, scene: Scene, player: int, cards: Hand) -> str:
        """What a player has seen of the finished tricks, this one's `cards` added."""
        row = "".join(map(self.name, (scene.upcard, *cards)))
        return f"{scene.seen[player]}_{row}" if scene.seen[player] else row

    def _drawn(self, scene: Scene, lead: int, reply: int, hidden: int) -> tuple[Hand, Hand]:
        winner = self.winner(scene, lead, reply)
        hands = [
            tuple(sorted((*_without(hand, lead, reply), scene.upcard if player == winner else hidden)))
            for player, hand in enumerate(scene.hands)
        ]
        return hands[0], hands[1]

    def winner(self, scene: Scene, lead: int, reply: int) -> int:
        """Who takes the trick (F7)."""
        return 1 - scene.leader if self.beats(reply, lead) else scene.leader

    def beats(self, reply: int, lead: int) -> bool:
        """Whether the reply takes the trick (F7)."""
        if self._suit(reply) == self._suit(lead):
            return reply > lead
        return self._suit(reply) == 0

    def legal_replies(self, hand: Hand, lead: int) -> Hand:
        """The cards that may follow `lead` (F6)."""
        return tuple(card for card in hand if self._suit(card) == self._suit(lead)) or hand

    def _value(self, leader: Hand, follower: Hand) -> int:
        """Tricks of the leader with open cards and best play by both."""
        return max((self._after_lead(leader, follower, lead) for lead in leader), default=0)

    def _after_lead(self, leader: Hand, follower: Hand, lead: int) -> int:
        rest = _without(leader, lead)
        values = []
        for reply in self.legal_replies(follower, lead):
            others = _without(follower, reply)
            if self.beats(reply, lead):
                values.append(len(others) - self.value(others, rest))
            else:
                values.append(1 + self.value(rest, others))
        return min(values)

    def _number(self, name: str) -> int:
        """The card of a name."""
        return next(card for card in self.cards if self.name(card) == name)

    def _known(self, scene: Scene, player: int, lead: int | None) -> str:
        led = "-" if lead is None else self.name(lead)
        shown = sorted(scene.hands[player], key=lambda card: (self._suit(card), -card))
        hand = "".join(map(self.name, shown))
        rows = scene.seen[player] or "-"
        return f"{player}.{DEALER}.{self.name(scene.upcard)}.{led}.{hand}.{rows}"

    def _suit(self, card: int) -> int:
        return card // self.ranks


@cache
def whole_game(suits: int, ranks: int, hand: int) -> tuple[SmallGame, Chance]:
    """A game and its tree, grown once."""
    game = SmallGame(suits, ranks, hand)
    return game, game.tree()


def _without(hand: Hand, *cards: int) -> Hand:
    return tuple(card for card in hand if card not in cards)


def decisions(root: Node) -> Iterator[Decision]:
    """Every decision of a tree, before those below it."""
    if not isinstance(root, Leaf):
        if isinstance(root, Decision):
            yield root
        for child in root.children:
            yield from decisions(child)
