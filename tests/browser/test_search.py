"""Searching in a browser: results while one writes, by keyboard, and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keyboard import focused, reach
from tests.browser.looking import STICKS_OUT, violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

QUERY = {"nb": "stikk", "sv": "stick"}
WIDE = {"width": 1280, "height": 800}
PATIENCE = 30_000  # the first search of a process builds the index


def write(page: Page, selector: str, text: str) -> None:
    reach(page, page.locator(selector))
    page.keyboard.type(text)


def test_results_appear_below_the_field_while_one_writes(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    visitor = visit(language, viewport=WIDE)
    page = visitor.open("pages:faq")
    visitor.marked()
    write(page, "#find", QUERY[language])
    expect(page.locator("#suggestions a").first).to_be_visible(timeout=PATIENCE)
    assert visitor.stayed()
    expect(page.locator("#live")).to_contain_text("tr")  # treff, träffar
    assert not violations(page, "suggestions")
    assert sum("GET" in request and "sok" in request for request in watch.requests) < len(QUERY[language])


def test_arrow_keys_move_along_the_results(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport=WIDE)
    page = visitor.open("pages:faq")
    write(page, "#find", QUERY[language])
    links = page.locator("#suggestions a")
    expect(links.first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.press("Tab")  # the button, then the list: no other way than Tab is needed
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "#" in page.url


def test_escape_empties_the_list_and_keeps_the_focus(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport=WIDE)
    page = visitor.open("pages:faq")
    write(page, "#find", QUERY[language])
    expect(page.locator("#suggestions a").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#suggestions a")).to_have_count(0)
    assert focused(page).startswith("input")


def test_page_of_results_follows_what_is_written(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("search:page")
    visitor.marked()
    write(page, "#q", QUERY[language])
    expect(page.locator(".hits a").first).to_be_visible(timeout=PATIENCE)
    assert visitor.stayed()
    assert page.url.endswith(f"?q={QUERY[language]}")
    assert focused(page).startswith("input")
    page.reload()
    expect(page.locator(".hits a").first).to_be_visible(timeout=PATIENCE)


def test_search_works_without_a_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False, viewport=WIDE)
    page = visitor.open("pages:home")
    page.locator("#find").fill(QUERY[language])
    page.locator("#find").press("Enter")
    expect(page.locator(".hits a").first).to_be_visible(timeout=PATIENCE)
    page.locator(".hits a").first.click()
    assert page.locator("h1").count() == 1


def test_result_inside_an_answer_opens_it(visit: Callable[..., Visitor]) -> None:
    page = visit("nb").open("search:page")
    write(page, "#q", "må jeg følge farge i første del")
    link = page.locator('.hits a[href*="must-follow-phase-one"]')
    expect(link).to_be_visible(timeout=PATIENCE)
    link.click()
    expect(page.locator("#must-follow-phase-one")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("width", [320, 768, 1024, 1280])
def test_header_with_the_field_fits(width: int, language: str, visit: Callable[..., Visitor]) -> None:
    page = visit(language, viewport={"width": width, "height": 700}).open("pages:rules")
    assert not page.evaluate(STICKS_OUT)
