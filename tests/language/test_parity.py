"""Norwegian and Swedish have the same pages: same headings, figures, links, tables and front matter."""

import json
import re

import pytest

from tests.language.pages import LANGUAGES, PAGES, ROOT, Page, read_page

DRILLS = [
    json.loads(line)
    for path in sorted((ROOT / "trainer/drills/library").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
# Sites that pages may send readers to.
ELSEWHERE = {"https://www.pagat.com/"}
SCHOOL_PAPERS = {path.stem for path in (ROOT / "docs/papers/nb").glob("*.md")}
PAPER = {"rules", "handout", "worksheet", "key", "scoresheet"}
# What a link to the drills may name: a kind, or a kind and a theme.
DRILL_CHOICES = {"", *(d["kind"] for d in DRILLS), *(f"{d['kind']}/{d['theme']}" for d in DRILLS)}


@pytest.fixture(params=PAGES)
def pair(request: pytest.FixtureRequest) -> tuple[Page, Page]:
    return read_page("nb", request.param), read_page("sv", request.param)


@pytest.fixture(params=[(language, page) for language in LANGUAGES for page in PAGES], ids="/".join)
def content_page(request: pytest.FixtureRequest) -> Page:
    return read_page(*request.param)


def test_both_languages_have_the_same_files() -> None:
    names = [{path.name for path in (ROOT / "content" / language).iterdir()} for language in LANGUAGES]
    assert names[0] == names[1]


def test_headings_have_the_same_ids_in_the_same_order(pair: tuple[Page, Page]) -> None:
    nb, sv = ([(heading.level, heading.id) for heading in page.headings] for page in pair)
    assert nb == sv


def test_figures_are_the_same_under_the_same_headings(pair: tuple[Page, Page]) -> None:
    nb, sv = ([figure.shape for figure in page.figures] for page in pair)
    assert nb == sv


def test_passages_hold_under_the_same_rules(pair: tuple[Page, Page]) -> None:
    nb, sv = (page.passages for page in pair)
    assert nb == sv


def test_links_lead_to_the_same_places(pair: tuple[Page, Page]) -> None:
    nb, sv = (sorted(page.links) for page in pair)
    assert nb == sv


def test_tables_have_the_same_shape(pair: tuple[Page, Page]) -> None:
    nb, sv = (page.table_shapes for page in pair)
    assert nb == sv


def test_front_matter_has_the_same_keys_and_data(pair: tuple[Page, Page]) -> None:
    nb, sv = (page.front for page in pair)
    assert list(nb) == list(sv)
    assert [door["link"] for door in nb.get("doors", ())] == [door["link"] for door in sv.get("doors", ())]


def test_every_heading_has_an_english_id_of_its_own(content_page: Page) -> None:
    headings = [line for line in content_page.prose_lines if line.startswith("#")]
    ids = [heading.id for heading in content_page.headings]
    assert len(headings) == len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id_) for id_ in ids)


def test_front_matter_is_complete(content_page: Page) -> None:
    assert {"title", "description", "lead", "facts", "reviewed"} <= set(content_page.front)
    assert len(content_page.front["description"]) <= 155
    assert all(re.fullmatch(r"F\d{1,2}", fact) for fact in content_page.front["facts"])


def test_every_link_leads_somewhere(content_page: Page) -> None:
    targets = [*content_page.links, *(door["link"] for door in content_page.front.get("doors", ()))]
    assert [target for target in targets if not leads_somewhere(target, content_page.language)] == []


def leads_somewhere(target: str, language: str) -> bool:
    if target in ELSEWHERE:
        return True
    scheme, _colon, rest = target.partition(":")
    name, _hash, anchor = rest.partition("#")
    if scheme == "page":
        ids = {heading.id for heading in read_page(language, name).headings} if name in PAGES else set()
        return name in PAGES and (not anchor or anchor in ids)
    if scheme == "print":
        return rest in PAPER
    if scheme == "school":
        return rest in SCHOOL_PAPERS
    if scheme == "privacy":
        return rest in {"my_data", "who_sees", "delete_me", "download"}
    return (scheme in {"classes", "display", "scorekeeper"} and not rest) or (
        scheme == "drills" and rest in DRILL_CHOICES
    )


def test_text_holds_no_html(content_page: Page) -> None:
    assert [line for line in content_page.lines if re.search(r"</?[a-z]|&[a-z]+;", line)] == []
