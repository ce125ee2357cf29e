"""What holds on every page, for whoever sees it: axe, policy, htmx, width, headings, storage."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.looking import faults
from tests.browser.places import PLACES, go_round
from tests.browser.stage import set_stage
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

# Both languages and both themes, crosswise: the templates are the same in either language and the tokens in
# either theme, and every pair would take twice as long to find the same.
PAGES = [("nb", "light"), pytest.param("sv", "dark", marks=pytest.mark.long)]


@pytest.mark.parametrize(("language", "scheme"), PAGES)
@pytest.mark.parametrize("role", PLACES)
def test_every_page_is_sound_at_320_pixels(
    role: str, language: str, scheme: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    visitor = visit(language, color_scheme=scheme, viewport={"width": 320, "height": 640})
    found = []
    for place in go_round(visitor, role, set_stage()):
        found += faults(visitor, f"{place.name} ({role})", language)
    assert not found, "\n".join(found)
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
