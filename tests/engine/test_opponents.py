"""The opponents of Play: what they know, what they remember, and that they play by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from trainer.engine.cards import Card
from trainer.engine.deals import shuffled_deal
from trainer.engine.ending_positions import ending_of
from trainer.engine.ending_tips import tips_card
from trainer.engine.endings import best_cards, ending_values
from trainer.engine.histories import SeenTrick
from trainer.engine.opponents import OPPONENTS, UnknownOpponent, opponent_card, opponent_named
from trainer.engine.positions import Position, position_of
from trainer.engine.rule_sets import BASE, RULE_SETS, RuleSet
from trainer.engine.seat_views import SeenEnding, seat_view
from trainer.engine.seen_phases import opponent_hand
from trainer.engine.state import Deal, State, legal_cards, new_state, play
from trainer.engine.tricks import IllegalCard

EVERY = pytest.mark.parametrize("name", OPPONENTS)


def random_states(seed: int, rules: RuleSet = BASE) -> Iterator[State]:
    """Every state of a deal of random cards, up to the last decision."""
    rng = Random(seed)
    state = new_state(shuffled_deal(rng, dealer=rng.randrange(2)), rules)
    while not state.is_over:
        yield state
        state = play(state, rng.choice(legal_cards(state)))


def redealt(state: State, rng: Random, tries: int = 400) -> State | None:
    """The same line as the player to move saw it, with everything unseen dealt anew; None if none is found.

    The other hand's unplayed hidden cards and the rest of the stock change places at random; whoever played
    what, drew what in sight and turned up what stays. The line must be legal in the new deal.
    """
    seat = state.to_play
    hidden = hidden_places(state)
    for _ in range(tries):
        cards = [card for _place, card in hidden]
        rng.shuffle(cards)
        moved = {old: new for (_place, old), new in zip(hidden, cards, strict=True)}
        hands = tuple(tuple(moved.get(card, card) for card in hand) for hand in state.deal.hands)
        stock = tuple(moved.get(card, card) for card in state.deal.stock)
        again = new_state(Deal((hands[0], hands[1]), stock, state.deal.dealer), state.rule_set)
        try:
            for card in state.plays:
                again = play(again, card)
        except IllegalCard:
            continue
        if again.hands[seat] == state.hands[seat]:
            return again
    return None


def hidden_places(state: State) -> list[tuple[str, Card]]:
    """The cards that the player to move has not seen: in the other hand, or in the stock under the upcard."""
    seat = state.to_play
    seen = {*state.hands[seat], *state.plays, *state.deal.upcards[: state.trick]}
    return [("hidden", card) for card in state.rule_set.pack.cards if card not in seen]


@EVERY
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_redealing_what_the_seat_cannot_see_changes_no_card(name: str, rules: RuleSet) -> None:
    rng, compared = Random(f"{name} {rules}"), 0
    for seed in range(3):
        for number, state in enumerate(random_states(seed, rules)):
            if state.phase != 1 or number % 3:
                continue
            other = redealt(state, rng)
            if other is None or other.deal == state.deal:
                continue
            compared += 1
            assert opponent_card(name, state, "same") == opponent_card(name, other, "same")
    assert compared > 10


def test_redealt_line_looks_the_same_from_the_seat_and_differs_behind_it() -> None:
    state = next(state for state in random_states(1) if len(state.plays) == 7)
    other = redealt(state, Random(1))
    assert other
    assert position_of(other, other.to_play) == position_of(state, state.to_play)
    assert other.hands[1 - other.to_play] != state.hands[1 - state.to_play]


def test_view_of_phase_two_is_made_of_what_the_seat_saw() -> None:
    """The view names the other hand by elimination alone, and comes to the state's own ending."""
    for state in random_states(4):
        if state.phase == 2:
            view = seat_view(state)
            assert isinstance(view, SeenEnding)
            assert view.ending == ending_of(state)
            assert set(opponent_hand(view.phase)) >= set(state.hands[1 - state.to_play])


@EVERY
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_cards_are_legal_and_the_same_for_the_same_seed(name: str, rules: RuleSet) -> None:
    for state in random_states(7, rules):
        card = opponent_card(name, state, "a")
        assert card in legal_cards(state)
        assert card == opponent_card(name, state, "a")


@pytest.mark.parametrize("forgets", ["beginner", "club"])
def test_plain_card_played_long_ago_is_forgotten(forgets: str) -> None:
    """Two lines that differ in one plain card of the first trick, held by nobody now: the same card comes."""
    state = next(state for state in random_states(11) if state.phase == 1 and state.trick == 9)
    position = position_of(state, state.to_play)
    row = position.history[0]
    plain = next(card for card in (row.lead, row.follow) if card.suit is not position.trump)
    unseen = [card for card in hidden_cards(position) if card.suit is plain.suit]
    if not unseen:
        pytest.fail("choose another deal")
    found = set()
    for instead in unseen:
        changed = with_card(position, plain, instead)
        if changed is not None:
            found.add(OPPONENTS[forgets].phase_one(changed, 5))
    assert found == {OPPONENTS[forgets].phase_one(position, 5)}


def hidden_cards(position: Position) -> list[Card]:
    seen = {card for row in position.history for card in (row.lead, row.follow, row.upcard, row.my_draw)}
    seen |= {*position.hand, position.upcard} | ({position.led} if position.led else set())
    return [card for card in position.rule_set.pack.cards if card not in seen]


def with_card(position: Position, old: Card, new: Card) -> Position | None:
    """The position with another card in its first trick, if the rules allow it."""
    row = position.history[0]
    lead, follow = (new if card == old else card for card in (row.lead, row.follow))
    first = SeenTrick(row.upcard, row.leader, lead, follow, row.winner, row.my_draw)
    try:
        return Position(
            position.player,
            position.dealer,
            position.upcard,
            position.led,
            position.hand,
            (first, *position.history[1:]),
            position.rule_set,
        )
    except ValueError:
        return None


def test_strong_never_gives_a_trick_away_in_phase_two() -> None:
    for seed in range(20):
        for state in random_states(100 + seed):
            if state.phase == 2:
                assert opponent_card("strong", state, "x") in best_cards(ending_values(ending_of(state)))


def test_unknown_opponent_is_refused() -> None:
    with pytest.raises(UnknownOpponent, match="expected one of beginner, club, strong"):
        opponent_named("champion")


@pytest.mark.parametrize(
    ("hand", "led", "gone", "card"),
    [
        ("SA S3 HK D2", None, "", "SA"),  # a sure trump first
        ("S3 HK D2 D5", None, "", "D2"),  # nothing sure: low from the longest plain suit
        ("S3 HK D2 D5", None, "HA", "HK"),  # the king is high once the ace is remembered as gone
        ("SA S3 HK HA", "HQ", "", "HK"),  # as cheap as possible
        ("S3 D2 D9", "HQ", "", "S3"),  # a ruff
        ("D2 C9", "SQ", "", "D2"),  # nothing wins: the lowest
    ],
)
def test_beginner_plays_phase_two_by_the_usual_advice(
    hand: str, led: str | None, gone: str, card: str
) -> None:
    def cards(text: str) -> list[Card]:
        return [Card.parse(each) for each in text.split()]

    trump = Card.parse("SA").suit
    found = tips_card(cards(hand), Card.parse(led) if led else None, trump, cards(gone))
    assert found == Card.parse(card)
