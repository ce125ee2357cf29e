"""The questions and the mistakes: that none is missing, and that each answer can be seen to be so.

The ids are those of the frequent questions (F-list), of the disputes found at other tables and sites
(W06-W10), and of what learners ask for; an answer without a position to play or a worked table fails.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import override

from rules_site.pages.blocks import Block
from rules_site.pages.figures import Reader
from rules_site.pages.load import ContentError, load_page, page_path
from rules_site.pages.passages import chosen_text
from rules_site.pages.render import render_page
from tests.pages.test_tryouts import told
from trainer.engine.draw_and_choose import DrawAndChooseMatch, hand_sizes, overtrick_points, turn_count
from trainer.engine.rule_sets import ALL26, ALL_TRICKS, RULE_SETS
from trainer.engine.scoring import Match, Scoring, deal_points, offered_scorings
from trainer.table.chosen_rules import ChosenRules

LANGUAGES = [code for code, _name in settings.LANGUAGES]
CHOICES = [
    {"follow": follow, "tricks": tricks}
    for follow, tricks in itertools.product(("must", "free"), ("13", str(ALL_TRICKS)))
]

FREQUENT = {  # the list of frequent questions
    "how-many-cards",
    "which-tricks-count",
    "must-follow-phase-one",
    "trump-changes",
    "who-draws-first",
    "hidden-card",
    "ace-high",
    "stock-runs-out",
    "must-beat",
    "trump-when-able",
    "german-whist",
    "four-handed-whist",
    "which-target",
    "without-points",
    "drawn-deal",
    "revoke",
}
QUESTIONS = [
    "how-many-cards",
    "ace-high",
    "who-deals",
    "who-leads-first",
    "lead-trump",
    "must-follow-phase-one",
    "must-beat",
    "must-trump",
    "trump-when-able",
    "follow-trump",
    "revoke",
    "different-suits",
    "trump-changes",
    "upcard-and-suit",
    "who-draws-first",
    "may-winner-choose",
    "hidden-card",
    "stock-runs-out",
    "who-leads-phase-two",
    "which-tricks-count",
    "all-26",
    "deal-worth",
    "drawn-deal",
    "which-target",
    "both-reach-target",
    "without-points",
    "german-whist",
    "four-handed-whist",
    "plockwhist",
    "plockwhist-odd-card",
    "knowing-the-hand",
    "can-an-ace-lose",
    "ace-first",
    "lose-to-win",
]
GROUPS = [
    "setup",
    "following-suit",
    "trump",
    "stock",
    "counting",
    "other-games",
    "playing-well",
]
MISTAKES = [
    "trump-changes",
    "upcard-sets-suit",
    "phase-one-counts",
    "piles",
    "must-beat",
    "high-card-wrong-suit",
    "small-trump",
    "ruffing-while-able",
    "void-passes",
    "hidden-card-shown",
    "who-leads-phase-two",
    "mixed-scoring",
    "fight-for-all",
    "ace-for-middling",
    "forgotten-upcards",
    "draw-trumps",
    "last-trump",
    "always-ruff",
]
ANSWERS = {"faq": QUESTIONS, "mistakes": MISTAKES}

# What proves an answer: each kind of figure, with the claims of which at least one must be there.
# The start of a deal and games side by side have numbers of the engine alone.
PROOFS: dict[str, set[str]] = {
    "try": {"refused", "wins", "loses", "best"},
    "match": {"winner", "score"},
    "counted": {"base", "all26"},
    "worth": {"deals", "difference", "over-six"},
    "stock": {"left"},
    "drawing": {"tricks"},
    "unseen": {"opponent"},
    "measured": {"below", "above", "even"},
    "start": set(),
    "games": set(),
}


def answers(language: str, name: str, query: dict[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """Ids and texts of the answers, as they read by the chosen rules."""
    page = load_page(page_path(language, name))
    text = chosen_text(page, ChosenRules.from_query(query or {})).text
    for part in re.split(r"^(?=### )", text, flags=re.MULTILINE)[1:]:
        heading, _end, body = part.partition("\n")
        found = re.search(r"\{#([a-z0-9-]+)\}$", heading)
        assert found
        yield found[1], re.split(r"^#", body, flags=re.MULTILINE)[0].strip()


def figures(text: str) -> list[tuple[str, dict[str, str]]]:
    """The figures of an answer: kind and lines."""
    found = re.findall(r"^```(\S+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [
        (kind, Block.read(kind, lines, Path("x.md"), range(lines.count("\n") + 1)).fields)
        for kind, lines in found
    ]


def proof(language: str, place: str, name: str = "faq") -> dict[str, str]:
    """The lines of the one figure of an answer in the base game."""
    ((_kind, fields),) = figures(dict(answers(language, name))[place])
    return fields


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", ANSWERS)
def test_no_question_is_missing(language: str, name: str) -> None:
    for query in CHOICES:
        assert [place for place, _text in answers(language, name, query)] == ANSWERS[name]
    assert set(QUESTIONS) >= FREQUENT


def test_questions_stand_in_a_few_groups(client: Client, language: str) -> None:
    """The contents list leads to the groups, which have the same ids in every language."""
    page = render_page(load_page(page_path(language, "faq")), Reader(language, "int"))
    assert [group.id for group in page.contents] == GROUPS
    assert sum(len(group.below) for group in page.contents) == len(QUESTIONS)
    assert all(3 <= len(group.below) <= 7 for group in page.contents)
    with override(language):
        html = client.get(reverse("pages:faq")).content.decode()
    toc = html.partition('<nav class="toc"')[2].partition("</nav>")[0]
    assert re.findall(r'href="#([a-z0-9-]+)"', toc) == GROUPS


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_begins_in_words_and_has_a_proof(language: str, name: str) -> None:
    for query in CHOICES:
        for place, text in answers(language, name, query):
            assert text[0].isupper() or text.startswith("**"), place
            proofs = [(kind, fields) for kind, fields in figures(text) if kind in PROOFS]
            assert proofs, f"{place} has no proof under {query}"
            for kind, fields in proofs:
                assert not PROOFS[kind] or PROOFS[kind] & fields.keys(), f"{place} claims nothing"


@pytest.mark.parametrize("name", ANSWERS)
def test_first_sentence_settles_the_question(language: str, name: str) -> None:
    """A short sentence first, as somebody at the table would say it."""
    for query in CHOICES:
        for place, text in answers(language, name, query):
            first = re.split(r"(?<=[.?!:]) ", text.removeprefix("**").replace(":** ", ". "))
            settled = re.sub(r"\]\([^)]*\)", "]", first[0] if name == "faq" else first[1])
            assert len(settled.split()) <= 20, place


@pytest.mark.parametrize("name", ANSWERS)
def test_positions_are_small(language: str, name: str) -> None:
    tried = [
        fields for _place, text in answers(language, name) for kind, fields in figures(text) if kind == "try"
    ]
    assert len(tried) >= 11
    for fields in tried:
        assert len(fields["you"].split()) <= 4
        assert "stock" not in fields or int(fields.get("stop after", "1")) <= 2


@pytest.mark.parametrize("name", ANSWERS)
def test_every_position_opens_in_its_answer(client: Client, language: str, name: str) -> None:
    with override(language):
        address = reverse(f"pages:{name}")
    ids = [f["id"] for _place, text in answers(language, name) for kind, f in figures(text) if kind == "try"]
    assert len(ids) == len(set(ids))
    html = client.get(address).content.decode()
    assert [html.count(f'id="try-{one}"') for one in ids] == [1] * len(ids)
    for one in ids[:2]:
        opened = client.get(address, {"try": one}).content.decode()
        assert f'id="try-{one}-' in opened
        assert opened.count('<details class="faq" open>') == (1 if name == "faq" else 0)


def say(client: Client, language: str, tryout: str, cards: str) -> str:
    """What the question page says when these cards of a position have been played."""
    with override(language):
        address = reverse("pages:faq")
    return strip_tags(told(client.get(address, {"try": tryout, "cards": cards}).content.decode()))


def test_w06_the_stock_ends_with_trick_13_and_its_winner_leads(client: Client, language: str) -> None:
    fields = proof(language, "stock-runs-out")
    assert fields["upcards"] == "SJ S2 C2 H7 SK DK HK DA D9 D2 HQ DQ CA"
    assert fields["left"].split()[-1] == "0"
    leads = {"nb": "Du spiller ut til neste stikk.", "sv": "Du spelar ut till nästa stick."}
    opponent = {
        "nb": "Motspilleren spiller ut til neste stikk.",
        "sv": "Motspelaren spelar ut till nästa stick.",
    }
    assert leads[language] in say(client, language, "who-leads-phase-two", "SQ")
    assert opponent[language] in say(client, language, "who-leads-phase-two", "S5")


def test_w07_the_upcard_does_not_set_the_suit(client: Client, language: str) -> None:
    fields = proof(language, "upcard-and-suit")
    assert (fields["stock"][:2], fields["led"], fields["refused"]) == ("D9", "C7", "DK")
    refused = {"nb": "Du kan ikke spille ruter konge nå.", "sv": "Du får inte lägga ruter kung nu."}
    assert refused[language] in say(client, language, "upcard-and-suit", "DK")
    still = {"nb": "trumf er fortsatt hjerter", "sv": "trumf är fortfarande hjärter"}
    assert still[language] in say(client, language, "trump-changes", "C3").lower()


def test_w08_thirteen_or_all_26_is_told_with_what_it_changes(language: str) -> None:
    fields = proof(language, "which-tricks-count")
    assert (fields["phase one"], fields["phase two"]) == ("5–8", "9–4")
    assert (fields["base"], fields["all26"]) == ("9–4", "14–12")
    assert proof(language, "all-26")["all26"] == "13–13"
    assert deal_points((13, 13), Scoring.DIFFERENCE, ALL26) == (0, 0)
    worked = dict(
        zip(*(proof(language, "deal-worth")[key].split() for key in ("results", "over-six")), strict=True)
    )
    assert worked["9–4"] == "3"


def test_w08_what_is_not_offered_is_not_half_offered(language: str) -> None:
    """No rule set but the four, no scoring but the three, and over six never with all 26 (F36)."""
    assert sorted(RULE_SETS) == ["all26", "base", "free", "free-all26"]
    assert [way.value for way in Scoring] == ["deals", "difference", "over-six"]
    assert Scoring.OVER_SIX not in offered_scorings(ALL26)
    ((_kind, fields),) = figures(dict(answers(language, "faq", {"tricks": "26"}))["deal-worth"])
    assert "over-six" not in fields


def test_w09_the_least_win_ends_the_match_at_6_all(language: str) -> None:
    fields = proof(language, "which-target")
    assert (fields["target"], fields["score"], fields["winner"]) == ("7", "7–6", "you")
    *before, last = (tuple(map(int, result.split("–"))) for result in fields["results"].split())
    match = Match(Scoring(fields["scoring"]), target=7)
    for own, other in before:
        match = match.add((own, other))
    assert (match.score, match.is_over, last) == ((6, 6), False, (7, 6))
    worth = proof(language, "deal-worth")
    assert (worth["results"], worth["difference"], worth["over-six"]) == ("7–6 9–4 13–0", "1 5 13", "1 3 7")
    assert proof(language, "both-reach-target")["scoring"] == "plockwhist"


def test_w10_plockwhist_is_told_apart_and_its_odd_ends_are_settled(language: str) -> None:
    drawn = proof(language, "plockwhist-odd-card")
    for discards, tricks in zip(drawn["discards"].split(), drawn["tricks"].split(), strict=True):
        other, dealer = hand_sizes(int(discards))
        assert int(tricks) == min(other, dealer)
        assert other - dealer == turn_count(int(discards)) % 2
    assert drawn["discards"].split()[0] == "0" and drawn["discards"].split()[-1] == "13"
    assert overtrick_points((14, 10)) == (8, 4)
    level = proof(language, "both-reach-target")["results"].split()[:2]
    match = DrawAndChooseMatch()
    for result in level:
        own, other = map(int, result.split("–"))
        match = match.add((own, other))
    assert (match.score, match.winner) == ((13, 13), None)
    assert "plockwhist" in proof(language, "plockwhist")["games"]


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("refused: H8", "refused: D5", "refused is H8, not D5"),
        ("wins: SA", "wins: S2", "wins is SA, not S2"),
        ("best: DQ DT", "best: DA", "best is DQ DT, not DA"),
        ("left: 24 22 2 0", "left: 24 22 2 1", "left is 24 22 2 0, not 24 22 2 1"),
        ("all26: 14–12", "all26: 14–11", "all26 is 14–12, not 14–11"),
        ("score: 20–17", "score: 20–16", "score is 20–17, not 20–16"),
        ("opponent: SQ ST", "opponent: SQ", "opponent is SQ ST, not SQ"),
    ],
)
def test_wrong_proof_in_the_shipped_page_is_refused_with_file_line_and_right_value(
    tmp_path: Path, language: str, right: str, wrong: str, says: str
) -> None:
    lines = page_path(language, "faq").read_text("utf-8").splitlines()
    place = lines.index(right)
    lines[place] = wrong
    path = tmp_path / language / "faq.md"
    path.parent.mkdir()
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(ContentError) as error:
        render_page(load_page(path), Reader(language, "int"))
    assert str(error.value).endswith(f"{language}/faq.md:{place + 1}: {says}")
