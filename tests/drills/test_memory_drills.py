"""Memory drills: the answer follows from what one seat has seen; they are offered like any kind."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from trainer.drills.building import LIBRARY_DIR, read_drills
from trainer.drills.building_memory import memory_drills, memory_theme, select_memory
from trainer.drills.checking import check
from trainer.drills.holding import rule_sets_holding
from trainer.drills.library import LibraryError, Loaded, load, read_library
from trainer.drills.queries import (
    drill_order,
    drills_by_theme,
    kind_counts,
    offered_drills,
    theme_counts,
    versions_for,
)
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.seen_phases import SeenPhase

FILE = LIBRARY_DIR / "memory.jsonl"
DRILLS = read_drills(FILE)


def right(drill: dict[str, Any]) -> set[str]:
    return {name for name, choice in drill["choices"].items() if choice["right"]}


def changed(drill: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(drill), **fields}


def test_there_are_two_hundred_over_seats_trumps_and_cards_seen() -> None:
    assert len(DRILLS) == 200
    assert len({drill["seed"] for drill in DRILLS}) == 200
    phases = [SeenPhase.parse(drill["position"]) for drill in DRILLS]
    assert set(Counter(phase.player for phase in phases).values()) == {100}
    assert min(Counter(phase.trump for phase in phases).values()) >= 45
    assert min(Counter(drill["theme"] for drill in DRILLS).values()) >= 60
    assert len({phase.player == phase.dealer for phase in phases}) == 2


def test_the_answer_is_what_was_neither_played_nor_kept() -> None:
    """From the text of the notation alone, without the engine."""
    pack = {suit + rank for suit in "SHDC" for rank in "23456789TJQKA"}
    for drill in DRILLS:
        _, _, _, _, hand, rows = drill["position"].split(".")
        played = {card for row in rows.split("_") for card in (row[2:4], row[4:6])}
        own = set(re.findall("..", hand))
        assert right(drill) == pack - played - own
        assert drill["choices"].keys() == pack - own
        assert (len(own), len(played), len(right(drill))) == (13, 26, 13)


def test_facts_say_how_the_cards_can_be_known() -> None:
    for drill in DRILLS:
        facts = drill["facts"]
        assert facts["seen"] + facts["inferred"] == sum(facts["suits"]) == 13
        assert drill["theme"] == memory_theme(facts["seen"])
        assert facts["suits"] == [sum(name[0] == suit for name in right(drill)) for suit in "SHDC"]
    by_difficulty = sorted(DRILLS, key=lambda drill: drill["facts"]["difficulty"])
    easy, hard = by_difficulty[:50], by_difficulty[-50:]
    assert sum(d["facts"]["inferred"] for d in easy) < sum(d["facts"]["inferred"] for d in hard)
    assert by_difficulty[-1]["facts"]["difficulty"] - by_difficulty[0]["facts"]["difficulty"] > 0.3


def test_the_answer_stands_by_all_rules() -> None:
    for line in read_library([FILE]):
        assert rule_sets_holding(line.kind, line.content) == tuple(RULE_SETS)


def test_all_compute_to_the_same() -> None:
    assert [reason for drill in DRILLS for reason in check(drill)] == []


def test_a_wrong_card_fact_or_theme_is_found() -> None:
    drill = DRILLS[0]
    wrong = changed(drill)
    wrong["choices"][next(iter(right(drill)))]["right"] = False
    assert any(reason.startswith("choices") for reason in check(wrong))
    assert any(reason.startswith("theme") for reason in check(changed(drill, theme="other")))
    assert any(
        reason.startswith("seen") for reason in check(changed(drill, facts={**drill["facts"], "seen": 0}))
    )


def test_a_seed_gives_the_same_drill_and_the_choice_is_the_same_in_any_order() -> None:
    drills = [{"id": str(seed), **drill} for seed in range(12) for drill in memory_drills(seed)]
    assert [{"id": str(seed), **drill} for seed in range(12) for drill in memory_drills(seed)] == drills
    assert select_memory(drills, 6) == select_memory(drills[::-1], 6)


@pytest.mark.django_db
def test_they_load_once_and_again_without_a_change() -> None:
    assert load(read_library([FILE])) == Loaded(added=200)
    assert load(read_library([FILE])) == Loaded(unchanged=200)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"question": "follow"}, "expected opponent-hand"),
        ({"position": "phase1.x"}, "starts no seen notation"),
        (
            {"choices": dict(list(DRILLS[0]["choices"].items())[:-1])},
            "not the cards that are not in the hand",
        ),
        (
            {
                "choices": DRILLS[0]["choices"]
                | {name: {"right": False} for name in list(right(DRILLS[0]))[:1]}
            },
            "not the opponent's hand",
        ),
    ],
)
def test_a_line_that_contradicts_itself_is_refused(
    fields: dict[str, Any], reason: str, tmp_path: Any
) -> None:
    path = tmp_path / "memory.jsonl"
    path.write_text(json.dumps(changed(DRILLS[0], **fields)), "utf-8")
    with pytest.raises(LibraryError, match=reason):
        list(read_library([path]))


@pytest.fixture
def stored(db: None) -> str:
    """All memory drills loaded; the address of one."""
    load(read_library([FILE]))
    return str(DRILLS[0]["id"])


def test_they_are_offered_like_any_kind(stored: str) -> None:
    assert offered_drills().count() == 200
    assert {count.kind: count.total for count in kind_counts(None)}["memory"] == 200
    assert len(drill_order("anyone")) == 200
    assert (
        {kind for kind, _theme in drills_by_theme()}
        == {kind for kind, _theme in theme_counts()}
        == {"memory"}
    )
    assert list(versions_for([stored])) == [stored]


def test_list_next_and_progress_know_the_kind(stored: str, client: Client) -> None:
    index = client.get(reverse("drills:index")).content.decode()
    assert "Hukommelse" in index and "kind=memory" in index
    assert client.get(reverse("drills:next") + "?kind=memory").status_code == 302
    assert client.get(reverse("progress:mine") + "?kind=memory").status_code == 200
