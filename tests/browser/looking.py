"""What a look at a page in the browser finds: axe's rules, width, language, headings, storage."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.visitors import Visitor

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
}
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
# Chapters far below are laid out when they come near; axe is to see them all, and all in their place.
LAID_OUT = """() => document.querySelectorAll(".chap").forEach((chapter) => {
  chapter.style.contentVisibility = "visible";
})"""


def violations(page: Page, where: str) -> list[str]:
    """What axe finds on the page as it stands: rule, number of elements, and the first of them."""
    page.evaluate(LAID_OUT)
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{where}: {rule['id']} ×{len(rule['nodes'])} {rule['nodes'][0]['html'][:160]} "
        f"{rule['nodes'][0]['failureSummary'][:200]}"
        for rule in found
    ]


def faults(visitor: Visitor, where: str, language: str) -> list[str]:
    """What is wrong with the page whatever it is about, axe's findings included."""
    page = visitor.page
    wide, stored, headings = page.evaluate(STICKS_OUT), page.evaluate(STORED), page.locator("h1").count()
    found = [f"{where} scrolls sideways: {wide}"] if wide else []
    found += [] if visitor.htmx_runs() else [f"{where} has no htmx"]
    if page.locator("html").get_attribute("lang") != language:
        found.append(f"{where} has another language")
    found += [] if headings == 1 else [f"{where} has {headings} h1"]
    found += [f"{where} stores {stored}"] if stored else []
    return found + violations(page, where)
