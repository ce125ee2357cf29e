"""Building drills: pieces survive interruptions; the shipped library is balanced and true."""

from __future__ import annotations

import copy
import json
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from trainer.drills.building import (
    LIBRARY_DIR,
    build,
    drill_id,
    pieces_of,
    read_drills,
    write_library,
)
from trainer.drills.checking import check
from trainer.drills.library import read_line
from trainer.drills.pieces import missing_pieces

FOLLOW, ENDINGS, RULES = (
    read_drills(LIBRARY_DIR / f"{kind}.jsonl") for kind in ("follow", "ending", "rules")
)
ALL = [*FOLLOW, *ENDINGS, *RULES]


def test_the_library_is_as_large_as_promised() -> None:
    assert len(RULES) >= 40
    assert len({drill["id"] for drill in ALL}) == len(ALL)
    assert len({(drill["position"], drill["question"], str(drill["facts"])) for drill in ALL}) == len(ALL)


def test_every_line_can_be_loaded() -> None:
    for drill in ALL:
        read_line(json.dumps(drill))


def test_rules_drills_ask_all_five_questions_with_answers_both_ways() -> None:
    assert Counter(drill["question"] for drill in RULES).keys() == {
        "legal",
        "winner",
        "draw",
        "next-lead",
        "score",
    }
    for question, words in (("draw", {"upcard", "hidden"}), ("next-lead", {"you", "opponent"})):
        answers = [
            key
            for drill in RULES
            if drill["question"] == question
            for key, choice in drill["choices"].items()
            if choice["right"]
        ]
        assert set(answers) == words


def test_a_sample_of_the_library_computes_to_the_same() -> None:
    out = StringIO()
    call_command("check_drills", sample=12, seed=4, stdout=out)
    assert "12 of" in out.getvalue()
    assert "all agree" in out.getvalue()


def test_answers_hold_under_fresh_seeds() -> None:
    out = StringIO()
    call_command("check_drills", sample=6, seed=5, fresh=True, stdout=out)
    assert "all agree" in out.getvalue()


@pytest.mark.long
def test_a_tenth_of_the_library_computes_to_the_same() -> None:
    """The whole takes half an hour of one core: `manage.py check_drills`, whenever drills are built."""
    out = StringIO()
    call_command("check_drills", sample=240, seed=6, stdout=out)
    assert "240 of" in out.getvalue()
    assert "all agree" in out.getvalue()


def changed(drill: dict[str, Any], key: str, **numbers: Any) -> dict[str, Any]:
    other = copy.deepcopy(drill)
    other["choices"][key].update(numbers)
    return other


def test_a_wrong_answer_is_found_in_every_kind() -> None:
    for drill in (ENDINGS[0], next(drill for drill in RULES if drill["question"] == "draw")):
        assert not list(check(drill))
    key, choice = next(iter(ENDINGS[0]["choices"].items()))
    assert list(check(changed(ENDINGS[0], key, tricks=choice["tricks"] + 1)))
    for question in ("legal", "winner", "draw", "next-lead", "score"):
        drill = next(drill for drill in RULES if drill["question"] == question)
        key, choice = next(iter(drill["choices"].items()))
        assert list(check(changed(drill, key, right=not choice["right"])))


def test_the_command_fails_and_lists_what_disagrees(tmp_path: Path) -> None:
    key, choice = next(iter(ENDINGS[0]["choices"].items()))
    wrong = changed(ENDINGS[0], key, tricks=choice["tricks"] + 1)
    (tmp_path / "ending.jsonl").write_text(f"{json.dumps(wrong)}\n{json.dumps(ENDINGS[1])}\n", "utf-8")
    errors = StringIO()
    with pytest.raises(CommandError, match="1 of 2 drills disagree"):
        call_command("check_drills", library=tmp_path, stdout=StringIO(), stderr=errors)
    assert wrong["id"] in errors.getvalue()


def test_a_stopped_build_goes_on_where_it_was_and_gives_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    pieces = pieces_of("rules", 200)
    assert list(build(pieces, whole)) == pieces
    steps = build(pieces, parts)
    next(steps)
    steps.close()
    (parts / f"{pieces[1].path(parts).name}.1.part").write_text("half a li", "utf-8")
    assert missing_pieces(pieces, parts) == pieces[1:]
    list(build(missing_pieces(pieces, parts), parts))
    for piece in pieces:
        assert piece.path(parts).read_bytes() == piece.path(whole).read_bytes()
    first = write_library("rules", pieces, whole, tmp_path / "a")
    assert write_library("rules", pieces, parts, tmp_path / "b") == first
    assert (tmp_path / "a" / "rules.jsonl").read_bytes() == (tmp_path / "b" / "rules.jsonl").read_bytes()


def test_the_command_builds_what_is_missing_and_writes_the_library(tmp_path: Path) -> None:
    out = StringIO()
    folders = {"pieces": tmp_path / "pieces", "library": tmp_path / "library"}
    call_command("make_drills", "rules", seeds=100, stdout=out, **folders)
    assert "rules: 100 drills" in out.getvalue()
    assert len(read_drills(tmp_path / "library" / "rules.jsonl")) == 100
    with pytest.raises(CommandError, match="no kind bridge"):
        call_command("make_drills", "bridge", **folders)


def test_the_shipped_library_is_what_the_command_would_build(tmp_path: Path) -> None:
    pieces = pieces_of("rules")
    list(build(pieces, tmp_path))
    assert write_library("rules", pieces, tmp_path, tmp_path / "library") == RULES


@pytest.mark.long
def test_workers_build_the_same_pieces(tmp_path: Path) -> None:
    pieces = pieces_of("rules", 200)
    list(build(pieces, tmp_path / "two", workers=2))
    list(build(pieces, tmp_path / "one"))
    for piece in pieces:
        assert piece.path(tmp_path / "two").read_bytes() == piece.path(tmp_path / "one").read_bytes()


def test_an_address_is_stable_and_opaque() -> None:
    assert drill_id("a") == drill_id("a") != drill_id("b")
    assert len(drill_id("a")) == 8
    assert drill_id("a").isalnum()
    assert drill_id("a").islower()
