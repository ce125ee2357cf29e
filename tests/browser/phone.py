"""A phone held upright, in a thumb's reach."""

from __future__ import annotations

from playwright.sync_api import Page

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def assert_no_sideways_scroll(page: Page) -> None:
    """Nothing reaches beyond the edge of the screen."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
