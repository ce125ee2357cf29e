"""`decide`: one line in, one line out, at once, whatever the line holds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO, StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_site.setup.steps import ROOT
from tests.shared_files import paper_lines
from trainer.drills.json_lines import answer_lines, reply
from trainer.engine.deciding import chosen_card
from trainer.engine.ending_positions import Ending
from trainer.engine.endings import best_cards, ending_values
from trainer.engine.players import PLAYERS, Player
from trainer.engine.positions import Position, legal_cards

TIPS = PLAYERS["tips"]
POSITION = {
    name: value
    for name, value in paper_lines("oracle/phase1_positions.jsonl")[0].items()
    if name != "reference"
}
ENDING = {"id": "e1", "trump": "S", "leader": 0, "hands": ["HQ DQ", "HK SA CA"], "led": "SK"}


def answer(line: bytes, player: Player = TIPS, seed: int = 1) -> Mapping[str, Any]:
    return reply(line, lambda fields: {"card": str(chosen_card(fields, player, seed))})


def answer_to(fields: object) -> Mapping[str, Any]:
    return answer(json.dumps(fields).encode())


def test_every_oracle_position_gets_a_legal_card_under_its_id() -> None:
    for fields in paper_lines("oracle/phase1_positions.jsonl"):
        given_answer = answer_to(fields)
        assert given_answer["id"] == fields["id"]
        assert given_answer["card"] in map(str, legal_cards(Position.from_json(fields)))


def test_endings_get_a_best_card() -> None:
    for number, fields in enumerate(paper_lines("oracle/phase2_small.jsonl")[:100]):
        given_answer = answer_to({**fields, "id": number})
        assert given_answer["id"] == number
        best = best_cards(ending_values(Ending.from_json(fields)))
        assert given_answer["card"] in map(str, best)


def test_led_card_of_an_ending_is_answered() -> None:
    assert answer_to(ENDING) == {"id": "e1", "card": "SA"}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"\n", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deep"),
        (b"[]", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b"{}", "field 'player' is None"),
    ],
)
def test_bad_line_gets_a_reason(line: bytes, reason: str) -> None:
    given_answer = answer(line)
    assert set(given_answer) == {"error"}
    assert reason in str(given_answer["error"])


@pytest.mark.parametrize(
    "change",
    [
        {"hand": "SA"},
        {"hand": None},
        {"trump": "X"},
        {"trick": 3},
        {"rules": "other"},
        {"history": [1]},
        {"history": {}},
        {"player": 7},
        {"player": True},
        {"led": 5},
        {"upcard": "SA"},
        {"hands": []},
        {"hands": [1, 2]},
        {"hands": ["", ""], "leader": 0},
    ],
)
def test_wrong_field_gets_a_reason_and_its_id(change: dict[str, object]) -> None:
    given_answer = answer_to({**POSITION, **change})
    assert given_answer["id"] == POSITION["id"]
    assert "card" not in given_answer
    assert given_answer["error"]


def test_stream_goes_on_after_a_bad_line() -> None:
    lines = [json.dumps(POSITION).encode(), b"nonsense", json.dumps(ENDING).encode()]
    out = StringIO()
    answer_lines(BytesIO(b"\n".join(lines)), out, lambda fields: {"card": str(chosen_card(fields, TIPS, 1))})
    first, second, third = map(json.loads, out.getvalue().splitlines())
    assert (first["id"], third["id"]) == (POSITION["id"], "e1")
    assert set(second) == {"error"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(name=st.sampled_from([*POSITION, "hands", "leader"]), value=json_values)
@settings(max_examples=300, deadline=None)
def test_no_value_of_a_field_stops_the_stream(name: str, value: object) -> None:
    assert set(answer_to({**POSITION, name: value})) in ({"id", "card"}, {"id", "error"})


@given(line=st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_bytes_stop_the_stream(line: bytes) -> None:
    assert "error" in answer(line)


def test_same_seed_and_position_get_the_same_card_wherever_they_come() -> None:
    player = PLAYERS["random"]
    lines = [
        json.dumps({**row, "id": None}).encode() for row in paper_lines("oracle/phase1_positions.jsonl")[:40]
    ]
    once = [answer(line, player, 7)["card"] for line in lines]
    assert [answer(line, player, 7)["card"] for line in lines[::-1]] == once[::-1]
    assert [answer(line, player, 8)["card"] for line in lines] != once


def test_answer_is_there_before_the_next_line_is_sent() -> None:
    command = [sys.executable, "manage.py", "decide", "--player", "tips"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for fields in (POSITION, ENDING):
            process.stdin.write(json.dumps(fields).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == fields["id"]
        process.stdin.close()
        assert process.wait() == 0


def test_unknown_player_is_refused_before_a_line_is_read() -> None:
    command = [sys.executable, "manage.py", "decide", "--player", "oracle"]
    run = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert run.returncode != 0
    assert "'oracle' is no player: expected one of random" in run.stderr
