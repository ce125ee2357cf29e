"""The published measurement: whole, in order, and made as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer.drills import measuring
from trainer.drills.measuring import (
    TABLES,
    measure_piece,
    measured,
    numbers_recipe,
    pieces,
    tables,
    write_numbers,
)
from trainer.drills.numbers import Row, read_numbers
from trainer.drills.pieces import Line
from trainer.engine.positions import Position

NUMBERS = read_numbers()


def line(deal: int, upcard: str, win: float, **more: object) -> Line:
    """A decision at trick 2 with spades as trump, where a plain card of the suit led wins."""
    fixed = {"deal": deal, "trick": 2, "upcard": upcard, "trump": "S", "led": "H4", "cheapest": "H9"}
    return {**fixed, "win": win, **more}


def test_every_table_is_there_with_its_rows_in_order() -> None:
    assert list(NUMBERS["tables"]) == list(TABLES)
    for name, rows in NUMBERS["tables"].items():
        found = [row["id"] for row in rows]
        assert found == [row for row in TABLES[name].rows if row in found]
    assert [row["id"] for row in NUMBERS["tables"]["upcard"]] == TABLES["upcard"].rows


def test_rows_of_the_main_tables_add_up_to_all_decisions() -> None:
    for name in ("upcard", "rank", "third", "price"):
        assert sum(row["decisions"] for row in NUMBERS["tables"][name]) == NUMBERS["decisions"]


def test_mean_and_error_take_the_deal_as_one_sample() -> None:
    lines = [line(1, "H2", 1.0), line(1, "H3", 1.0), line(2, "D5", 0.0), line(2, "C2", 0.0)]
    row = tables(lines)["upcard"][0]
    assert row == Row("plain-2-5", 4, 0.5, round(2**0.5 / 4, 4))


def test_decisions_fall_into_the_right_rows() -> None:
    lines = [line(1, "ST", 0.5, cheapest="HA"), line(2, "HQ", 0.1, cheapest="S2", low_duck=0.2)]
    found = {name: [row.id for row in rows] for name, rows in tables(lines).items()}
    assert found["upcard"] == ["plain-Q", "trump-8-10"]
    assert found["price"] == ["plain-Q-A ruff", "trump-8-A ace"]
    assert found["third"] == ["plain-Q-A 1-4", "trump-8-A 1-4"]
    assert found["low_duck"] == ["1-4", "all"]
    assert found["cheap_win"] == []


def test_measuring_compares_what_can_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "WORLDS", 20)
    position = Position.parse("phase1.base.1.1.SJ.S6.HTH5S5H3CTC8D3D8HAS8C4S9DJ.-")
    found = measured(position, seed=1)
    assert found == measured(position, seed=1)
    # S9 and S8 touch, and only S5 ducks: no cheap winner and no low duck to speak of.
    assert set(found) == {"deal", "trick", "upcard", "trump", "led", "cheapest", "win"}
    assert found["cheapest"] == "S8"


def test_enough_decisions_were_measured_with_the_weights_that_ship() -> None:
    assert NUMBERS["decisions"] >= 5000
    assert NUMBERS["policy"] == "net"
    assert NUMBERS["recipe"] == numbers_recipe()
    assert all(row["se"] < 0.1 for row in NUMBERS["tables"]["upcard"])


def test_a_piece_is_measured_whole_and_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "WORLDS", 10)
    monkeypatch.setattr(measuring, "DEALS_A_PIECE", 2)
    first, second = pieces(4)
    found = [measure_piece(first, tmp_path / name).path(tmp_path / name).read_bytes() for name in "ab"]
    assert found[0] == found[1] != b""
    measure_piece(second, tmp_path / "a")
    numbers = write_numbers([first, second], tmp_path / "a", tmp_path / "numbers.json")
    assert numbers == read_numbers(tmp_path / "numbers.json")
    assert numbers["seeds"] == [0, 3]
