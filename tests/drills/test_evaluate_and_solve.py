"""The commands that answer lines: evaluate and solve."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules_site.setup.steps import ROOT
from tests.shared_files import paper_file, paper_lines
from trainer.engine.positions import Position
from trainer.engine.rule_sets import RULE_SETS

LINES = paper_lines("oracle/phase1_positions.jsonl")
KEYS = {"id", "cards", "groups", "worlds", "verdict", "best"}
CARD_KEYS = {
    "tricks", "se", "win", "win_se", "tricks_inferred", "se_inferred", "win_inferred", "diff", "diff_se",
}  # fmt: skip


def run(command: str, file: Path, **options: Any) -> str:
    out = io.StringIO()
    call_command(command, str(file), stdout=out, **options)
    return out.getvalue()


def written(folder: Path, *lines: Any) -> Path:
    file = folder / "lines.jsonl"
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    file.write_bytes(b"\n".join(texts) + b"\n")
    return file


def test_evaluate_answers_each_position(tmp_path: Path) -> None:
    file = written(tmp_path, *LINES[:4])
    answers = [json.loads(line) for line in run("evaluate", file, worlds=60).splitlines()]
    assert [answer["id"] for answer in answers] == [line["id"] for line in LINES[:4]]
    for answer, line in zip(answers, LINES, strict=False):
        assert answer.keys() == KEYS
        assert answer["cards"].keys() == line["reference"]["cards"].keys()
        assert all(card.keys() == CARD_KEYS for card in answer["cards"].values())
        assert sorted(card for group in answer["groups"] for card in group) == sorted(answer["cards"])
        assert answer["verdict"] in {"clear", "close", "beliefs differ"}
        assert set(answer["best"]) <= answer["cards"].keys()
        assert max(card["diff"] for card in answer["cards"].values()) == 0
        assert answer["worlds"] == 60


def test_evaluate_gives_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    file = written(tmp_path, *LINES[:3])
    first = run("evaluate", file, worlds=40, seed=7)
    assert run("evaluate", file, worlds=40, seed=7) == first
    assert run("evaluate", file, worlds=40, seed=8) != first


@pytest.mark.parametrize("rules", RULE_SETS)
def test_evaluate_knows_every_rule_set(tmp_path: Path, rules: str) -> None:
    file = written(tmp_path, {**LINES[0], "rules": rules})
    (answer,) = map(json.loads, run("evaluate", file, worlds=30).splitlines())
    position = Position.from_json({**LINES[0], "rules": rules})
    most = position.rule_set.counted_tricks
    assert all(0 <= card["tricks"] <= most for card in answer["cards"].values())
    assert len(answer["cards"]) == (13 if rules.startswith("free") else len(LINES[0]["reference"]["cards"]))


WRONG = [
    (b"not json", "not JSON"),
    (b"", "not JSON"),
    (b"\xff\xfe", "not UTF-8"),
    (b"[1, 2]", "not a JSON object"),
    (b"[" * 100_000, "nested too deep"),
    ({"id": 9}, "field 'player'"),
    ({**LINES[0], "hand": "SA SA"}, "the hand has 2 cards"),
    ({**LINES[0], "trick": True}, "field 'trick'"),
]


@pytest.mark.parametrize(("line", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_a_bad_line_gets_an_error_and_the_next_one_its_answer(tmp_path: Path, line: Any, reason: str) -> None:
    bad, good = run("evaluate", written(tmp_path, line, LINES[1]), worlds=20).splitlines()
    answer = json.loads(bad)
    assert answer.keys() <= {"error", "id"}
    assert reason in answer["error"]
    assert json.loads(good)["id"] == LINES[1]["id"]


def test_an_error_carries_the_id_of_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, {"id": "x9", "trump": "S"})
    assert json.loads(run("solve", file))["id"] == "x9"


@pytest.mark.parametrize("command", ["evaluate", "solve"])
def test_a_file_that_is_not_there_is_an_error_of_the_command(tmp_path: Path, command: str) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        run(command, tmp_path / "nothing.jsonl")


@pytest.mark.parametrize("options", [{"worlds": 1}, {"worlds": 20, "seed": -1}])
def test_impossible_options_are_refused(tmp_path: Path, options: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="--"):
        run("evaluate", written(tmp_path, LINES[0]), **options)


@pytest.mark.parametrize("name", ["phase2_small", "phase2_hard", "phase2_full"])
def test_solve_gives_the_values_of_the_oracle(name: str) -> None:
    paper = f"oracle/{name}.jsonl"
    answers = map(json.loads, run("solve", paper_file(paper)).splitlines())
    for answer, line in zip(answers, paper_lines(paper), strict=True):
        assert answer["tricks_leader"] == line["tricks_leader"]
        assert answer["move_values"] == line["move_values"]


def test_solve_answers_for_the_follower_once_a_card_is_led(tmp_path: Path) -> None:
    ending = {"id": 1, "trump": "S", "leader": 0, "hands": ["HA", "SK D2"], "led": "DA"}
    (line,) = run("solve", written(tmp_path, ending)).splitlines()
    assert json.loads(line) == {"id": 1, "tricks_leader": 1, "move_values": {"D2": 1}}


def test_lines_are_answered_one_by_one_on_standard_input() -> None:
    """Another program can wait for each answer before it writes the next line."""
    command = [sys.executable, "manage.py", "solve"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in paper_lines("oracle/phase2_small.jsonl")[:3]:
            process.stdin.write(json.dumps(line).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["tricks_leader"] == line["tricks_leader"]
        process.stdin.close()
        assert process.wait() == 0
