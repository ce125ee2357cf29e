"""The rules page: choosing rules in place and without a script, stepping through a deal by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keyboard import reach
from tests.browser.looking import violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

SAID = {
    "nb": {
        "rules": "Reglene på denne siden: Fargeplikt i begge delene, alle 26 stikk teller, differanse",
        "win": "minst 14 av 26 stikk",
        "free": "Fri første del, 13 stikk teller",
        "trick": "Stikk 1: Du spiller ut spar seks.",
        "draw": "Motspilleren tar spar knekt, og du trekker kløver dame uten å vise kortet.",
    },
    "sv": {
        "rules": "Reglerna på den här sidan: Färgtvång i båda faserna, alla 26 stick räknas, differens",
        "win": "minst 14 av 26 stick",
        "free": "Fri första fas, 13 stick räknas",
        "trick": "Stick 1: Du spelar ut spader sex.",
        "draw": "Motspelaren tar spader knekt, och du drar klöver dam utan att visa kortet.",
    },
}


expect.set_options(timeout=15_000)


def focus_id(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.id"))


def test_rules_change_in_place_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language), SAID[language]
    visitor.open("pages:rules")
    page = visitor.marked()
    reach(page, page.locator("#rules-switch summary"))
    page.keyboard.press("Enter")
    reach(page, page.locator("#switch-tricks-13"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#summary .facts")).to_contain_text(said["win"])
    expect(page.locator("#live")).to_contain_text(said["rules"])
    assert visitor.stayed()
    chosen = "?tricks=26&scoring=difference"
    assert page.url == visitor.address("pages:rules") + chosen
    assert focus_id(page) == "switch-tricks-26"
    assert page.locator("#rules-switch details").get_attribute("open") is not None
    practise = page.locator("header nav").get_by_role("link", name=visitor.words("Practise"))
    expect(practise).to_have_attribute("href", visitor.path("drills:index") + chosen)
    page.go_back()
    expect(page.locator("#summary .facts")).not_to_contain_text(said["win"])


def test_rules_are_chosen_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:rules")
    page.locator("#rules-switch summary").click()
    page.locator("#switch-follow-free").check()
    page.locator("#switch-target-deals").check()
    page.locator("#switch-deals").fill("4")
    page.locator("#rules-switch button").click()
    assert page.url == visitor.address("pages:rules") + "?follow=free&deals=4#rules-switch"
    expect(page.locator("#rules-switch .now")).to_contain_text(SAID[language]["free"])
    page.locator("#phase-one a").last.click()
    assert "follow=free&deals=4" in page.url


def test_deal_is_stepped_through_with_arrow_keys(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language), SAID[language]
    visitor.open("pages:rules")
    page = visitor.marked()
    reach(page, page.locator("#viewer-next"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live")).to_have_text(said["trick"])
    page.keyboard.press("ArrowRight")
    expect(page.locator("#viewer-next")).to_have_attribute("href", "?step=3#viewer")
    expect(page.locator("#viewer-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text(said["draw"])
    assert focus_id(page) == "viewer-next"
    assert page.url == visitor.address("pages:rules") + "?step=3"
    for step in (2, 1, 0):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#viewer-next")).to_have_attribute("href", f"?step={step + 1}#viewer")
        expect(page.locator("#viewer-previous")).to_be_focused()
    assert focus_id(page) == "viewer-previous"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live")).to_have_text(said["trick"])
    assert visitor.stayed()


def test_deal_is_stepped_through_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:deal")
    for _step in range(3):
        page.locator("#viewer-next").click()
    expect(page.locator("#viewer .said")).to_have_text(SAID[language]["draw"])
    page.locator("#viewer-all").click()
    expect(page.locator("#viewer .opp-fan")).to_have_class("opp-fan open")


def test_new_deal_can_be_opened_and_a_wrong_one_mended(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("422")
    visitor = visit(language)
    page = visitor.open("pages:deal")
    visitor.link("A new deal at random").click()
    expect(page.locator("#viewer")).to_be_visible()
    notation = page.locator("#deal-text").input_value()
    page.locator("#deal-text").fill(notation[:-2])
    visitor.button("Open the deal").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    assert violations(page, "a wrong deal") == []
    page.locator("#deal-text").fill(notation)
    visitor.button("Open the deal").click()
    expect(page.locator("#viewer")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_the_switch_open_and_at_every_kind_of_step(
    scheme: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit("nb", color_scheme=scheme, viewport={"width": 320, "height": 640})
    faults = []
    for query in ("?tricks=26&step=1", "?follow=free&deals=4&step=5&show=all", "?scoring=over-six&step=65"):
        visitor.page.goto(visitor.address("pages:rules") + query)
        faults += violations(visitor.page, query)
    assert faults == []
