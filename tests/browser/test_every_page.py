"""What holds on every page, for whoever sees it: policy, htmx, width, headings, storage."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.places import PLACES, go_round
from tests.browser.stage import set_stage
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

# The widest element that sticks out, to name the culprit.
STICKS_OUT = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return "";
  const isWide = (element) => element.getBoundingClientRect().right > width + 1;
  const wide = [...document.body.querySelectorAll("*")].filter(isWide).slice(0, 4);
  return wide.map((element) => element.outerHTML.slice(0, 80)).join(" ") || "page";
}"""
# htmx notes the path of the page in sessionStorage; nothing else may be kept there.
STORED = """() => Object.keys(localStorage).concat(Object.keys(sessionStorage))
  .filter((key) => key !== "htmx-current-path-for-history").join(" ")"""


@pytest.mark.parametrize("role", PLACES)
def test_page_fits_320_pixels_and_keeps_the_policy(
    role: str, language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    visitor = visit(language, viewport={"width": 320, "height": 640})
    faults = []
    for place in go_round(visitor, role, set_stage()):
        page = visitor.page
        wide = page.evaluate(STICKS_OUT)
        if wide:
            faults.append(f"{place.name} scrolls sideways: {wide}")
        if not visitor.htmx_runs():
            faults.append(f"{place.name} has no htmx")
        if page.locator("html").get_attribute("lang") != language:
            faults.append(f"{place.name} has another language")
        if page.locator("h1").count() != 1:
            faults.append(f"{place.name} has {page.locator('h1').count()} h1")
        if page.evaluate(STORED):
            faults.append(f"{place.name} stores {page.evaluate(STORED)}")
    assert not faults, "\n".join(faults)
    assert any("htmx" in request for request in watch.requests)


def test_missing_page_helps_in_the_language_of_the_address(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("404")
    visitor = visit(language)
    response = visitor.page.goto(f"{visitor.site}/{language}/nowhere/")
    assert response is not None
    assert response.status == 404
    assert visitor.page.locator("html").get_attribute("lang") == language
    visitor.page.locator("main").get_by_role("link").first.click()
    assert visitor.page.url.startswith(f"{visitor.site}/{language}/")
