"""Phase-one drills: the shipped ones are many, balanced, clear throughout, and made as they say."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest

from trainer.drills.building import LIBRARY_DIR, lines_of_seed, read_drills
from trainer.drills.building_phase_one import DECISIONS, SORTS, prize_theme
from trainer.drills.checking import check
from trainer.drills.judged import weights
from trainer.drills.library import read_line
from trainer.drills.selecting_phase_one import MOST, select_follow, select_leads, side_of, trick_of
from trainer.engine.cards import Card
from trainer.engine.estimates import touching_groups
from trainer.engine.grading import verdict_of
from trainer.engine.positions import Position
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.verification import RUNS, sides_of

FOLLOW, LEADS = (read_drills(LIBRARY_DIR / f"{kind}.jsonl") for kind in ("follow", "lead"))
ALL = [*FOLLOW, *LEADS]
THEMES = {theme for theme, _side in SORTS}


def share(drills: list[dict[str, Any]]) -> float:
    return sum(side_of(drill) == "win" for drill in drills) / len(drills)


def test_there_are_as_many_as_promised() -> None:
    assert len(FOLLOW) >= 1500
    assert len(LEADS) >= 100
    assert len({drill["position"] for drill in ALL}) == len(ALL)


def test_winning_is_right_about_as_often_as_ducking_overall_and_in_every_theme() -> None:
    assert {drill["theme"] for drill in FOLLOW} == THEMES
    for drills in (FOLLOW, *([d for d in FOLLOW if d["theme"] == theme] for theme in THEMES)):
        assert len(drills) >= 100
        assert 0.35 <= share(drills) <= 0.65


def test_followers_decisions_are_spread_over_the_tricks() -> None:
    tricks = Counter(map(trick_of, FOLLOW))
    assert set(tricks) == set(range(1, 14))
    assert min(tricks.values()) >= 0.02 * len(FOLLOW)
    assert max(tricks.values()) <= 0.25 * len(FOLLOW)


def test_difficulties_differ() -> None:
    levels = [drill["facts"]["difficulty"] for drill in ALL]
    assert 0 <= min(levels) < 0.3
    assert 0.5 < max(levels) <= 1
    assert sum("tips" in drill["facts"]["fooled"] for drill in FOLLOW) >= 0.1 * len(FOLLOW)


def test_themes_say_what_lies_up() -> None:
    for drill in ALL:
        assert drill["theme"] == prize_theme(Position.parse(drill["position"]))


def test_every_answer_is_clear_in_all_runs_and_under_both_beliefs() -> None:
    for drill in ALL:
        facts = drill["facts"]
        assert [run["policy"] for run in facts["runs"]] == ["net", "net", "net2"]
        assert facts["policy"] == "net"
        assert facts["weights"] == weights()
        gaps = [(facts["gap"], facts["gap_se"])]
        for run in facts["runs"]:
            gaps += [tuple(run[belief][:2]) for belief in ("uniform", "inferred")]
        assert all(gap >= 0.3 and gap >= 2.999 * se for gap, se in gaps), drill["id"]
        assert facts["inferred"]["gap"] > 0
        seeds = [drill["seed"], *(run["seed"] for run in facts["runs"])]
        assert len(set(seeds)) == 4
        assert {seed // RUNS for seed in seeds} == {facts["judge_seed"]}


def test_one_side_or_one_group_holds_all_right_cards() -> None:
    for drill in ALL:
        position = Position.parse(drill["position"])
        right = {Card.parse(k) for k, n in drill["choices"].items() if verdict_of(n["loss"]) == "right"}
        assert any(right <= set(side) for side in sides_of(position))
        if position.led is None:
            assert any(right == set(group) for group in touching_groups(position))


def test_the_reason_adds_up_to_its_sum_and_to_the_gap_within_error() -> None:
    far = 0
    for drill in FOLLOW:
        reason = drill["facts"].get("why")
        assert (reason is None) == (trick_of(drill) == 13)
        if reason:
            parts = sum(part["tricks"] for part in reason["terms"].values())
            assert parts == pytest.approx(reason["sum"]["tricks"], abs=1e-4)
            signed = drill["facts"]["gap"] if side_of(drill) == "win" else -drill["facts"]["gap"]
            far += abs(parts - signed) > 3 * (reason["sum"]["se"] + drill["facts"]["gap_se"])
    assert far <= 0.003 * len(FOLLOW)


def test_the_rule_sets_under_which_answers_hold_are_named() -> None:
    for drill in ALL:
        assert drill["rule_set"] in drill["facts"]["holds_under"]
        assert set(drill["facts"]["holds_under"]) <= RULE_SETS.keys()
    assert 0.3 * len(FOLLOW) <= sum("free" in drill["facts"]["holds_under"] for drill in FOLLOW) < len(FOLLOW)


def test_every_line_can_be_loaded() -> None:
    for drill in ALL:
        read_line(json.dumps(drill))


def test_a_drill_comes_from_its_seed() -> None:
    drill = min(FOLLOW, key=lambda drill: drill["facts"]["judge_seed"])
    seed = drill["facts"]["judge_seed"] // DECISIONS
    assert drill in lines_of_seed("follow", seed)


@pytest.mark.parametrize("kind", ["follow", "lead"])
def test_a_changed_number_is_found_and_named(kind: str) -> None:
    drill = {"follow": FOLLOW, "lead": LEADS}[kind][0]
    assert not list(check(drill))
    key = next(iter(drill["choices"]))
    wrong = copy.deepcopy(drill)
    wrong["choices"][key]["tricks"] += 2e-5
    assert [reason.split(" is")[0] for reason in check(wrong)] == [f"{key} tricks"]
    other = copy.deepcopy(drill)
    other["facts"]["inferred"]["gap"] += 2e-5
    assert [reason.split(" is")[0] for reason in check(other)] == ["inferred gap"]


@pytest.mark.parametrize("kind", ["follow", "lead"])
def test_a_turned_answer_is_found_under_a_fresh_seed(kind: str) -> None:
    drill = copy.deepcopy(max({"follow": FOLLOW, "lead": LEADS}[kind], key=lambda d: d["facts"]["gap"]))
    assert not list(check(drill, fresh=1))
    most = max(numbers["loss"] for numbers in drill["choices"].values())
    for numbers in drill["choices"].values():
        numbers["loss"] = most - numbers["loss"]
    assert list(check(drill, fresh=1))


def made(number: int, theme: str, side: str, trick: int) -> dict[str, Any]:
    """What choosing looks at: a drill whose position has as many finished tricks as it takes."""
    rows = FOLLOW_ROWS[trick]
    better, worse = ("SA", "S2") if side == "win" else ("S2", "SA")
    choices = {better: {"loss": 0.0}, worse: {"loss": 1.0}}
    facts = {"win": "SA", "duck": "S2"}
    return {"id": f"{number:04}", "theme": theme, "position": rows, "choices": choices, "facts": facts}


FOLLOW_ROWS = {trick_of(drill): drill["position"] for drill in FOLLOW}


def test_a_scarce_side_holds_the_other_back() -> None:
    drills = [made(n, "low-prize", "win" if n < 10 else "duck", 2 + n % 2) for n in range(100)]
    chosen = select_follow(drills, 80)
    sides = Counter(map(side_of, chosen))
    assert sides["win"] == 10
    assert sides["duck"] == int(10 * MOST / (1 - MOST))
    assert share(chosen) >= 0.35
    assert Counter(map(trick_of, chosen)).keys() == {2, 3}


def test_themes_are_filled_evenly() -> None:
    drills = [
        made(n, "high-prize" if n % 4 else "trump-prize", "win" if n % 3 else "duck", 5) for n in range(400)
    ]
    chosen = select_follow(drills, 100)
    assert Counter(drill["theme"] for drill in chosen) == {"high-prize": 50, "trump-prize": 50}
    assert 0.35 <= share(chosen) <= 0.65
    assert len(select_leads(drills, 30)) == 30
