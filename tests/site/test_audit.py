"""`make audit`: which pages it looks at, and when it ends with a failure."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import resolve

from rules_site.setup.audited_pages import BEGUN_AT, OTHER_PAGES, fields_of
from rules_site.setup.auditing import LEAST, Measured
from rules_site.setup.steps import StepFailed
from tests.browser.places import PLACES

pytestmark = pytest.mark.django_db

# Seen by way of a page that is looked at, or only within a class.
SEEN_OTHERWISE = {"drills:drill": "/nb/ov/neste/?kind=follow", "classes:sign_in": ""}


def test_every_kind_of_page_for_visitors_is_looked_at(client: Client) -> None:
    sitemap = client.get("/sitemap.xml").content.decode()
    paths = [path.partition("<")[0] for path in sitemap.split("<loc>http://testserver")[1:]]
    seen = [path for path in (*paths, *OTHER_PAGES) if path.startswith("/nb/")]
    names = {resolve(path.partition("?")[0]).view_name for path in seen}
    assert {place.name for place in PLACES["guest"]} - names == set(SEEN_OTHERWISE)
    assert set(SEEN_OTHERWISE.values()) <= {*OTHER_PAGES, ""}


@pytest.mark.parametrize("path", BEGUN_AT)
def test_a_deal_and_a_pad_are_begun_by_their_untouched_forms(client: Client, path: str) -> None:
    answer = client.post(path, fields_of(client.get(path).content.decode(), path))
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200


def test_a_page_without_a_form_begins_nothing() -> None:
    with pytest.raises(StepFailed, match="no form"):
        fields_of("<p>Stengt.</p>", "/nb/spill/")


def good() -> Measured:
    return Measured("/nb/", html=29_000, first_visit=139_000, scores=dict(LEAST))


def test_page_that_keeps_every_bar_misses_nothing() -> None:
    assert good().missed() == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"html": 30_001}, "HTML 30001"),
        ({"first_visit": 140_001}, "first visit 140001"),
        ({"shift": 0.02}, "shift 0.020"),
        ({"faults": ["answers 500"]}, "answers 500"),
        ({"scores": LEAST | {"performance": 94}}, "performance 94"),
        ({"scores": LEAST | {"seo": 92}}, "seo 92"),
    ],
)
def test_page_below_a_bar_says_which(changed: dict[str, object], said: str) -> None:
    page = good()
    for name, value in changed.items():
        setattr(page, name, value)
    assert page.missed() == [said]


def test_page_that_search_engines_leave_out_needs_no_seo() -> None:
    page = good()
    page.is_listed, page.scores["seo"] = False, 60
    assert page.missed() == []
