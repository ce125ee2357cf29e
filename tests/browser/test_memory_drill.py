"""Phase one watched and the opponent's cards named, by keyboard, by touch and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.drill_pages import tick, verdict
from tests.browser.keyboard import focused, press, reach
from tests.browser.stage import drills_of, key_of
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch
from trainer.drills.models import Attempt

STEPS = 13


def counted(page: Page) -> str:
    """How many cards are ticked, as the style sheet counts them and a screen reader meets them."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    texts = [node for node in tree["nodes"] if node.get("role", {}).get("value") == "StaticText"]
    found = re.search(r"\d+ +av 13", " ".join(str(node["name"]["value"]) for node in texts))
    return re.sub(r" +", " ", found[0]) if found else ""


def test_all_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    version = drills_of("memory")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    assert visitor.htmx_runs()
    visitor.marked()
    reach(page, page.locator("#watch-next"))
    for step in range(2, STEPS + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**step={step}")
        expect(page.locator("#live")).not_to_be_empty()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=12")
    expect(page.locator("#watch-previous")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=13")
    expect(page.locator("#closing-note")).to_be_focused()
    press(page, page.locator("button[name=begin]"))
    expect(page.locator(".naming h1")).to_be_focused()
    assert "step=" not in page.url
    cards = key_of(version, "nearly")
    for place in range(0, len(cards), 2):
        press(page, page.locator(f'input[value="{cards[place : place + 2]}"]'), "Space")
    expect(page.locator("#live")).to_have_text(visitor.words("%(n)s of 13", n=13))
    press(page, page.locator(".naming button[type=submit]"))
    expect(verdict(page)).to_be_visible()
    assert visitor.stayed(), "the answer came as a new page"
    assert page.evaluate("() => document.getElementById('content').contains(document.activeElement)"), (
        focused(page)
    )
    assert Attempt.objects.get().cards_right == 11


def test_back_and_another_tab_find_the_tricks_closed(visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("409")
    visitor = visit("nb", java_script_enabled=False)
    version = drills_of("memory")[0]
    page = visitor.open("drills:drill", version.drill.public_id)
    for _step in range(STEPS - 1):
        page.locator("#watch-next").click()
    page.locator("button[name=begin]").click()
    expect(page.locator(".naming")).to_be_visible()
    page.go_back()
    expect(page.locator(".naming")).to_be_visible()
    expect(page.locator(".board")).to_have_count(0)
    other = page.context.new_page()
    other.goto(visitor.address("drills:drill", version.drill.public_id) + "?step=2")
    expect(other.locator(".refusal")).to_be_visible()
    expect(other.locator(".board")).to_have_count(0)


def test_without_script_ticks_are_counted_kept_and_judged(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("422")
    visitor = visit(language, java_script_enabled=False)
    version = drills_of("memory")[1]
    page = visitor.page
    page.goto(visitor.address("drills:drill", version.drill.public_id) + "?step=13")
    page.locator("button[name=begin]").click()
    cards = key_of(version, "right")
    tick(page, cards[:24])
    assert counted(page) == "12 av 13"
    page.locator(".naming button[type=submit]").click()
    expect(page.locator(".refusal")).to_be_visible()
    assert counted(page) == "12 av 13"
    tick(page, cards[24:])
    page.locator(".naming button[type=submit]").click()
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.get().verdict == "right"


def test_cards_are_ticked_by_touch_on_a_small_phone(visit: Callable[..., Visitor]) -> None:
    visitor = visit("sv", viewport={"width": 320, "height": 640}, has_touch=True)
    version = drills_of("memory")[0]
    page = visitor.page
    page.goto(visitor.address("drills:drill", version.drill.public_id) + "?step=13")
    page.locator("button[name=begin]").tap()
    expect(page.locator(".naming")).to_be_visible()
    cards = key_of(version, "right")
    for place in range(0, len(cards), 2):
        page.locator(f'.naming label:has([value="{cards[place : place + 2]}"])').tap()
    page.locator(".naming button[type=submit]").tap()
    expect(verdict(page)).to_be_visible()
    assert Attempt.objects.get().verdict == "right"
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_quick_mode_goes_on_in_quick_mode_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("drills:index")
    page.locator('main a[href*="mode=quick"]').first.click()
    for _drill in range(2):
        press(page, page.locator('button[name="choice"][value="duck"]'))
        expect(verdict(page)).to_be_visible()
        page.locator(".acts a.pri").first.click()
        expect(page.locator('button[name="choice"]')).to_have_count(2)
    assert sorted(Attempt.objects.values_list("choice", flat=True)) == ["duck", "duck"]
