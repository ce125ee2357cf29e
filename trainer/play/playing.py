"""What is done to a deal: a card, the opponent's cards, a hint, a card taken back, the rest claimed.

Every change is one UPDATE of one row, over the version that it was decided on. The learner's card is
stored before the opponent thinks: if the server stops in between, the next page goes on from there.
"""

from __future__ import annotations

from django.utils import timezone

from trainer.engine.cards import Card
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import best_card, ending_value
from trainer.engine.notation import compact_cards, read_cards
from trainer.engine.scoring import Pair
from trainer.engine.state import State, play
from trainer.play.dealing import LEARNER, OPPONENT, played_state, state_of, thinking_seed
from trainer.play.models import PlayedDeal
from trainer.play.thinking import room_to_think

IDEA, CARD = 1, 2  # how much of a hint


class StaleDeal(Exception):
    """Something else has been done to the deal since."""


def play_card(deal: PlayedDeal, version: int, card: Card) -> None:
    """Store the learner's card; raise `StaleDeal`, or `IllegalCard` for one that may not be played."""
    state = state_of(deal)
    if deal.version != version or state.is_over or state.to_play != LEARNER:
        raise StaleDeal
    _write(deal, play(state, card))


def let_opponent_play(deal: PlayedDeal) -> None:
    """Play the opponent's cards until it is the learner's turn or the deal is over.

    Raises `Busy`. Two requests may work out the same cards: the second finds them written.
    """
    while not deal.is_over and state_of(deal).to_play == OPPONENT:
        with room_to_think():
            state = _after_opponent(deal, state_of(deal))
        try:
            _write(deal, state)
        except StaleDeal:
            _read_again(deal)


def _read_again(deal: PlayedDeal) -> None:
    fresh = PlayedDeal.objects.values().get(pk=deal.pk)
    for name, value in fresh.items():
        setattr(deal, name, value)


def _after_opponent(deal: PlayedDeal, state: State) -> State:
    from trainer.engine.opponents import opponent_card  # noqa: PLC0415 - compiled, for who plays

    while not state.is_over and state.to_play == OPPONENT:
        state = play(state, opponent_card(deal.match.opponent, state, thinking_seed(deal)))
    return state


def give_hint(deal: PlayedDeal, version: int) -> None:
    """Give the idea, and the card when asked once more; the deal is then left out of the results."""
    if deal.version != version:
        raise StaleDeal
    again = deal.hint_at == version and deal.hint >= IDEA
    _update(
        deal,
        hint=CARD if again else IDEA,
        hint_at=version,
        unrated=deal.unrated or PlayedDeal.Unrated.HELP,
    )


def mark_helped(deal: PlayedDeal) -> None:
    """The coach has warned of a card."""
    if not deal.unrated:
        _update(deal, unrated=PlayedDeal.Unrated.HELP)


def take_back(deal: PlayedDeal, version: int) -> None:
    """Take the learner's last card back and all that followed; the stock stays as it lay."""
    state = state_of(deal)
    kept = _before_last_own(deal)
    if deal.version != version or deal.is_over or kept is None:
        raise StaleDeal
    seen = (
        {*read_cards(deal.seen_ahead), *_seen_of_stock(state)} if deal.seen_ahead else _seen_of_stock(state)
    )
    _write(deal, kept, unrated=PlayedDeal.Unrated.TAKEN_BACK, seen_ahead=compact_cards(sorted(seen)))


def _before_last_own(deal: PlayedDeal) -> State | None:
    """The state in which the learner played the last own card; None before the first."""
    for cards in range(len(deal.plays) // 2 - 1, -1, -1):
        state = played_state(deal.seed, deal.dealer, deal.match.rule_set, deal.plays[: 2 * cards])
        if state.to_play == LEARNER:
            return state
    return None


def _seen_of_stock(state: State) -> set[Card]:
    """The stock cards that the learner has seen: every upcard, and the own draws."""
    seen = {trick.drawn[LEARNER] for trick in state.finished_tricks if trick.drawn}
    seen |= {trick.upcard for trick in state.finished_tricks if trick.upcard}
    return seen | ({state.upcard} if state.upcard else set())


def claimed(state: State) -> Pair | None:
    """How the tricks left fall, learner's first, where they are certain: all to one side (F12)."""
    if state.phase != 2 or state.to_play != LEARNER:
        return None
    ending = ending_of(state)
    own = ending_value(ending)
    left = ending.tricks_left
    return (own, left - own) if own in {0, left} else None


def claim_rest(deal: PlayedDeal, version: int) -> None:
    """Play a certain rest out, both sides as well as possible; raise `StaleDeal` if it is not certain."""
    state = state_of(deal)
    if deal.version != version or deal.is_over or claimed(state) is None:
        raise StaleDeal
    while not state.is_over:
        state = play(state, best_card(ending_of(state)))
    _write(deal, state)


def _write(deal: PlayedDeal, state: State, **more: object) -> None:
    """Store the cards played, with the result where they are the last ones."""
    now = timezone.now()
    plays = "".join(map(str, state.plays))
    fields: dict[str, object] = {"plays": plays, "played_at": now, **more}
    if state.is_over:
        own, other = state.tricks_won
        fields |= {"own": own, "other": other, "finished_at": now}
    _update(deal, version=deal.version + 1, **fields)


def _update(deal: PlayedDeal, **fields: object) -> None:
    """Change the row if it still has the version that was read; raise `StaleDeal` otherwise."""
    if not PlayedDeal.objects.filter(pk=deal.pk, version=deal.version).update(**fields):
        raise StaleDeal
    for name, value in fields.items():
        setattr(deal, name, value)


def card_at(deal: PlayedDeal, place: int) -> str:
    """The card played at a place of the deal, 0 for the first; empty beyond the last."""
    return deal.plays[2 * place : 2 * place + 2]


def known_ahead(deal: PlayedDeal) -> tuple[Card, ...]:
    """Cards still in the stock that the learner saw before taking a card back, the next one first."""
    if not deal.seen_ahead:
        return ()
    seen = set(read_cards(deal.seen_ahead))
    return tuple(card for card in state_of(deal).stock_left[1:] if card in seen)
