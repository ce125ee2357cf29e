"""Pages printed from the browser: nothing of the frame, nothing cut off, dark mode left on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.looking import STICKS_OUT
from tests.browser.places import REFERENCE, Place
from tests.browser.stage import Stage
from tests.browser.visitors import Visitor

A4 = {"width": 658, "height": 990}  # A4 without its margins, at 96 dots an inch
PLACES = (
    *REFERENCE,
    Place("search:page", query="?q=trumf"),
    Place("print:rules"),
    Place("print:scoresheet"),
    Place("print:worksheet"),
    Place("print:key"),
)
SEEN = """(selector) => [...document.querySelectorAll(selector)]
  .filter((element) => element.checkVisibility({visibilityProperty: true}))
  .map((element) => element.className || element.tagName)"""
FRAME = "header, footer, nav, button, .btn, .skip, [popover], .search-form"
DARK_PAPER = """() => {
  const light = (colour) => colour.match(/\\d+/g).slice(0, 3).every((part) => part > 200);
  const paper = getComputedStyle(document.body).backgroundColor;
  return paper === "rgba(0, 0, 0, 0)" || light(paper) ? "" : paper;
}"""


def printed_faults(page: Page, name: str) -> list[str]:
    faults = [f"{name} prints {seen}" for seen in page.evaluate(SEEN, FRAME)]
    if wide := page.evaluate(STICKS_OUT):
        faults.append(f"{name} is cut off: {wide}")
    if dark := page.evaluate(DARK_PAPER):
        faults.append(f"{name} has {dark} paper")
    return faults


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_printed_page_is_clean(scheme: str, language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport=A4, color_scheme=scheme)
    page = visitor.page
    faults = []
    for place in PLACES:
        page.goto(place.address(visitor, NOBODY))
        page.emulate_media(media="print")
        faults += printed_faults(page, place.name)
        page.emulate_media(media="screen")
    assert not faults, "\n".join(faults)


NOBODY: Stage = None  # type: ignore[assignment]  # these places need no class


def test_print_opens_every_answer(language: str, visit: Callable[..., Visitor]) -> None:
    page = visit(language).open("pages:faq")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.faq:not([open])").count() == 0
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.faq[open]").count() == 0


@pytest.mark.parametrize("query", ["", "?try=ace-high"])
def test_position_prints_with_its_cards(query: str, language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport=A4)
    visitor.page.goto(Place("pages:faq", query=query).address(visitor, NOBODY))
    position = visitor.page.locator("#try-ace-high")
    visitor.page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    if not query:
        assert position.locator(".cd:visible").count() == 0
    visitor.page.emulate_media(media="print")
    assert position.locator(".cd:visible").count() >= 3


def test_button_prints(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("print:worksheet")
    page.evaluate("() => { window.print = () => { window.printed = true } }")
    visitor.button("Print").click()
    assert page.evaluate("() => window.printed")
