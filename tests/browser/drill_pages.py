"""A drill's page as tests use it: choices, verdict, the way on."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.keyboard import focused, has_focus, reach
from tests.browser.stage import key_of
from tests.browser.visitors import Visitor
from trainer.drills.models import DrillVersion


def choice(page: Page, key: str) -> Locator:
    """The button of one choice."""
    return page.locator(f'button[name="choice"][value="{key}"]')


def tick(page: Page, cards: str) -> None:
    """Tick the cards that an answer from memory names."""
    for place in range(0, len(cards), 2):
        page.locator(f'.naming input[value="{cards[place : place + 2]}"]').check(force=True)


def verdict(page: Page) -> Locator:
    """What stands there once the drill is answered."""
    return page.locator(".verdict").first


def version_on(page: Page) -> DrillVersion:
    """The drill that the address names."""
    public_id = page.url.split("?")[0].rstrip("/").rsplit("/", 1)[1]
    return DrillVersion.objects.select_related("drill").get(
        drill__public_id=public_id, drill__current__isnull=False
    )


def answer_by_keyboard(visitor: Visitor, grade: str = "right") -> DrillVersion:
    """Choose a card of that grade with Tab and Enter; the verdict must come without a new page."""
    page = visitor.marked()
    version = version_on(page)
    assert visitor.htmx_runs()
    reach(page, choice(page, key_of(version, grade)))
    page.keyboard.press("Enter")
    expect(verdict(page)).to_be_visible()
    assert visitor.stayed(), "the answer came as a new page"
    assert has_focus(page), f"focus is on {focused(page)}"
    assert page.evaluate("() => document.getElementById('content').contains(document.activeElement)")
    return version
