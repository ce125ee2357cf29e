"""After the answer in a browser: both lines by keyboard, a report in place, and both without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.drill_pages import choice, verdict
from tests.browser.keyboard import focused, has_focus
from tests.browser.stage import drills_of, key_of, set_stage
from tests.browser.states import answered
from tests.browser.visitors import Visitor
from trainer.drills.models import DrillReport


def test_both_lines_are_stepped_through_with_the_arrow_keys(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit("nb")
    answered("lead", "wrong")(visitor, set_stage())
    page = visitor.marked()
    opener = page.locator("#lines a.btn")
    opener.focus()
    page.keyboard.press("Enter")
    heading = page.locator("#lines h3").first
    expect(page.locator("#lines .pair")).to_be_visible()
    first = heading.inner_text()
    assert has_focus(page), f"focus is on {focused(page)}"
    page.locator("#lines-next").focus()
    page.keyboard.press("ArrowRight")
    expect(heading).not_to_have_text(first)
    assert page.evaluate("document.activeElement.id") == "lines-next"
    expect(page.locator("#live")).to_contain_text(heading.inner_text())
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text(first)
    assert visitor.stayed(), "a step came as a new page"


def test_report_is_sent_in_place_and_said_once(visit: Callable[..., Visitor]) -> None:
    visitor = visit("sv")
    answered("ending", "wrong")(visitor, set_stage())
    page = visitor.marked()
    page.locator("#report > a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#report-text")).to_be_focused()
    page.keyboard.type("Begge kortene er like gode.")
    page.keyboard.press("Enter")
    thanks = page.locator("#report .note.right")
    expect(thanks).to_be_visible()
    expect(page.locator("#live")).to_contain_text(thanks.inner_text())
    assert has_focus(page), f"focus is on {focused(page)}"
    assert DrillReport.objects.get().text == "Begge kortene er like gode."
    assert visitor.stayed()


@pytest.mark.parametrize("kind", ["lead", "ending"])
def test_all_of_it_works_without_a_script(visit: Callable[..., Visitor], site: str, kind: str) -> None:
    version = drills_of(kind)[-1]
    page = visit("nb", java_script_enabled=False).open("drills:drill", version.drill.public_id)
    choice(page, key_of(version, "wrong")).click()
    expect(verdict(page)).to_be_visible()
    if kind == "lead":
        page.locator("#lines a.btn").click()
        page.locator("#lines-end").click()
        expect(page.locator("#lines-end")).to_have_attribute("aria-disabled", "true")
        page.locator("main .acts a.btn").last.click()
        expect(verdict(page)).to_be_visible()
    page.locator("#report > a").click()
    page.locator("#report-text").fill("Feil kort.")
    page.locator("#report button[type=submit]").click()
    expect(page.locator("#report .reports")).to_contain_text("Feil kort.")
