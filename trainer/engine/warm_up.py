"""Compiling and loading what the pages and the play ask of compiled code, so that nobody waits for it later.

The machine code is kept beside the modules (`__pycache__`) or in the folder that
NUMBA_CACHE_DIR names, so the first time takes up to twenty seconds of CPU and every
later one about two. What only commands need (matches, tree search, reasons for new
drills, training) is compiled when they first ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

EXAMPLE = "phase1.base.1.1.SJ.S6.HTH5S5H3CTC8D3D8HAS8C4S9DJ.-"

Part = tuple[str, Callable[[], None]]


def warm_up(report: Callable[[str, int, int], None] = lambda part, done, total: None) -> None:
    """Load every part, calling `report(part, done, total)` before each and once at the end.

    Raises `SolverMissing` if the compiled code cannot be loaded.
    """
    parts = list(_parts())
    for done, (part, load) in enumerate(parts):
        report(part, done, len(parts))
        load()
    report("ready", len(parts), len(parts))


def _parts() -> Iterator[Part]:
    yield "exact endings", _load_endings
    yield "phase-one estimates", _load_estimates
    yield "players", _load_players


def _load_endings() -> None:
    from .endings import shared_solver  # noqa: PLC0415 - loaded here, not when this module is imported

    shared_solver().leader_tricks(1, 2, 0)
    shared_solver().lead_tricks(1, 2, 0)


def _load_estimates() -> None:
    from .estimates import estimate_cards  # noqa: PLC0415
    from .positions import Position  # noqa: PLC0415
    from .verification import judge  # noqa: PLC0415
    from .worlds import BELIEFS  # noqa: PLC0415

    position = Position.parse(EXAMPLE)
    for belief in BELIEFS:
        estimate_cards(position, worlds=1, seed=1, belief=belief)
    judge(position, seed=1, max_worlds=2, least_worlds=2)


def _load_players() -> None:
    from .players import PLAYERS  # noqa: PLC0415
    from .positions import Position  # noqa: PLC0415

    position = Position.parse(EXAMPLE)
    for name in ("net", "strong"):
        PLAYERS[name].choose(position, 1)
