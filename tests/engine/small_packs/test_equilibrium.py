"""The kept equilibria are equilibria, by the word of OpenSpiel and by a count of our own."""

from __future__ import annotations

import pytest

from tests import needs
from tests.engine.small_packs.equilibrium import analysed, exploitability, kept_equilibrium
from tests.engine.small_packs.game import SmallGame
from tests.engine.small_packs.spiel import SpielGame

SIZES = [(2, 4, 2)]
LEAST = 1e-5  # tricks that a perfect opponent may still win


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nobody_can_beat_the_kept_equilibrium(size: tuple[int, int, int]) -> None:
    needs.module("pyspiel")
    game = SmallGame(*size)
    root = game.tree()
    header, strategy = kept_equilibrium(game.size)
    spiel = SpielGame(root, game.hand)
    found = spiel.exploitability(strategy)
    assert 0 <= found < LEAST
    assert found == pytest.approx(header["exploitability"], abs=1e-9)
    assert exploitability(root, game.hand, strategy) == pytest.approx(found, abs=1e-9)
    assert spiel.tricks(strategy) == pytest.approx(header["first_leader_above_mean"], abs=1e-6)


def test_a_poor_strategy_can_be_beaten() -> None:
    needs.module("pyspiel")
    game = SmallGame(4, 2, 2)
    root = game.tree()
    found = SpielGame(root, game.hand).exploitability({})
    assert found > 0.1
    assert exploitability(root, game.hand, {}) == pytest.approx(found, abs=1e-9)


def test_equilibrium_plays_only_cards_of_the_greatest_value() -> None:
    game = SmallGame(2, 4, 2)
    sets = analysed(game.tree(), game.hand, kept_equilibrium(game.size)[1])
    lost = sum(
        known.reach * chance * known.loss(card)
        for known in sets.values()
        for card, chance in known.chances.items()
    )
    assert 0 <= lost < 4 * LEAST
    first_leads = (known.reach for name, known in sets.items() if name.endswith(".-") and ".-." in name)
    assert sum(first_leads) == pytest.approx(1)
