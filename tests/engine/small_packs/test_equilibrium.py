"""The kept equilibria are equilibria, by the word of OpenSpiel and by a count of our own."""

from __future__ import annotations

from functools import cache

import pytest

from tests import needs
from tests.engine.small_packs.equilibrium import analysed, exploitability, kept_equilibrium
from tests.engine.small_packs.game import whole_game
from tests.engine.small_packs.spiel import SpielGame

LEAST = 1e-6  # tricks that a perfect opponent may still win


@cache
def spiel_game(size: tuple[int, int, int]) -> SpielGame:
    """OpenSpiel's copy of a game."""
    needs.module("pyspiel")
    game, root = whole_game(*size)
    return SpielGame(root, game.hand)


def test_nobody_can_beat_the_kept_equilibrium() -> None:
    require_equilibrium((2, 4, 2), LEAST)


@pytest.mark.long
def test_nobody_can_beat_the_kept_equilibrium_with_four_suits() -> None:
    require_equilibrium((4, 2, 2), least=3e-5)


def require_equilibrium(size: tuple[int, int, int], least: float) -> None:
    """What is kept can be beaten by less than `least`, and by just what its head says."""
    spiel = spiel_game(size)
    game, root = whole_game(*size)
    header, strategy = kept_equilibrium(game.size)
    found = spiel.exploitability(strategy)
    assert 0 <= found < least
    assert found == pytest.approx(header["exploitability"], abs=1e-9)
    assert exploitability(root, game.hand, strategy) == pytest.approx(found, abs=1e-9)
    assert spiel.tricks(strategy) == pytest.approx(header["first_leader_above_mean"], abs=1e-6)


def test_a_poor_strategy_can_be_beaten() -> None:
    found = spiel_game((2, 4, 2)).exploitability({})
    game, root = whole_game(2, 4, 2)
    assert found > 0.1
    assert exploitability(root, game.hand, {}) == pytest.approx(found, abs=1e-9)


def test_equilibrium_plays_only_cards_of_the_greatest_value() -> None:
    game, root = whole_game(2, 4, 2)
    sets = analysed(root, game.hand, kept_equilibrium(game.size)[1])
    lost = sum(
        known.reach * chance * known.loss(card)
        for known in sets.values()
        for card, chance in known.chances.items()
    )
    assert 0 <= lost < 4 * LEAST
    first_leads = (known.reach for name, known in sets.items() if name.endswith(".-") and ".-." in name)
    assert sum(first_leads) == pytest.approx(1)
