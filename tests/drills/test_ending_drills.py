"""The shipped endings: each with a single line of thought, and no rule of thumb that finds them."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from tests.drills.helpers import address, page_of, ticket_on
from tests.engine.brute_force import are_one_class, naive_turns, naive_values
from trainer.drills.building import LIBRARY_DIR, lines_of_seed, read_drills
from trainer.drills.checking import check
from trainer.drills.ending_themes import (
    ENDING_THEMES,
    LEAST_CARDS,
    MOST_CARDS,
    MOST_TURNS,
    answer_of,
    ending_theme,
    right_cards,
    rules_of_thumb,
)
from trainer.drills.library import load, read_library
from trainer.drills.models import Attempt, Drill
from trainer.drills.selecting_endings import select_endings, sort_of
from trainer.engine.cards import Card
from trainer.engine.ending_positions import Ending, play
from trainer.engine.endings import best_cards, ending_values
from trainer.engine.notation import read_cards

FILE = LIBRARY_DIR / "ending.jsonl"
DRILLS = read_drills(FILE)
THEMES = {theme: [drill for drill in DRILLS if drill["theme"] == theme] for theme in ENDING_THEMES}


def ending_of(drill: dict[str, Any]) -> Ending:
    return Ending.parse(drill["position"])


def share(drills: list[dict[str, Any]], *, goal: str) -> float:
    return len([drill for drill in drills if drill["facts"]["goal"] == goal]) / len(drills)


def test_there_are_four_hundred_of_different_deals_and_all_themes() -> None:
    assert len(DRILLS) == 400
    assert len({drill["seed"] for drill in DRILLS}) == 400
    assert min(map(len, THEMES.values())) >= 40
    assert sum(map(len, THEMES.values())) == 400


def test_they_are_spread_over_sizes_seats_goals_and_turns() -> None:
    sizes = Counter(ending_of(drill).tricks_left for drill in DRILLS)
    assert set(sizes) == set(range(LEAST_CARDS, MOST_CARDS + 1))
    assert min(sizes.values()) >= 8
    assert sum(sizes[size] for size in range(8, 14)) >= 120
    questions = Counter(drill["question"] for drill in DRILLS)
    assert questions["follow"] >= 100
    assert 0.3 <= share(DRILLS, goal="take-7") <= 0.7
    turns = Counter(len(drill["facts"]["turns"]) for drill in DRILLS)
    assert set(turns) == set(range(1, MOST_TURNS + 1))
    assert min(turns.values()) >= 60


@pytest.mark.parametrize("theme", ENDING_THEMES)
def test_no_simple_rule_is_right_or_wrong_much_more_often_than_not(theme: str) -> None:
    said: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for drill in THEMES[theme]:
        ending, cards = ending_of(drill), right_cards(drill)
        found = {name: card in cards for name, card in rules_of_thumb(ending).items()}
        for name, is_right in ({"answer": answer_of(ending, cards)} | found).items():
            said[name] += 1
            right[name] += is_right
    for name in ("answer", "lowest", "highest"):
        assert 0.35 <= right[name] / len(THEMES[theme]) <= 0.65, name
    for name in said:
        if said[name] >= len(THEMES[theme]) / 2:
            assert right[name] / said[name] <= 0.65, name


@pytest.mark.parametrize("theme", ENDING_THEMES)
def test_the_size_of_an_ending_does_not_tell_the_answer(theme: str) -> None:
    """Where a theme has enough endings of a size: among short and among middling ones it goes both ways."""
    for sizes in (range(4, 6), range(6, 9), range(9, 14)):
        answers = [
            answer_of(ending_of(drill), right_cards(drill))
            for drill in THEMES[theme]
            if ending_of(drill).tricks_left in sizes
        ]
        if len(answers) >= 20:
            assert 0.35 <= sum(answers) / len(answers) <= 0.65


def test_the_goal_counts_tricks_already_won_and_best_play_just_reaches_it() -> None:
    for drill in DRILLS:
        facts, ending = drill["facts"], ending_of(drill)
        own, other = facts["tricks_won"]
        assert own + other + ending.tricks_left == 13
        assert facts["target"] == own + max(choice["tricks"] for choice in drill["choices"].values())
        assert (facts["goal"] == "take-7") == (facts["target"] == 7)


def test_every_line_is_best_play_with_one_right_class_at_each_turn_that_matters() -> None:
    for drill in DRILLS:
        ending, facts = ending_of(drill), drill["facts"]
        learner, won = ending.to_play, facts["tricks_won"][0]
        assert facts["turns"][0] == 0
        assert drill["theme"] == ending_theme(ending)
        for place, card in enumerate(read_cards(facts["line"])):
            values = ending_values(ending)
            best = best_cards(values)
            assert card in best
            if ending.to_play == learner:
                matters = len(best) < len(values)
                assert matters == (place in facts["turns"])
                assert not matters or are_one_class(list(best), ending)
            before, ending = ending, play(ending, card)
            won += before.led is not None and ending.leader == learner
        assert ending.is_over
        assert won == facts["target"]


def brute(drill: dict[str, Any]) -> None:
    """Compare a drill with plain minimax over every card and every line of best play."""
    ending, facts = ending_of(drill), drill["facts"]
    values = {str(card): tricks for card, tricks in naive_values(ending).items()}
    assert values == {name: choice["tricks"] for name, choice in drill["choices"].items()}
    turns = naive_turns(ending, ending.to_play, {})
    assert turns == (facts["fewest_turns"], len(facts["turns"])), drill["id"]


def test_short_endings_are_singular_by_brute_force() -> None:
    for drill in [drill for drill in DRILLS if ending_of(drill).tricks_left == LEAST_CARDS][::6]:
        brute(drill)


@pytest.mark.long
def test_all_endings_of_four_and_some_of_five_cards_are_singular_by_brute_force() -> None:
    short = [drill for drill in DRILLS if ending_of(drill).tricks_left == LEAST_CARDS]
    longer = [drill for drill in DRILLS if ending_of(drill).tricks_left == LEAST_CARDS + 1]
    for drill in [*short, *longer[::6]]:
        brute(drill)


def test_harder_looking_endings_have_more_cards_turns_and_failing_rules() -> None:
    by_difficulty = sorted(DRILLS, key=lambda drill: drill["facts"]["difficulty"])
    easy, hard = by_difficulty[:100], by_difficulty[-100:]
    assert by_difficulty[0]["facts"]["difficulty"] < 0.2
    assert by_difficulty[-1]["facts"]["difficulty"] > 0.7
    for measure in (
        lambda drill: ending_of(drill).tricks_left,
        lambda drill: len(drill["facts"]["turns"]),
        lambda drill: drill["facts"]["fooled"],
    ):
        assert sum(map(measure, easy)) < sum(map(measure, hard))


def test_a_sample_is_what_the_checker_computes() -> None:
    for drill in DRILLS[::10]:
        assert not list(check(drill))


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("goal", "nothing"),
        ("target", 14),
        ("line", "SA"),
        ("turns", []),
        ("fewest_turns", 9),
        ("fooled", 99),
        ("difficulty", 2.0),
        ("tricks_won", [13, 13]),
    ],
)
def test_a_wrong_solution_is_found_and_named(fact: str, value: object) -> None:
    wrong = copy.deepcopy(DRILLS[0])
    wrong["facts"][fact] = value
    assert any(fact.replace("_", " ") in reason.replace("_", " ") for reason in check(wrong)) or (
        fact == "tricks_won" and any("tricks are won" in reason for reason in check(wrong))
    )


def test_an_ending_with_two_right_classes_is_found() -> None:
    """SA and DA both take all four (W23)."""
    wrong = copy.deepcopy(DRILLS[0])
    wrong["position"] = "phase2.S.0.SAHJHTDA.SKDKDTCJ.-"
    assert any("no single line of thought" in reason for reason in check(wrong))


def test_a_seed_gives_the_shipped_line_again() -> None:
    for drill in DRILLS[::80]:
        built = {line["id"]: line for line in lines_of_seed("ending", drill["seed"])}
        assert json.loads(json.dumps(built[drill["id"]])) == drill


def test_the_choice_is_the_same_in_any_order_and_keeps_one_drill_a_deal() -> None:
    pool = [*DRILLS, *({**drill, "id": f"x{drill['id']}"} for drill in DRILLS[:50])]
    chosen = select_endings(pool, 60)
    assert chosen == select_endings(pool[::-1], 60)
    assert len({drill["seed"] for drill in chosen}) == 60


def test_what_the_choice_looks_at_is_in_the_drill() -> None:
    sort = sort_of(DRILLS[0])
    assert (sort.theme, sort.goal) == (DRILLS[0]["theme"], DRILLS[0]["facts"]["goal"])
    assert {"answer", "lowest", "highest"} <= dict(sort.rules).keys()


def one_of_each() -> list[str]:
    """One drill of each theme and seat."""
    sorts = {(drill["theme"], drill["question"]): drill["id"] for drill in DRILLS}
    return sorted(sorts.values())


@pytest.mark.django_db
@pytest.mark.parametrize("public_id", one_of_each())
def test_its_page_shows_the_hands_and_grades_the_first_decision(public_id: str, client: Client) -> None:
    load(line for line in read_library([FILE]) if line.public_id == public_id)
    drill = Drill.objects.select_related("current").get()
    assert drill.current is not None
    ending = Ending.parse(drill.current.position)
    page = page_of(client, public_id)
    assert all(f"#c-{str(card).lower()[0]}{str(card)[1]}" in page for card in ending.hand)
    assert "take-7" not in page
    right = next(name for name, choice in drill.current.choices.items() if choice["loss"] == 0)
    wrong = next(name for name, choice in drill.current.choices.items() if choice["loss"] > 0)
    for name, query in ((wrong, ""), (right, "?retry=1")):
        ticket = ticket_on(page_of(client, public_id, query=query))
        assert client.post(address(public_id), {"choice": name, "ticket": ticket}).status_code == 200
    verdicts = list(Attempt.objects.order_by("number").values_list("choice", "verdict"))
    assert verdicts == [(wrong, "wrong"), (right, "right")]
    assert Card.parse(right) in ending.hand
