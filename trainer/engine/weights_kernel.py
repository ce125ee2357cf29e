"""The head of every policy's weights: which kind of policy they are for.

All weights of a policy lie in one array of 32-bit floats, so that one compiled
`choose` serves every policy and no kernel is compiled twice.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float32]
Work = npt.NDArray[np.float32]  # WORK floats of scratch memory, so that nothing is allocated in play

KIND = 0  # one of the kinds below
ERRORS = 1  # chance of a random legal card instead, for varied positions
HEADER = 2

RANDOM, WEIGHED, TIPS, NET = 0, 1, 2, 3
WORK = 1024
