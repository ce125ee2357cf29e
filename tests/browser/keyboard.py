"""Using a page by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

TABS = 150


def reach(page: Page, target: Locator) -> Locator:
    """Press Tab until the element has focus; fails when Tab never comes there."""
    goal = target.element_handle()
    for _press in range(TABS):
        if goal.evaluate("element => element === document.activeElement"):
            return target
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {goal.evaluate('element => element.outerHTML')[:200]}")


def press(page: Page, target: Locator, key: str = "Enter") -> None:
    """Go to the element with Tab and press a key on it."""
    reach(page, target)
    page.keyboard.press(key)


def follow(page: Page, target: Locator) -> None:
    """Go to a link or button with Tab, press Enter, and wait for the page it leads to."""
    reach(page, target)
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Enter")


def type_into(page: Page, target: Locator, text: str) -> None:
    """Go to a field with Tab and write in it."""
    reach(page, target)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def choose(page: Page, target: Locator, value: str) -> None:
    """Go to a list with Tab and press the down arrow until it shows the value."""
    reach(page, target)
    for _press in range(60):
        if target.input_value() == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"the list never shows {value}")


def focused(page: Page) -> str:
    """The focused element's tag and the start of its text; `body` when focus is lost."""
    element = page.evaluate_handle("() => document.activeElement || document.body")
    found = element.evaluate("element => element.tagName.toLowerCase() + ' ' + element.textContent")
    return re.sub(r"\s+", " ", str(found))[:80].strip()


def has_focus(page: Page) -> bool:
    """Whether some element of the page, not the page itself, has focus."""
    return bool(page.evaluate("() => document.activeElement && document.activeElement !== document.body"))
