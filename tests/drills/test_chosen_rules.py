"""The rules that a learner has chosen, carried into the drills: all rule sets, kinds and languages."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.drills.helpers import address, key_with, page_of, send, words
from trainer.drills import queries
from trainer.drills.holding import MOST_OF_ONE_SIDE, holds, rule_sets_holding
from trainer.drills.library import LIBRARY_DIR, Line, load, read_library
from trainer.drills.models import OFFERED_KINDS, Drill, DrillVersion
from trainer.drills.questions import Question
from trainer.engine.ending_positions import Ending
from trainer.engine.positions import Position, legal_cards
from trainer.engine.rule_sets import BASE, FREE, RULE_SETS, RuleSet
from trainer.engine.scoring import Scoring, deal_points, offered_scorings
from trainer.table.chosen_rules import USUAL_RULES

LANGUAGES = ["nb", "sv"]
OTHERS = [rules for rules in RULE_SETS.values() if rules != BASE]
KEPT_OF_EACH = 30  # drills of a kind that the tests load from the library that ships


def query_of(rules: RuleSet) -> str:
    pairs = USUAL_RULES.with_rule_set(rules).query()
    return "".join(f"&{name}={value}" for name, value in pairs.items())


@pytest.fixture(scope="module")
def shipped() -> list[Line]:
    """Some drills of each kind that ships."""
    lines: list[Line] = []
    for kind in OFFERED_KINDS:
        lines += list(read_library([LIBRARY_DIR / f"{kind}.jsonl"]))[:KEPT_OF_EACH]
    return lines


@pytest.fixture
def library(db: None, shipped: list[Line]) -> dict[str, Drill]:
    load(shipped)
    return {drill.public_id: drill for drill in Drill.objects.select_related("current")}


def listed(version: DrillVersion) -> list[str]:
    return list(version.facts.get("holds_under", ["base"]))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
@pytest.mark.parametrize("kind", OFFERED_KINDS)
def test_only_drills_whose_answer_holds_are_met(
    rules: RuleSet, kind: str, library: dict[str, Drill], client: Client
) -> None:
    order = queries.drill_order("anyone", kind, rule_set=rules)
    assert order, f"the library holds no {kind} drill for {rules}"
    for public_id in order:
        drill = library[public_id]
        assert drill.current is not None and drill.kind == kind
        if kind in {Drill.Kind.FOLLOW, Drill.Kind.LEAD}:
            assert rules.id in listed(drill.current)
    counted = {count.kind: count.total for count in queries.kind_counts(None, rules)}
    assert counted[kind] == len(order)
    with override("nb"):
        at = client.get(reverse("drills:next") + f"?kind={kind}{query_of(rules)}")["Location"]
    assert at.split("?")[0].rstrip("/").rsplit("/", 1)[1] in order
    assert at.endswith(query_of(rules))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_rules_drills_hold_where_the_rules_give_the_same_answer(rules: RuleSet) -> None:
    """The question is answered anew under the other rule set, by the engine."""
    told = []
    for line in read_library([LIBRARY_DIR / "rules.jsonl"]):
        right = {key for key, numbers in line.content["choices"].items() if numbers["right"]}
        same = answers_by(rules, line) == right
        told.append((line.public_id, same, rules.id in rule_sets_holding(line.kind, line.content)))
    assert [entry for entry in told if entry[1] != entry[2]] == []
    assert any(same for _id, same, _holds in told)


def answers_by(rules: RuleSet, line: Line) -> set[str]:
    """The right answers to a question of the rules by another rule set; none where it can't be asked."""
    content = line.content
    if content["question"] == Question.SCORE:
        scoring, tricks = Scoring(content["facts"]["scoring"]), content["facts"]["tricks"]
        if sum(tricks) != rules.counted_tricks or scoring not in offered_scorings(rules):
            return set()
        return {f"points:{max(deal_points(tricks, scoring))}"}
    position = Position.parse(content["position"].replace(".base.", f".{rules.id}.", 1))
    allowed = {str(card) for card in legal_cards(position)}
    if content["question"] == Question.LEGAL:
        return allowed
    assert content["facts"]["reply"] in allowed
    return {key for key, numbers in content["choices"].items() if numbers["right"]}


def test_endings_are_the_same_by_all_rules() -> None:
    """An ending names no rule set: its cards, its play and its most tricks are the same by all."""
    for line in read_library([LIBRARY_DIR / "ending.jsonl"]):
        assert not hasattr(Ending.parse(line.content["position"]), "rule_set")
        assert rule_sets_holding(line.kind, line.content) == tuple(RULE_SETS)
    assert all(rules.must_follow(14) and rules.counts(14) for rules in RULE_SETS.values())


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("rules", OTHERS, ids=str)
def test_neither_side_is_too_common_in_the_library_that_ships(rules: RuleSet) -> None:
    load(read_library([LIBRARY_DIR / "follow.jsonl"]))
    ids = queries.drill_order("anyone", Drill.Kind.FOLLOW, rule_set=rules)
    themes: dict[str, list[str]] = {}
    for theme, side in Drill.objects.filter(public_id__in=ids).values_list("theme", "current__side"):
        themes.setdefault(theme, []).append(side)
    assert len(themes) == 4
    for sides in themes.values():
        share = 100 * sides.count(DrillVersion.Side.WIN) / len(sides)
        assert 100 - MOST_OF_ONE_SIDE <= share <= MOST_OF_ONE_SIDE
    assert len(ids) > 200


@pytest.mark.parametrize("rules", OTHERS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_list_and_drill_name_the_rules_and_lead_back_to_them(
    rules: RuleSet, language: str, library: dict[str, Drill], client: Client
) -> None:
    query = query_of(rules)
    with override(language):
        at, back = reverse("drills:index"), f"{reverse('pages:rules')}?{query[1:]}#rules-switch"
        start = reverse("drills:next")
    pages = [client.get(f"{at}?{query[1:]}").content.decode()]
    for kind in OFFERED_KINDS:
        assert f'href="{start}?kind={kind}{query}"' in unescape(pages[0])
        drill = library[queries.drill_order("anyone", kind, rule_set=rules)[0]]
        assert drill.current is not None
        pages.append(page_of(client, drill.public_id, language, f"?{query[1:]}"))
        answer = send(
            Client(), drill.public_id, key_with(drill.current, True), language=language, query=f"?{query[1:]}"
        )
        pages.append(answer.content.decode())
    for page in pages:
        assert f'href="{back}"' in unescape(page)
        assert {"nb": "Reglene deres:", "sv": "Era regler:"}[language] in page


SAID = {
    ("nb", "same"): "Svaret er det samme med reglene deres.",
    ("nb", "same side"): "Det beste valget er det samme med reglene deres.",
    ("nb", "unknown"): "Med reglene deres kan svaret bli et annet.",
    ("sv", "same"): "Svaret är detsamma med era regler.",
    ("sv", "same side"): "Det bästa valet är detsamma med era regler.",
    ("sv", "unknown"): "Med era regler kan svaret bli ett annat.",
}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_drill_says_whether_its_answer_holds(
    rules: RuleSet, language: str, library: dict[str, Drill], client: Client
) -> None:
    for drill in sorted(library.values(), key=lambda drill: drill.public_id)[::8]:
        assert drill.current is not None
        exact = drill.kind in {"ending", "memory", "rules"}
        standing = rule_sets_holding(
            drill.kind,
            {
                "rule_set": "base",
                "question": drill.current.question,
                "position": drill.current.position,
                "facts": drill.current.facts,
            },
        )
        expected = ("same" if exact else "same side") if rules.id in standing else "unknown"
        page = words(page_of(client, drill.public_id, language, f"?{query_of(rules)[1:]}"))
        for (spoken, state), said in SAID.items():
            shown = rules != BASE and (spoken, state) == (language, expected)
            assert (said in page) is shown, f"{drill.public_id} by {rules}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_kind_of_which_nothing_holds_leads_back_to_the_base_game(
    language: str, drills: dict[str, Drill], client: Client
) -> None:
    """No decision of phase one in the small library was examined by other rules."""
    said = {
        "nb": "Ingen av disse øvelsene har et sikkert svar med reglene deres.",
        "sv": "Ingen av de här övningarna har ett säkert svar med era regler.",
    }[language]
    with override(language):
        index, start = reverse("drills:index"), reverse("drills:next")
    listed_kinds = client.get(f"{index}?follow=free").content.decode()
    assert said in listed_kinds
    assert f'href="{start}?kind=follow"' in listed_kinds
    assert "kind=follow&amp;follow=free" not in listed_kinds
    assert "kind=ending&amp;follow=free" in listed_kinds
    none = client.get(f"{start}?kind=follow&theme=win&follow=free")
    assert none.status_code == 200
    assert said not in client.get(f"{start}?kind=follow&theme=nothing&follow=free").content.decode()
    page = client.get(f"{start}?kind=follow&follow=free").content.decode()
    assert said in page
    assert f'href="{start}?kind=follow"' in page


@pytest.mark.parametrize(
    "query", ["follow=luck", "tricks=0", "scoring=over-six&tricks=26", "deals=1", "target=8"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_choice_is_told(query: str, language: str, follow: DrillVersion, client: Client) -> None:
    said = {"nb": ("finnes ikke", "hører sammen med 13"), "sv": ("finns inte", "hör ihop med 13")}[language]
    with override(language):
        places = [reverse("drills:index"), reverse("drills:next"), address("foll0w145", language)]
    for place in places:
        response = client.get(f"{place}?{query}")
        assert response.status_code == 422
        assert any(text in response.content.decode() for text in said)


@pytest.mark.parametrize("rules", OTHERS, ids=str)
def test_missed_drills_are_those_that_hold(rules: RuleSet, library: dict[str, Drill], client: Client) -> None:
    missed = [library[public_id] for public_id in queries.drill_order("anyone", "rules")]
    for drill in missed:
        assert drill.current is not None
        send(client, drill.public_id, key_with(drill.current, False))
    with override("nb"):
        page = client.get(reverse("drills:next") + f"?kind=rules{query_of(rules)}").content.decode()
    offered = re.findall(r"/nb/ov/([0-9a-z]+)/\?kind=rules[^\"]*retry=1", unescape(page))
    standing = set(queries.drill_order("anyone", "rules", rule_set=rules))
    assert offered and set(offered) <= standing < {drill.public_id for drill in missed}


def test_old_version_is_not_claimed_to_hold(library: dict[str, Drill]) -> None:
    """An assignment may show a version that is no longer current; what was found of it is not kept."""
    drill = library[queries.drill_order("anyone", "ending")[0]]
    old = drill.current
    assert old is not None
    fields = ("rule_set", "question", "position", "choices", "facts")
    new = drill.versions.create(number=2, **{name: getattr(old, name) for name in fields})
    drill.current = new
    drill.save()
    old.drill = new.drill = drill
    assert holds(old, BASE) and not holds(old, FREE)
    assert holds(new, BASE) and holds(new, FREE)
