"""Exact endings (phase two, F10–F12), compiled: alpha-beta over whole tricks with a table.

A position is a key (see `suit_codes_kernel`): four suit codes at a trick boundary,
seen by the player on lead. It belongs to no deal, so the table may be kept from one
position, deal and roll-out to the next.

`search` asks "can the leader take at least `goal` of the `n` tricks left?" and
answers fail-soft with a bound on the value. One node is a whole trick: a lead
and the reply. Three facts keep the tree small:

* touching cards of one owner are equal, so one lead a run is enough;
* the follower needs only the cheapest winner and the lowest loser, or, when void,
  the lowest ruff and the lowest discard of each suit. That is checked, not proven:
  see `tests/engine/test_endings.py`. The leader may not be thinned so;
* a quick look at the top cards often settles the question (`_bounds`).

Limits: at most 13 cards a hand and 13 a suit. Cost: about 750 nodes and 0.13 ms
for all leads of a 13-card ending with an empty table.

The functions here are longer than elsewhere: calls that are not copied into the
search would cost more than the work they do.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import boolean, int64, void

from trainer.engine.native import PAIR, compiled, count_bits, highest_bit, load, lowest_bit, store
from trainer.engine.suit_codes_kernel import (
    CODE_BITS,
    CODE_MASK,
    CODES,
    SUIT_BITS,
    SUIT_MASK,
    TRUMP_SHIFT,
    follower_places,
    key_of,
    packed_key,
    replaced,
    suit_code,
    turned,
    without,
)

KEEPS_LEAD = 1 << 60  # set in a reply's key when the leader wins the trick
KEY_MASK = KEEPS_LEAD - 1
MIX = -7046029254386353131  # 2^64 over the golden ratio, odd, as a signed word

# The block, in bytes: head, room for leads and replies a depth, bounds a code, the table.
HEAD_WORDS = 8
NODES_AT = 8
ROOM_AT = 8 * HEAD_WORDS
ROOM_WORDS = 32
REPLIES_AT = 8 * 24
BOUNDS_AT = ROOM_AT + 8 * ROOM_WORDS * 16
TABLE_AT = BOUNDS_AT + 8 * CODES

Block = npt.NDArray[np.int64]

# Order of leads: the higher score is tried first. Found by coordinate descent on the
# nodes of 500 random 13-card endings (start 903, end 717; 731 on 1,500 others).
VOID_TRUMP = 157  # the follower has no card of the suit led: a trump,
VOID_SAFE = 400  # a plain card that can't be ruffed,
VOID_RUFFABLE, VOID_RUFFABLE_LENGTH = 105, -12  # one that can, and for each card of it
TOP_TRUMP, TOP_PLAIN = 212, 214  # nothing above it
TOP_LENGTH, TOP_AGAINST, TOP_RUFFABLE = 7, -12, -26
LOW_TRUMP, LOW_PLAIN = 162, 166  # something above it
LOW_LENGTH, LOW_AGAINST, LOW_ABOVE, LOW_PLACE, LOW_HIGHEST = 9, -7, -5, -4, 22


@compiled(int64(int64, boolean), inline=True)
def _next_key(codes: int, leader_wins: bool) -> int:
    """The key of the next trick from four codes in any order, seen by its leader.

    It is marked with `KEEPS_LEAD` if that is the leader of this trick too.
    """
    trump = codes >> TRUMP_SHIFT
    a, b, c = codes >> 28 & CODE_MASK, codes >> 14 & CODE_MASK, codes & CODE_MASK
    if leader_wins:
        return packed_key(trump, a, b, c) | KEEPS_LEAD
    return packed_key(turned(trump), turned(a), turned(b), turned(c))


@compiled(PAIR(int64, int64, int64), inline=True)
def _bounds(block: int, key: int, n: int) -> tuple[int, int]:
    """Tricks the leader surely takes, and n minus what the follower surely takes.

    From one packed word a code (`code_bounds`): the three plain words are added,
    the trump word picks which of the four sums apply.
    """
    codes = block + BOUNDS_AT
    trump = load(codes + 8 * (key >> TRUMP_SHIFT))
    plain = (
        load(codes + 8 * (key >> 28 & CODE_MASK))
        + load(codes + 8 * (key >> 14 & CODE_MASK))
        + load(codes + 8 * (key & CODE_MASK))
    )
    low = (trump >> 32 & 15) + (plain >> (trump >> 40 & 31) & 31)
    high = n - (trump >> 36 & 15) - (plain >> (trump >> 48 & 31) & 31)
    return low, high


@compiled(int64(int64, int64, int64, boolean), inline=True)
def _lead_score(code: int, place: int, trumps: int, is_trump: bool) -> int:
    """How early to try the lead of the run that starts at `place`; `trumps` is the trump code."""
    theirs = follower_places(code)
    against = count_bits(theirs)
    length = highest_bit(code) - against
    can_ruff = follower_places(trumps) != 0
    if against == 0:
        if is_trump:
            return VOID_TRUMP
        return VOID_RUFFABLE + VOID_RUFFABLE_LENGTH * length if can_ruff else VOID_SAFE
    above = count_bits(theirs >> place)
    if above == 0:
        score = TOP_TRUMP if is_trump else TOP_PLAIN
        score += TOP_LENGTH * length + TOP_AGAINST * against
        return score + TOP_RUFFABLE if can_ruff else score
    score = LOW_TRUMP if is_trump else LOW_PLAIN
    score += LOW_LENGTH * length + LOW_AGAINST * against + LOW_ABOVE * above + LOW_PLACE * place
    own = (code ^ (1 << highest_bit(code))) >> place
    return score + LOW_HIGHEST if own & (own + 1) == 0 else score


@compiled(int64(int64, int64, int64), inline=True)
def _write_leads(block: int, room: int, key: int) -> int:
    """Write the leads worth trying, best first, packed as score, shift and place; return how many."""
    trumps = key >> TRUMP_SHIFT
    count = 0
    shift = TRUMP_SHIFT
    last = 0
    while shift >= 0:
        code = key >> shift & CODE_MASK
        is_trump = shift == TRUMP_SHIFT
        if is_trump or code != last:
            mine = code ^ (1 << highest_bit(code))
            runs = mine & ~(mine << 1)
            while runs:
                place = lowest_bit(runs)
                runs &= runs - 1
                score = _lead_score(code, place, trumps, is_trump)
                lead = score << 16 | shift << 8 | place
                at = room + 8 * count
                while at > room and load(at - 8) < lead:
                    store(at, load(at - 8))
                    at -= 8
                store(at, lead)
                count += 1
            if not is_trump:
                last = code
        shift -= CODE_BITS
    return count


@compiled(int64(int64, int64, int64, int64), inline=True)
def _write_replies(room: int, key: int, shift: int, place: int) -> int:
    """Write the keys after each reply worth trying to one lead; return how many (1 to 4)."""
    led = key >> shift & CODE_MASK
    theirs = follower_places(led)
    count = 0
    if theirs:
        higher = theirs >> place << place
        lower = theirs ^ higher
        if higher:
            code = without(without(led, lowest_bit(higher)), place)
            store(room, _next_key(replaced(key, shift, code), False))
            count = 1
        if lower:
            code = without(without(led, place), lowest_bit(lower))
            store(room + 8 * count, _next_key(replaced(key, shift, code), True))
            count += 1
        return count
    codes = replaced(key, shift, without(led, place))
    spare = follower_places(codes >> TRUMP_SHIFT)
    if spare and shift != TRUMP_SHIFT:
        ruffed = replaced(codes, TRUMP_SHIFT, without(codes >> TRUMP_SHIFT, lowest_bit(spare)))
        store(room, _next_key(ruffed, False))
        count = 1
    before = 0
    for suit_shift in (28, 14, 0):
        code = codes >> suit_shift & CODE_MASK
        spare = follower_places(code)
        if spare and code != before:
            left = replaced(codes, suit_shift, without(code, lowest_bit(spare)))
            store(room + 8 * count, _next_key(left, True))
            count += 1
        before = code
    return count


@compiled(int64(int64, int64, int64, int64), inside=True)
def search(block: int, key: int, n: int, goal: int) -> int:
    """A bound on the leader's tricks of the `n` left: a lower one if at least `goal`, else an upper one."""
    if n == 0:
        return 0
    low, high = _bounds(block, key, n)
    if low >= goal:
        return low
    if high < goal:
        return high
    entry_at = block + TABLE_AT + ((key * MIX >> load(block)) & load(block + 16))
    entry = load(entry_at)
    if entry & ~255 == key << 8:
        low = max(low, entry >> 4 & 15)
        high = min(high, entry & 15)
        if low >= goal:
            return low
        if high < goal:
            return high
    store(block + NODES_AT, load(block + NODES_AT) + 1)
    room = block + ROOM_AT + 8 * ROOM_WORDS * n
    replies_at = room + REPLIES_AT
    leads = _write_leads(block, room, key)
    best = -1
    for i in range(leads):
        lead = load(room + 8 * i)
        replies = _write_replies(replies_at, key, lead >> 8 & 255, lead & 255)
        worst = 99
        for j in range(replies):
            after = load(replies_at + 8 * j)
            if after & KEEPS_LEAD:
                value = 1 + search(block, after & KEY_MASK, n - 1, goal - 1)
            else:
                value = n - 1 - search(block, after, n - 1, n - goal)
            worst = min(worst, value)
            if worst < goal:
                break
        best = max(best, worst)
        if best >= goal:
            break
    if best >= goal:
        low = max(low, best)
    else:
        high = min(high, best)
    store(entry_at, key << 8 | low << 4 | high)
    return best


@compiled(int64(int64, int64, int64), inside=True)
def position_value(block: int, key: int, n: int) -> int:
    """Tricks that the leader takes of the `n` left, best play by both."""
    if n == 0:
        return 0
    low, high = _bounds(block, key, n)
    goal = (low + high + 1) // 2
    while low < high:
        goal = max(goal, low + 1) if goal <= low else min(goal, high)
        value = search(block, key, n, goal)
        if value >= goal:
            low = value
            goal = value + 1
        else:
            high = value
            goal = value
    return low


@compiled(int64(int64, int64, int64, int64, int64, int64), inside=True)
def lead_value(block: int, key: int, n: int, shift: int, place: int, high: int) -> int:
    """Tricks that the leader takes after one lead; `high` bounds it from above."""
    room = block + ROOM_AT + 8 * ROOM_WORDS * n + REPLIES_AT
    replies = _write_replies(room, key, shift, place)
    low = 0
    while low < high:
        goal = high
        worst = 99
        for j in range(replies):
            after = load(room + 8 * j)
            if after & KEEPS_LEAD:
                value = 1 + search(block, after & KEY_MASK, n - 1, goal - 1)
            else:
                value = n - 1 - search(block, after, n - 1, n - goal)
            worst = min(worst, value)
            if worst < goal:
                break
        if worst >= goal:
            low = goal
        else:
            high = worst
    return low


@compiled(int64(int64, int64, int64, int64))
def hands_value(block: int, mine: int, theirs: int, trump: int) -> int:
    """Tricks that the leader takes, for two hands as card sets."""
    return position_value(block, key_of(mine, theirs, trump), count_bits(mine))


@compiled(int64(int64, int64, int64, int64, int64[::1]))
def hands_lead_values(block: int, mine: int, theirs: int, trump: int, values: npt.NDArray[np.int64]) -> int:
    """Fill `values` (52) with the leader's tricks after each lead; return the best.

    Cards that touch get one search; places of cards not held are left alone.
    """
    key = key_of(mine, theirs, trump)
    n = count_bits(mine)
    best = position_value(block, key, n)
    for suit in range(4):
        own = mine >> SUIT_BITS * suit & SUIT_MASK
        both = own | (theirs >> SUIT_BITS * suit & SUIT_MASK)
        code = suit_code(own, both ^ own)
        shift = TRUMP_SHIFT
        if suit != trump:
            shift = 28
            while key >> shift & CODE_MASK != code:
                shift -= CODE_BITS
        value = -1
        for rank in range(SUIT_BITS):
            if own >> rank & 1:
                if value < 0:
                    place = count_bits(both & ((1 << rank) - 1))
                    value = lead_value(block, key, n, shift, place, best)
                values[SUIT_BITS * suit + rank] = value
            elif both >> rank & 1:
                value = -1
    return best


@compiled(void(int64))
def fill_bounds(block: int) -> None:
    """Write the packed bounds of every suit code.

    Of one suit, for the leader and mirrored for the follower: a player whose top
    run is at least as long as the other's suit takes all own cards of it (*all*),
    else the run, once trumps are gone; while the other holds trumps only
    min(run, the other's length) is safe (*safe*). In trumps *sure* pairs each
    own card with an unused higher one of the other. Bits of a word: 0, 8, 16, 24 hold all
    and safe of the leader, all and safe of the follower; 32 and 36 what the
    trumps bring; 40 and 48 say which plain sum goes with it. The follower, not
    being on lead, can draw trumps only with more of them than the leader.
    """
    for code in range(1, CODES):
        length = highest_bit(code)
        theirs = follower_places(code)
        follower = count_bits(theirs)
        leader = length - follower
        run = follower_run = leader_sure = follower_sure = leader_spare = follower_spare = 0
        for step in range(length):
            place = length - 1 - step
            if code >> place & 1:
                run += 1 if run == step else 0
                leader_sure += 1 if follower_spare == 0 else 0
                follower_spare -= 1 if follower_spare > 0 else 0
                leader_spare += 1
            else:
                follower_run += 1 if follower_run == step else 0
                follower_sure += 1 if leader_spare == 0 else 0
                leader_spare -= 1 if leader_spare > 0 else 0
                follower_spare += 1
        word = (leader if run >= follower else run) | min(run, follower) << 8
        word |= (follower if follower_run >= leader else follower_run) << 16 | min(follower_run, leader) << 24
        if run >= follower:
            word |= leader << 32
        else:
            word |= leader_sure << 32 | 8 << 40
        if follower_run >= leader and follower > leader:
            word |= follower << 36 | 16 << 48
        else:
            word |= follower_sure << 36 | 24 << 48
        store(block + BOUNDS_AT + 8 * code, word)


def new_block(table_bits: int = 15) -> Block:
    """Memory for the search: bounds, room a depth and a table of 2^table_bits entries.

    The address of its first word is what the kernels take; the array must be
    kept alive, and used by one thread at a time.
    """
    block = np.zeros(TABLE_AT // 8 + (1 << table_bits), dtype=np.int64)
    block[0] = 64 - table_bits - 3
    block[2] = ((1 << table_bits) - 1) << 3
    fill_bounds(block.ctypes.data)
    return block


def new_values() -> Block:
    """Room for the values of 52 cards."""
    return np.zeros(52, dtype=np.int64)


def clear_table(block: Block) -> None:
    """Forget every stored position and set the count of nodes to 0."""
    block[TABLE_AT // 8 :] = 0
    block[NODES_AT // 8] = 0
