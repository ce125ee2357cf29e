"""Learning of the value net, compiled: the gradient of the loss for one view, and steps along it.

What a view holds is said in `views_kernel`, its target in `training_kernel`. Cost:
1.6 microseconds a view.
"""

from __future__ import annotations

import numpy as np
from numba import float32, float64, int64, void

from trainer.engine.native import compiled, lowest_bit
from trainer.engine.net_kernel import (
    FIRST_BIAS,
    HIDDEN,
    LAID,
    LEADS,
    LOST,
    OTHER_VOID,
    OUT_BIAS,
    OUT_TRICKS,
    OUT_WIN,
    ROW_BYTES,
    SECOND_BIAS,
    SECOND_LAYER,
    TAIL,
    UP,
    tricks_out,
)
from trainer.engine.table_kernel import Words
from trainer.engine.training_kernel import Targets
from trainer.engine.vectors_kernel import (
    FIRST,
    SECOND,
    Float,
    add_row,
    add_share,
    add_short_share,
    copy_row,
    inner_product,
    load_float,
    output,
    store_float,
)
from trainer.engine.views_kernel import LAID_BYTE, LEADS_BIT, REST, UP_BYTE, VOIDS_SHOWN, Views
from trainer.engine.weights_kernel import Weights

MOST_ROWS = 80  # more rows of the first layer than a view can have

_floats, _ints, _views = float32[::1], int64[::1], int64[:, ::1]


@compiled(int64(_ints, _views, int64))
def active_rows(active: Words, views: Views, row: int) -> int:
    """List the rows of the first layer that a view adds in full; return how many."""
    count = 0
    for group in range(4):
        cards = views[row, group]
        while cards:
            active[count] = 52 * group + lowest_bit(cards)
            count += 1
            cards &= cards - 1
    word = views[row, REST]
    active[count] = word & 255
    count += 1
    if word >> LEADS_BIT & 1:
        active[count] = LEADS
        count += 1
    if word >> UP_BYTE & 255:
        active[count] = UP + (word >> UP_BYTE & 255) - 1
        count += 1
    if word >> LAID_BYTE & 255:
        active[count] = LAID + (word >> LAID_BYTE & 255) - 1
        count += 1
    return count


@compiled(void(int64, float32))
def add_float(place: int, value: Float) -> None:
    """Add to the float at an address."""
    store_float(place, load_float(place) + value)


@compiled(void(int64, int64, int64, int64, _views, int64, int64[::1]))
def sum_rows(sums: int, rows: int, tail: int, count: int, views: Views, row: int, active: Words) -> None:
    """Set the sums of the first layer to those of a view, whose `count` full rows are listed."""
    copy_row(sums, tail + 4 * FIRST_BIAS)
    for i in range(count):
        add_row(sums, rows + ROW_BYTES * active[i])
    voids = views[row, VOIDS_SHOWN]
    for place in range(8):
        age = voids >> 8 * place & 255
        if age:
            add_share(sums, rows + ROW_BYTES * (OTHER_VOID + place), np.float32(1.0) / np.float32(age))


@compiled(void(int64, int64, int64, int64, int64, float32, float32))
def learn_layers(
    tail: int, slopes_tail: int, sums: int, hidden: int, back: int, error: Float, win_error: Float
) -> None:
    """Add the gradient of the layers after the first; leave at `back` the slopes of its sums."""
    for unit in range(SECOND):
        height = load_float(hidden + 4 * unit)
        slope: Float = np.float32(0)
        if height > 0:
            to_tricks, to_win = 4 * (OUT_TRICKS + unit), 4 * (OUT_WIN + unit)
            add_float(slopes_tail + to_tricks, error * height)
            add_float(slopes_tail + to_win, win_error * height)
            slope = error * load_float(tail + to_tricks) + win_error * load_float(tail + to_win)
        store_float(hidden + 4 * unit, slope)
    add_short_share(slopes_tail + 4 * SECOND_BIAS, hidden, np.float32(1))
    for unit in range(FIRST):
        height = load_float(sums + 4 * unit)
        slope = np.float32(0)
        if height > 0:
            layer = 4 * (SECOND_LAYER + SECOND * unit)
            slope = inner_product(hidden, tail + layer)
            add_short_share(slopes_tail + layer, hidden, height)
        store_float(back + 4 * unit, slope)


@compiled(float64(int64, int64, int64, int64, int64, _views, int64, _ints, float32, float32, float32))
def learn_view(
    rows: int,
    tail: int,
    slopes: int,
    slopes_tail: int,
    work: int,
    views: Views,
    row: int,
    active: Words,
    tricks: Float,
    win: Float,
    win_share: Float,
) -> float:
    """Add the gradient of one view's loss at `slopes`; return the squared error in tricks.

    The loss is half the squared error in tricks and `win_share` times the cross entropy
    of winning. All places are addresses; `work` has room for 3 x FIRST + SECOND floats.
    """
    sums, back, hidden = work + 4 * LOST, work + 4 * FIRST, work + 4 * HIDDEN
    count = active_rows(active, views, row)
    sum_rows(sums, rows, tail, count, views, row, active)
    error = tricks_out(sums, hidden, tail) - tricks
    logit = output(hidden, tail + 4 * OUT_WIN) + load_float(tail + 4 * OUT_BIAS + 4)
    win_error = win_share * (np.float32(1) / (np.float32(1) + np.exp(-logit)) - win)
    add_float(slopes_tail + 4 * OUT_BIAS, error)
    add_float(slopes_tail + 4 * OUT_BIAS + 4, win_error)
    learn_layers(tail, slopes_tail, sums, hidden, back, error, win_error)
    add_row(slopes_tail + 4 * FIRST_BIAS, back)
    for i in range(count):
        add_row(slopes + ROW_BYTES * active[i], back)
    voids = views[row, VOIDS_SHOWN]
    for place in range(8):
        age = voids >> 8 * place & 255
        if age:
            add_share(slopes + ROW_BYTES * (OTHER_VOID + place), back, np.float32(1.0) / np.float32(age))
    return float(error) * float(error)


@compiled(void(_floats, _floats, _floats, _floats, _floats, int64, float64, int64, float64))
def adam_step(
    weights: Weights,
    slopes: Weights,
    first: Weights,
    second: Weights,
    mean: Weights,
    batch: int,
    rate: float,
    step: int,
    blend: float,
) -> None:
    """One step of Adam (Kingma and Ba, 2015) along the sum of `batch` gradients, which is set to 0.

    `mean` follows the weights by the share `blend`: the running mean is what plays.
    """
    share = np.float32(1.0 / batch)
    scale = np.float32(rate / (1.0 - 0.9**step))
    spread = np.float32(1.0 / (1.0 - 0.999**step))
    part = np.float32(blend)
    for i in range(len(weights)):
        slope = share * slopes[i]
        slopes[i] = 0
        first[i] += np.float32(0.1) * (slope - first[i])
        second[i] += np.float32(0.001) * (slope * slope - second[i])
        weights[i] -= scale * first[i] / (np.sqrt(second[i] * spread) + np.float32(1e-8))
        mean[i] += part * (weights[i] - mean[i])


@compiled()
def learn(
    weights: Weights,
    slopes: Weights,
    first: Weights,
    second: Weights,
    mean: Weights,
    views: Views,
    targets: Targets,
    order: Words,
    batch: int,
    rate: float,
    step: int,
    blend: float,
    win_share: float,
) -> float:
    """Pass over the views in `order`, a step of Adam each `batch`; return the mean squared error in tricks.

    `weights` and the other arrays are those of one of the three nets; `step` counts
    the steps made before.
    """
    work = np.zeros(3 * FIRST + SECOND, dtype=np.float32)
    active = np.zeros(MOST_ROWS, dtype=np.int64)
    tail = 4 * (len(weights) - TAIL)
    rows, to = weights.ctypes.data, slopes.ctypes.data
    squares = 0.0
    batches = len(order) // batch
    for number in range(batches):
        for i in range(number * batch, (number + 1) * batch):
            row = order[i]
            squares += learn_view(
                rows,
                rows + tail,
                to,
                to + tail,
                work.ctypes.data,
                views,
                row,
                active,
                targets[row, 0],
                targets[row, 1],
                np.float32(win_share),
            )
        step += 1
        adam_step(weights, slopes, first, second, mean, batch, rate, step, blend)
    return squares / (batches * batch)
