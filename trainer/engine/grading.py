"""What an answer is worth by the tricks it loses (design: a loss under 0.1 is right, under 0.3 nearly).

The same limits hold for exact results, where a card loses whole tricks: 0 is right
and anything else wrong.
"""

from __future__ import annotations

from typing import Literal

RIGHT_BELOW = 0.1
NEARLY_BELOW = 0.3

Verdict = Literal["right", "nearly", "wrong"]


def verdict_of(loss: float) -> Verdict:
    """Grade a card by how many tricks fewer than the best card it takes.

    >>> [verdict_of(loss) for loss in (0, 0.09, 0.1, 0.29, 0.3, 1)]
    ['right', 'right', 'nearly', 'nearly', 'wrong', 'wrong']
    """
    if loss < RIGHT_BELOW:
        return "right"
    return "nearly" if loss < NEARLY_BELOW else "wrong"
