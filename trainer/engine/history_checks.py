"""Whether a history of phase one can have happened, as far as one player can tell.

The tricks are replayed by the rules (F5-F9) with the player's own hand, which is
known throughout, and with what is known of the opponent's. At the end the cards
that the opponent played and may still hold must fit the slots of that hand.
Whatever does not fit is a `NotationError` that names the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .cards import Card, NotationError, Suit
from .histories import OpponentView, SeenTrick
from .notation import require_distinct
from .rule_sets import RuleSet
from .tricks import is_revoke, revoke_reason, trick_winner


class HistoryReplay:
    """Plays a history again from the player's seat, checking every row.

    `cards` are all cards that the player has held: those played and the hand.
    """

    def __init__(self, player: int, dealer: int, rule_set: RuleSet, cards: set[Card]) -> None:
        self.player, self.leader, self.rule_set = player, 1 - dealer, rule_set
        self.trick = 1
        self.held = cards
        self.seen = set(cards)
        self.known_opponent_cards: set[Card] = set()
        self.trump: Suit | None = None

    def turn_up(self, upcard: Card) -> None:
        """Turn the upcard of the current trick; the first one makes trump (F4)."""
        if upcard in self.seen:
            raise self._wrong(f"upcard {upcard} has been seen before")
        self.seen.add(upcard)
        self.trump = self.trump or upcard.suit

    def finish(self, row: SeenTrick) -> None:
        """Check one finished trick and draw."""
        if row.leader != self.leader:
            raise self._wrong(f"player {self.leader} leads, not player {row.leader}")
        self.turn_up(row.upcard)
        follow = row.lead if self.rule_set.must_follow(self.trick) else None
        self._own_card(row.card_of(self.player), None if row.leader == self.player else follow)
        self.opponent_card(row.card_of(1 - self.player), follow if row.leader == self.player else None)
        self._draw(row)
        self.leader = row.winner
        self.trick += 1

    def _own_card(self, card: Card, follow: Card | None) -> None:
        if card not in self.held:
            raise self._wrong(f"player {self.player} plays {card} without holding it")
        if follow is not None and is_revoke(card, tuple(self.held), follow):
            raise self._wrong(revoke_reason(card, tuple(sorted(self.held)), follow))
        self.held.remove(card)

    def opponent_card(self, card: Card, follow: Card | None) -> None:
        """Check a card of the opponent; `follow` is the card that must be followed."""
        known = self.known_opponent_cards
        if card not in known and card in self.seen:
            raise self._wrong(f"player {1 - self.player} plays {card}, which is not in that hand")
        if follow is not None and is_revoke(card, tuple(known), follow):
            raise self._wrong(revoke_reason(card, tuple(sorted(known)), follow))
        known.discard(card)
        self.seen.add(card)

    def _draw(self, row: SeenTrick) -> None:
        assert self.trump is not None
        winner = trick_winner(row.lead, row.follow, self.trump, row.leader)
        if row.winner != winner:
            raise self._wrong(f"player {winner} wins with {row.card_of(winner)}, not player {row.winner}")
        if winner == self.player and row.my_draw != row.upcard:
            raise self._wrong(f"the winner draws the upcard {row.upcard}, not {row.my_draw}")
        if winner != self.player:
            self.known_opponent_cards.add(row.upcard)
            if row.my_draw in self.seen:
                raise self._wrong(f"{row.my_draw} cannot be drawn: it has been seen before")
        self.held.add(row.my_draw)
        self.seen.add(row.my_draw)

    def _wrong(self, reason: str) -> NotationError:
        return NotationError(f"trick {self.trick}: {reason}")


def dealt_cards(player: int, hand: Sequence[Card], history: Sequence[SeenTrick]) -> set[Card]:
    """The cards that `player` was dealt, worked back from the hand, the plays and the draws."""
    owned = [*hand, *(row.card_of(player) for row in history)]
    require_distinct(owned, f"the hand and plays of player {player}")
    draws = [row.my_draw for row in history]
    require_distinct(draws, f"the draws of player {player}")
    for trick, card in enumerate(draws, start=1):
        if card not in owned:
            raise NotationError(f"trick {trick}: {card} was drawn but is neither in the hand nor played")
    return set(owned) - set(draws)


def require_possible_hand(view: OpponentView, unseen: Sequence[Card]) -> None:
    """Raise `NotationError` unless the opponent's hidden slots can hold what they must.

    Every hidden play needs a slot of its own, and every hidden slot a played or
    unseen card. When each side can be matched, both can at once (Mendelsohn and
    Dulmage), so two plain matchings decide.
    """
    if not view.voids:
        return  # any cards may have been dealt, and they cover every play
    slots = [slot.filled_at for slot in view.hidden_slots]
    plays = view.hidden_plays
    cards = [(play.card, play.trick) for play in plays] + [(card, None) for card in unseen]

    def fits(slot: int, card: int) -> bool:
        return view.may_have_held(slots[slot], *cards[card])

    unplaced = unmatched(range(len(plays)), range(len(slots)), lambda card, slot: fits(slot, card))
    if unplaced is not None:
        play = plays[unplaced]
        raise NotationError(f"trick {play.trick}: {play.card} is impossible after the voids shown before")
    unfilled = unmatched(range(len(slots)), range(len(cards)), fits)
    if unfilled is not None:
        raise NotationError("no unseen cards fit the opponent's hand, by the voids shown")


def unmatched(left: range, right: range, fits: Callable[[int, int], bool]) -> int | None:
    """The first of `left` that finds no partner of its own in `right`, or None (Kuhn's algorithm)."""
    partner: dict[int, int] = {}

    def place(item: int, tried: set[int]) -> bool:
        for choice in right:
            if choice in tried or not fits(item, choice):
                continue
            tried.add(choice)
            if choice not in partner or place(partner[choice], tried):
                partner[choice] = item
                return True
        return False

    return next((item for item in left if not place(item, set())), None)
