"""Exact endings: oracle lines, published cases, brute force and symmetries."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.brute_force import naive_values
from tests.engine.suit_strings import all_positions, card_sets, full_value
from tests.shared_files import paper_lines
from trainer.engine import endings
from trainer.engine.cards import PACK, Card, Suit, card_bits, parse_cards
from trainer.engine.ending_positions import Ending, play
from trainer.engine.endings import Solver, SolverMissing, best_cards, ending_value, ending_values


def ending(leader: str, follower: str, trump: str = "S", led: str | None = None) -> Ending:
    """An ending in which player 0 leads."""
    card = None if led is None else Card.parse(led)
    return Ending(Suit.parse(trump), 0, (parse_cards(leader), parse_cards(follower)), card)


def by_name(values: dict[Card, int]) -> dict[str, int]:
    return {str(card): tricks for card, tricks in values.items()}


def random_ending(rng: Random, most: int, fewest: int = 1) -> Ending:
    size = rng.randint(fewest, most)
    cards = rng.sample(PACK, 2 * size)
    hands = (tuple(cards[:size]), tuple(cards[size:]))
    return Ending(rng.choice(list(Suit)), rng.randrange(2), hands)


def after_a_lead(position: Ending, rng: Random) -> Ending:
    return play(position, rng.choice(position.hand))


@pytest.mark.parametrize("name", ["full", "hard", "small"])
def test_every_oracle_line_agrees_on_best_value_and_every_lead(name: str) -> None:
    lines = paper_lines(f"oracle/phase2_{name}.jsonl")
    assert len(lines) >= 200
    for line in lines:
        position = Ending.from_json(line)
        assert ending_value(position) == line["tricks_leader"], line
        assert by_name(ending_values(position)) == line["move_values"], line


def test_w12_the_ending_of_the_published_deal_is_worth_nine_not_minus_thirteen() -> None:
    first, second = "CA CK C9 C6 C5 C3 D9 D5 HK HQ H8 SA SQ", "CT C8 C2 DK DQ DJ DT D8 D2 HJ H5 H3 SJ"
    values = by_name(ending_values(ending(first, second)))
    assert values == {card: 7 if card in {"D9", "D5"} else 6 if card == "H8" else 9 for card in values}
    assert len(values) == 13
    assert ending_value(ending(second, first)) == 6


def test_w12_a_missing_solver_is_an_error_and_never_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trainer.engine.ending_kernel", None)
    monkeypatch.delattr("trainer.engine.ending_kernel", raising=False)
    endings.shared_solver.cache_clear()
    try:
        with pytest.raises(SolverMissing, match="exact endings need numba"):
            ending_value(ending("SA", "SK"))
    finally:
        endings.shared_solver.cache_clear()


# W13: one suit without trumps (trump is a suit that nobody holds). Leader's tricks.
SINGLE_SUIT = [
    ("AQ", "KJ", 1),
    ("KJ", "AQ", 0),
    ("KQ", "AJ", 1),
    ("AQT", "KJ9", 2),
    ("KJ9", "AQT", 1),
    ("AQT8", "KJ97", 2),
    ("KJ97", "AQT8", 1),
    ("A987", "KQJT", 1),
    ("KQJT", "A987", 3),
    ("AQT864", "KJ9753", 3),
    ("KJ9753", "AQT864", 2),
]


@pytest.mark.parametrize(("leader", "follower", "tricks"), SINGLE_SUIT)
def test_w13_one_suit_without_trumps(leader: str, follower: str, tricks: int) -> None:
    position = ending(" ".join(f"H{rank}" for rank in leader), " ".join(f"H{rank}" for rank in follower))
    assert ending_value(position) == tricks


def test_w13_ace_queen_ten_must_not_lead_the_ace() -> None:
    assert by_name(ending_values(ending("HA HQ HT", "HK HJ H9"))) == {"HA": 1, "HQ": 2, "HT": 2}


@cache
def single_suit_value(leader: frozenset[int], size: int) -> int:
    """Tricks of the player who leads `leader` out of the ranks 0 to 2 × `size` - 1 of one plain suit.

    A pack has no fourteen cards of a suit, so seven each are worked out from six each.
    """
    theirs = frozenset(range(2 * size)) - leader
    if size == 7:
        return max(min(after_trick(leader, theirs, lead, reply) for reply in theirs) for lead in leader)
    mine, others = (sum(1 << rank for rank in hand) for hand in (leader, theirs))
    return endings.shared_solver().leader_tricks(mine, others, Suit.HEARTS.index)


def after_trick(leader: frozenset[int], theirs: frozenset[int], lead: int, reply: int) -> int:
    places = {rank: place for place, rank in enumerate(sorted((leader | theirs) - {lead, reply}))}
    mine = frozenset(places[rank] for rank in leader - {lead})
    if lead > reply:
        return 1 + single_suit_value(mine, 6)
    return 6 - single_suit_value(frozenset(range(12)) - mine, 6)


def single_suit_deals(size: int) -> Iterator[frozenset[int]]:
    return map(frozenset, itertools.combinations(range(2 * size), size))


def test_w13_totals_over_all_single_suit_deals() -> None:
    totals = [sum(single_suit_value(deal, size) for deal in single_suit_deals(size)) for size in range(1, 8)]
    assert totals == [1, 5, 28, 128, 594, 2603, 11444]


def test_w13_the_outer_two_of_four_neighbours_are_as_good_as_the_inner_two() -> None:
    swaps = [swap for size in range(2, 8) for swap in dominance_swaps(size)]
    assert len(swaps) == 3579
    assert all(outer >= inner for inner, outer in swaps)
    assert sum(outer > inner for inner, outer in swaps) == 173


def dominance_swaps(size: int) -> Iterator[tuple[int, int]]:
    """Values with the inner two of four neighbouring ranks and with the outer two, all else equal."""
    for deal in single_suit_deals(size):
        for low in range(2 * size - 3):
            if deal & set(range(low, low + 4)) == {low + 1, low + 2}:
                outer = deal - {low + 1, low + 2} | {low, low + 3}
                yield single_suit_value(deal, size), single_suit_value(outer, size)


def test_w13_raising_a_card_never_costs() -> None:
    raised = [
        (single_suit_value(deal, size), single_suit_value(deal - {rank} | {rank + 1}, size))
        for size in range(1, 8)
        for deal in single_suit_deals(size)
        for rank in deal
        if rank + 1 < 2 * size and rank + 1 not in deal
    ]
    assert len(raised) == 15591
    assert all(higher >= lower for lower, higher in raised)


def test_w13_being_on_lead_in_one_suit_never_gains_and_costs_at_most_one() -> None:
    costs = {
        size: [
            size - single_suit_value(frozenset(range(2 * size)) - deal, size) - single_suit_value(deal, size)
            for deal in single_suit_deals(size)
        ]
        for size in range(1, 8)
    }
    assert sum(map(len, costs.values())) == 4706
    assert {cost for all_costs in costs.values() for cost in all_costs} == {0, 1}
    assert (len(costs[7]), sum(costs[7])) == (3432, 1136)


def test_w13_two_suits_without_trumps() -> None:
    assert ending_values(ending("CA CQ DK DJ", "CK CJ DA DQ")) == dict(
        zip(parse_cards("DK DJ CA CQ"), (2, 2, 2, 1), strict=True)
    )
    values = by_name(ending_values(ending("CA CQ DA DQ", "CK CJ DK DJ")))
    assert values == {"CA": 3, "DA": 3, "CQ": 2, "DQ": 2}
    assert ending_value(ending("CK CJ DK DJ", "CA CQ DA DQ")) == 1


W15 = [("SA HA", "SK S2", 1), ("HA HK", "SA S2", 0), ("S3 HA", "S2 H2", 2), ("H2 D2", "S2 HA", 0)]


@pytest.mark.parametrize(("leader", "follower", "tricks"), W15)
def test_w15_lone_honours(leader: str, follower: str, tricks: int) -> None:
    assert ending_value(ending(leader, follower)) == tricks


W16 = [
    ("SK ST DQ CT", "SA SQ CK CJ", 1, "DQ CT"),
    ("SQ SJ HQ DJ", "SA SK HT CQ", 2, "HQ DJ"),
    ("SK HQ DK DT", "SQ HK HT CT", 3, "SK"),
    ("ST CA CQ CJ", "SJ HA CK CT", 2, "ST"),
]


@pytest.mark.parametrize(("leader", "follower", "tricks", "right"), W16)
def test_w16_when_to_draw_trumps(leader: str, follower: str, tricks: int, right: str) -> None:
    values = ending_values(ending(leader, follower))
    assert max(values.values()) == tricks
    assert set(best_cards(values)) <= set(parse_cards(right))


def test_w16_the_size_of_the_mistakes() -> None:
    first = by_name(ending_values(ending("SK ST DQ CT", "SA SQ CK CJ")))
    assert (first["SK"], first["ST"]) == (0, 0)
    second = by_name(ending_values(ending("SQ SJ HQ DJ", "SA SK HT CQ")))
    assert (second["SQ"], second["SJ"]) == (1, 1)
    assert by_name(ending_values(ending("SK HQ DK DT", "SQ HK HT CT")))["HQ"] == 1


def test_w16_ruffing_is_not_always_right() -> None:
    position = ending("ST CK CQ", "SA DK CA CT", led="HQ")
    values = by_name(ending_values(position))
    assert values["SA"] == 2
    assert max(values.values()) == 3
    assert {card for card, tricks in values.items() if tricks == 3} <= {"DK", "CA", "CT"}


def test_w23_every_best_lead_is_right() -> None:
    assert best_cards(ending_values(ending("SA HJ HT DA", "SK DK DT CJ"))) == parse_cards("SA DA")
    assert best_cards(ending_values(ending("SJ HQ DQ CQ", "SA HT DK DT"))) == parse_cards("HQ CQ")


def test_cards_that_touch_are_worth_the_same() -> None:
    rng = Random(23)
    for _ in range(300):
        position = random_ending(rng, 13, 6)
        values = ending_values(position)
        assert all(
            values[high] == values[low]
            for high, low in itertools.pairwise(position.hand)
            if high.touches(low)
        )


def agrees_with_brute_force(position: Ending) -> None:
    assert ending_values(position) == naive_values(position), position.notation()


def test_random_deals_of_up_to_five_cards_agree_with_brute_force() -> None:
    rng = Random(15)
    for _ in range(400):
        position = random_ending(rng, 5)
        agrees_with_brute_force(position)
        agrees_with_brute_force(after_a_lead(position, rng))


@pytest.mark.long
def test_w15_five_thousand_random_deals_agree_with_brute_force() -> None:
    rng = Random(1515)
    for _ in range(5000):
        position = random_ending(rng, 5)
        agrees_with_brute_force(position)
        agrees_with_brute_force(after_a_lead(position, rng))


def test_the_leader_takes_at_least_the_top_trumps() -> None:
    rng = Random(16)
    for _ in range(500):
        position = random_ending(rng, 13)
        trumps = [card for hand in position.hands for card in hand if card.suit is position.trump]
        trumps.sort(key=lambda card: -card.rank)
        top = list(itertools.takewhile(set(position.hand).__contains__, trumps))
        assert ending_value(position) >= len(top)


@pytest.mark.parametrize("size", range(1, 4))
def test_every_small_position_agrees_with_brute_force(size: int) -> None:
    """All ways to deal `size` cards each from a pack of two trumps and two cards of two plain suits."""
    pack = parse_cards("SA SK HA HK DA DK")
    for cards in itertools.combinations(pack, 2 * size):
        for hand in itertools.combinations(cards, size):
            other = tuple(card for card in cards if card not in hand)
            agrees_with_brute_force(Ending(Suit.SPADES, 0, (hand, other)))


@pytest.mark.parametrize(
    "size", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long), pytest.param(6, marks=pytest.mark.long)]
)
def test_thinning_the_replies_is_right_on_every_position(size: int) -> None:
    """That the follower needs only few replies is not proven, so all endings of a size are tried in full."""
    solver = Solver()
    for position in all_positions(size):
        if max(map(len, position)) <= 13:
            mine, theirs = card_sets(position)
            assert solver.leader_tricks(mine, theirs, 0) == full_value(position), position


@st.composite
def small_endings(draw: st.DrawFn) -> Ending:
    seed = draw(st.integers(0, 2**32 - 1))
    rng = Random(seed)
    position = random_ending(rng, draw(st.integers(1, 9)))
    return after_a_lead(position, rng) if draw(st.booleans()) else position


@given(small_endings(), st.permutations(list(Suit)))
@settings(max_examples=200, deadline=None)
def test_renaming_suits_and_swapping_seats_changes_nothing(position: Ending, suits: list[Suit]) -> None:
    renamed = dict(zip(Suit, suits, strict=True))

    def rename(card: Card) -> Card:
        return Card(renamed[card.suit], card.rank)

    hands = tuple(tuple(map(rename, hand)) for hand in position.hands)
    led = position.led and rename(position.led)
    other = Ending(renamed[position.trump], 1 - position.leader, (hands[1], hands[0]), led)
    expected = {rename(card): tricks for card, tricks in ending_values(position).items()}
    assert ending_values(other) == expected


@given(small_endings())
@settings(max_examples=200, deadline=None)
def test_the_value_is_the_best_card_and_the_play_keeps_it(position: Ending) -> None:
    values = ending_values(position)
    best = best_cards(values)[0]
    assert ending_value(position) == values[best]
    after = play(position, best)
    left = ending_value(after)
    won = 1 if position.led is not None and after.leader == position.to_play else 0
    mine = left if after.to_play == position.to_play else after.tricks_left - left
    assert won + mine == values[best]


def test_a_finished_deal_has_no_cards_and_no_tricks() -> None:
    assert ending_values(ending("", "")) == {}
    assert ending_value(ending("", "")) == 0


def test_a_kept_table_and_a_fresh_one_agree() -> None:
    rng = Random(7)
    kept = Solver(table_bits=8)
    for _ in range(100):
        position = random_ending(rng, 13, 8)
        mine, theirs = map(card_bits, (position.hands[0], position.hands[1]))
        fresh = Solver(table_bits=12)
        assert kept.lead_tricks(mine, theirs, 2) == fresh.lead_tricks(mine, theirs, 2)


def test_threads_share_a_solver() -> None:
    rng = Random(8)
    positions = [random_ending(rng, 13, 10) for _ in range(40)]
    expected = [ending_values(position) for position in positions]
    found: list[list[dict[Card, int]]] = []
    threads = [
        threading.Thread(target=lambda: found.append([ending_values(position) for position in positions]))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 6
