"""axe finds nothing: pages and states, both languages, light and dark, at 320 px."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.places import PLACES, go_round
from tests.browser.stage import set_stage
from tests.browser.states import STATES
from tests.browser.test_every_page import STICKS_OUT
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
}
# Each page and state in both languages and both themes, crosswise: the templates are the same in either
# language and the tokens in either theme, and every pair would take twice as long to find the same.
PAGES = [("nb", "light"), pytest.param("sv", "dark", marks=pytest.mark.long)]
IN_STATES = [pytest.param(*pair, marks=pytest.mark.long) for pair in (("nb", "dark"), ("sv", "light"))]


def violations(page: Page, where: str) -> list[str]:
    """What axe finds on the page as it stands: rule, number of elements, and the first of them."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{where}: {rule['id']} ×{len(rule['nodes'])} {rule['nodes'][0]['html'][:160]} "
        f"{rule['nodes'][0]['failureSummary'][:200]}"
        for rule in found
    ]


@pytest.mark.parametrize(("language", "scheme"), PAGES)
@pytest.mark.parametrize("role", PLACES)
def test_axe_finds_nothing(role: str, language: str, scheme: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, color_scheme=scheme, viewport={"width": 320, "height": 640})
    faults = []
    for place in go_round(visitor, role, set_stage()):
        faults += violations(visitor.page, f"{place.name} ({role})")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("language", "scheme"), IN_STATES)
def test_axe_finds_nothing_in_any_state(
    language: str, scheme: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("404", "409", "422")
    stage = set_stage()
    faults = []
    for name, bring_about in STATES.items():
        visitor = visit(language, color_scheme=scheme, viewport={"width": 320, "height": 640})
        bring_about(visitor, stage)
        faults += violations(visitor.page, name)
        wide = visitor.page.evaluate(STICKS_OUT)
        faults += [f"{name} scrolls sideways: {wide}"] if wide else []
        visitor.page.context.close()
    assert not faults, "\n".join(faults)
