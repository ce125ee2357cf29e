"""Have OpenSpiel compute the equilibrium of a small pack and keep it as data.

    python -m tests.engine.small_packs.solve 2 4 2 --iterations 800

By counterfactual regret minimisation in the form CFR+. Writes
`tests/data/small_packs/2x4x2.jsonl`: how it was made, then a line for each
information set with a choice that the player's own strategy reaches.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version

from tests.engine.small_packs.equilibrium import DATA, Chances, Strategy, chances_at
from tests.engine.small_packs.game import Chance, Leaf, Node, SmallGame
from tests.engine.small_packs.spiel import SpielGame

PLACES = 5  # decimals kept of a chance
NEVER = 10.0**-PLACES  # a set that its player reaches less often is left out


def main() -> None:
    """Solve, write, and say how good it is."""
    parser = argparse.ArgumentParser(description="Compute the equilibrium of a small pack.")
    for name in ("suits", "ranks", "hand"):
        parser.add_argument(name, type=int)
    parser.add_argument("--iterations", type=int, default=800)
    options = parser.parse_args()
    game = SmallGame(options.suits, options.ranks, options.hand)
    root = game.tree()
    spiel = SpielGame(root, game.hand)
    strategy = rounded(root, spiel.solve(options.iterations, lambda done: print(done, end="\r", flush=True)))
    header = {
        "pack": game.size,
        "command": f"python -m tests.engine.small_packs.solve {game.suits} {game.ranks} {game.hand}"
        f" --iterations {options.iterations}",
        "open_spiel": version("open_spiel"),
        "exploitability": round(spiel.exploitability(strategy), 9),
        "first_leader_above_mean": round(spiel.tricks(strategy), 6),
    }
    write(game.size, header, strategy)
    print(header)


def rounded(root: Node, strategy: Strategy) -> Strategy:
    """The strategy in few decimals, without the sets that its own player avoids or has no choice in."""
    own = own_reaches(root, strategy)
    return {
        known: _rounded_chances(strategy[known])
        for known in own
        if len(strategy[known]) > 1 and own[known] >= NEVER
    }


def own_reaches(root: Node, strategy: Strategy) -> dict[str, float]:
    """The chance that a player's own choices lead to each of its information sets."""
    own: dict[str, float] = {}

    def visit(node: Node, chances: tuple[float, float]) -> None:
        if isinstance(node, Leaf):
            return
        if isinstance(node, Chance):
            for child in node.children:
                visit(child, chances)
            return
        own[node.known] = chances[node.player]
        for child, share in zip(node.children, chances_at(strategy, node), strict=True):
            first, second = chances
            visit(child, (first * share, second) if node.player == 0 else (first, second * share))

    visit(root, (1.0, 1.0))
    return own


def _rounded_chances(chances: Chances) -> dict[str, float]:
    """Chances above 0 that still add up to 1."""
    kept = {card: round(chance, PLACES) for card, chance in chances.items() if round(chance, PLACES) > 0}
    likeliest = max(kept, key=lambda card: kept[card])
    kept[likeliest] = round(1 - sum(kept.values()) + kept[likeliest], PLACES)
    return kept


def write(size: str, header: dict[str, object], strategy: Strategy) -> None:
    """One line for the head and one an information set."""
    rows = (json.dumps([known, chances], separators=(",", ":")) for known, chances in strategy.items())
    DATA.mkdir(parents=True, exist_ok=True)
    (DATA / f"{size}.jsonl").write_text("\n".join((json.dumps(header), *rows, "")), encoding="utf-8")


if __name__ == "__main__":
    main()
