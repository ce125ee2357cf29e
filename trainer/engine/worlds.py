"""Worlds drawn under a belief, ready to be played out; `beliefs.py` says what a world is.

Two beliefs:

* *uniform*: every history of the other hand that fits has the same chance;
* *inferred*: a history counts as much as a sensible opponent would have played its
  cards. In each world all past decisions of the opponent are taken again, with the hand
  of that world, by a policy that is softened: it mostly plays what it values most, it
  may play what it values less (`HEAT`, in tricks), and a little anything (`FLOOR`).

Worlds of the inferred belief carry weights. To save work that would hardly count, a
world of little weight is mostly thrown back before it is played out, and counts for
more if it stays (rejection control: Liu, Chen and Wong, 1998). From which weight on
is settled by a first few hundred worlds. The weights stay right whatever the limit is.

World number i of a seed is the same in batches of any size and order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import sampling_kernel
from . import table_kernel as kernel
from .beliefs import UNIFORM, Histories, World, last_worlds, uniform_histories
from .cards import Card, card_bits
from .history_checks import dealt_cards
from .policies import scratch, shared_weights, table_of
from .positions import Position, known_opponent_cards
from .table_kernel import Table, Words
from .weights_kernel import Weights

INFERRED = "inferred"
BELIEFS = (UNIFORM, INFERRED)

HEAT = 0.15
FLOOR = 0.05
PILOT_WORLDS = 256
PILOT_SEED = 0x5EED  # added to the seed
# How much dearer a world is to play out than to draw and weigh, for settling what to throw back:
PLAY_COST = 10.0
LEAST_PASSING = 0.02  # share of the worlds drawn that must stay

Rows = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """N worlds as the kernels take them.

    `hands` (N) are the opponent's hands as bits, `stocks` (N × cards) the stock below
    the upcard, `slots` (N × slots) the hidden cards in order of filling, `streams` (N)
    the random numbers that follow. `weights` (N) is None if all count the same.
    `are_all`: they are all the worlds there are, and the weights their chances.
    """

    hands: Words
    stocks: Rows
    slots: Rows
    streams: npt.NDArray[np.uint64]
    weights: Chances | None
    are_all: bool = False

    def __len__(self) -> int:
        return len(self.hands)

    def world(self, position: Position, number: int) -> World:
        """One of them; not for worlds that are all there are, which leave the history open."""
        dealt = position.rule_set.pack.hand
        slots = _cards(self.slots[number])
        hand = int(self.hands[number])
        held = (card for card in position.rule_set.pack.cards if hand >> card.index & 1)
        return World(slots[:dealt], slots[dealt:], tuple(held), _cards(self.stocks[number]))


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """The cards that the opponent has played, as `inference_kernel.history_chance` takes them."""

    tables: Rows
    plays: Words
    drawn: Words
    taken: Words
    given: Words

    @property
    def arrays(self) -> tuple[Rows, Words, Words, Words, Words]:
        """The arguments of the kernel."""
        return self.tables, self.plays, self.drawn, self.taken, self.given


NO_WORDS = np.zeros(0, dtype=np.int64)
NO_DECISIONS = Decisions(np.zeros((0, kernel.PLACES), dtype=np.int64), NO_WORDS, NO_WORDS, NO_WORDS, NO_WORDS)


@dataclass(frozen=True, slots=True, eq=False)
class WorldSource:
    """Draws worlds of one position, belief, policy and seed; made by `world_source`."""

    position: Position
    histories: Histories
    decisions: Decisions
    weights: Weights
    seed: int
    least: float = 0.0
    scale: float = 1.0
    _work: Weights = field(default_factory=scratch)

    def draw(self, count: int, first_world: int = 0) -> Worlds:
        """Worlds `first_world`, `first_world` + 1, …; about 0.005 ms each, 0.05 under the inferred belief."""
        histories = self.histories
        slots = histories.dealt + len(histories.draws)
        left = 2 * histories.dealt - 2 * self.position.trick + 1
        hands = np.zeros(count, dtype=np.int64)
        stocks = np.zeros((count, left), dtype=np.int64)
        filled = np.zeros((count, slots), dtype=np.int64)
        streams = np.zeros(count, dtype=np.uint64)
        worths = np.ones(count)
        sampling_kernel.draw_worlds(
            *histories.arrays,
            self.weights,
            self._work,
            *self.decisions.arrays,
            HEAT,
            FLOOR,
            self.least,
            histories.known,
            self.seed,
            first_world,
            hands,
            stocks,
            filled,
            streams,
            worths,
            np.zeros(kernel.PLACES, dtype=np.int64),
            np.zeros(52, dtype=np.float32),
            np.zeros_like(histories.unplayed),
            np.zeros(1, dtype=np.uint64),
            np.zeros(1, dtype=np.uint64),
        )
        weights = worths / self.scale if len(self.decisions.plays) else None
        return Worlds(hands, stocks, filled, streams, weights)


def world_source(position: Position, *, belief: str, policy: str, seed: int) -> WorldSource:
    """Get ready to draw worlds; some milliseconds, most under the inferred belief."""
    if belief not in BELIEFS:
        raise ValueError(f"no belief {belief!r}: there are {', '.join(BELIEFS)}")
    histories = uniform_histories(position)
    weights = shared_weights(policy, position.rule_set)
    if belief == UNIFORM:
        return WorldSource(position, histories, NO_DECISIONS, weights, seed)
    decisions = opponent_decisions(position)
    pilot = WorldSource(position, histories, decisions, weights, seed + PILOT_SEED).draw(PILOT_WORLDS)
    if pilot.weights is None:
        return WorldSource(position, histories, decisions, weights, seed)
    least = _worth_playing(pilot.weights)
    return WorldSource(position, histories, decisions, weights, seed, least, float(pilot.weights.mean()))


def all_last_worlds(position: Position) -> Worlds:
    """All worlds of the follower's last card of phase one: only the last card of the stock is hidden."""
    hidden = last_worlds(position)
    known = card_bits(known_opponent_cards(position))
    unseen = card_bits(hidden)
    hands = [known | unseen ^ 1 << card.index for card in hidden]
    stocks = np.array([[card.index] for card in hidden], dtype=np.int64)
    return Worlds(
        np.array(hands, dtype=np.int64),
        stocks,
        np.zeros((len(hidden), 0), dtype=np.int64),
        np.zeros(len(hidden), dtype=np.uint64),
        np.array(list(hidden.values())),
        are_all=True,
    )


def opponent_decisions(position: Position) -> Decisions:
    """Every card that the opponent has played, with the table as it was then, seen from the opponent."""
    table = _first_table(position)
    upcards = [row.upcard.index for row in position.history] + [position.upcard.index]
    tables: list[Table] = []
    plays: list[int] = []
    drawn: list[int] = []
    taken: list[int] = []
    given: list[int] = []
    draws, took, gave = 0, 0, 0
    for number in range(len(upcards)):
        played = _card_of_opponent(position, number)
        if played is None:
            break
        row = position.history[number] if number < len(position.history) else None
        if row is not None and row.leader == position.player:
            _lead(table, 0, row.lead.index)
        tables.append(_without_hands(table))
        plays.append(played.index)
        drawn.append(draws)
        taken.append(took)
        given.append(gave)
        gave |= 1 << played.index
        if row is None:
            break
        _finish(table, position, number, upcards[number + 1])
        if row.winner == position.player:
            draws += 1
        else:
            took |= 1 << row.upcard.index
    rows = np.array(tables, dtype=np.int64).reshape(len(tables), kernel.PLACES)
    return Decisions(rows, *(np.array(numbers, dtype=np.int64) for numbers in (plays, drawn, taken, given)))


def _card_of_opponent(position: Position, number: int) -> Card | None:
    """What the opponent played to the trick with this number from 0, None if nothing yet."""
    if number < len(position.history):
        return position.history[number].card_of(1 - position.player)
    return position.led


def _first_table(position: Position) -> Table:
    """The table of the position as it was before the first card."""
    table = table_of(position)
    first = position.history[0].upcard if position.history else position.upcard
    own = dealt_cards(position.player, position.hand, position.history)
    table[kernel.HANDS] = card_bits(own)
    table[kernel.KNOWN : kernel.KNOWN + 2] = 0
    table[kernel.VOIDS : kernel.VOIDS + 2] = 0
    table[kernel.PLAYED] = 0
    table[kernel.UPCARD] = first.index
    table[kernel.LEADER] = 0 if position.dealer != position.player else 1
    table[kernel.LED] = -1
    table[kernel.TRICK] = 1
    table[kernel.WON] = 0
    table[kernel.AGES : kernel.AGES + 8] = kernel.NEVER
    return table


def _lead(table: Table, player: int, card: int) -> None:
    kernel.take_card(table, player, card)
    table[kernel.LED] = card


def _finish(table: Table, position: Position, number: int, next_upcard: int) -> None:
    """Play the rest of a finished trick on the table and draw; the opponent's draws stay hidden."""
    row = position.history[number]
    leader = 0 if row.leader == position.player else 1
    winner = 0 if row.winner == position.player else 1
    if leader == 1:
        _lead(table, 1, row.lead.index)
    kernel.take_card(table, 1 - leader, row.follow.index)
    hidden = row.upcard.index if winner == 0 else row.my_draw.index  # the first is as good as any
    stock = np.array([hidden, next_upcard], dtype=np.int64)
    kernel.finish_trick(table, stock, 0, row.lead.index, row.follow.index, winner, winner, winner)


def _without_hands(table: Table) -> Table:
    """What of a table the opponent knows, but for the own hand."""
    seen = table.copy()
    seen[kernel.HANDS : kernel.HANDS + 2] = 0
    return seen


def _worth_playing(worths: Chances) -> float:
    """From which worth on a world is always played out: what gives most for the work.

    `worths` are of worlds drawn without a limit. With a limit c a share `passing` stays,
    and N worlds that stay are worth N * `use` worlds of equal weight.
    """
    best, limit = 0.0, 0.0
    for least in np.quantile(worths, np.linspace(0.0, 1.0, 41)):
        passing = float(np.minimum(1.0, worths / least).mean()) if least > 0 else 1.0
        if passing < LEAST_PASSING:
            continue
        use = worths.mean() ** 2 / (passing * (worths * np.maximum(worths, least)).mean())
        gain = float(use / (1.0 / passing + PLAY_COST))
        if gain > best:
            best, limit = gain, float(least)
    return limit


def _cards(indices: Words) -> tuple[Card, ...]:
    return tuple(Card.from_index(int(index)) for index in indices)
