"""The frame around pages: the language switch, signing out, and a server that cannot be reached."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.browser.keyboard import follow
from tests.browser.stage import set_stage, sign_in
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

OTHER = {"nb": "sv", "sv": "nb"}


def path(visitor: Visitor) -> str:
    parts = urlsplit(visitor.page.url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def switch(visitor: Visitor, language: str) -> None:
    """Use the language switch by keyboard."""
    follow(visitor.page, visitor.page.locator(f'nav a[hreflang="{language}"]:visible').first)


def test_language_switch_keeps_page_and_query(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, other = visit(language), OTHER[language]
    visitor.page.goto(visitor.address("pages:rules") + "?x=1")
    title = visitor.page.title()
    switch(visitor, other)
    there = Visitor(visitor.page, visitor.site, other)
    assert visitor.page.url == there.address("pages:rules") + "?x=1"
    assert visitor.page.locator("html").get_attribute("lang") == other
    assert visitor.page.title() != title


def test_cookie_never_changes_a_page_with_a_language(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    visitor.page.context.add_cookies([{"name": "language", "value": OTHER[language], "url": visitor.site}])
    visitor.open("pages:rules")
    assert visitor.page.locator("html").get_attribute("lang") == language
    assert visitor.page.url == visitor.address("pages:rules")


@pytest.mark.parametrize(
    ("preferred", "page"), [("nb", "/nb/"), ("nn", "/nb/"), ("no", "/nb/"), ("sv-SE", "/sv/"), ("en", "/nb/")]
)
def test_front_door_follows_the_browser(preferred: str, page: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(preferred)
    visitor.page.goto(visitor.site + "/")
    assert urlsplit(visitor.page.url).path == page


def test_back_after_sign_out_shows_nobody(language: str, visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("404")  # a class is for its members
    stage = set_stage()
    visitor = sign_in(visit(language), stage.pupil)
    visitor.open("progress:mine")
    visitor.open("classes:classroom", stage.classroom.public_id)
    assert "Kari" in visitor.page.content()
    follow(visitor.page, visitor.button("Sign out"))
    for _step in range(2):
        visitor.page.go_back()
        assert "Kari" not in visitor.page.content()
        assert not visitor.button("Sign out").is_visible()


def test_skip_link_leads_to_the_content(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    visitor.open("pages:rules")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("() => document.activeElement.id") == "content"
