"""axe finds nothing in any state: both languages, light and dark, at 320 px."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.looking import STICKS_OUT, violations
from tests.browser.stage import set_stage
from tests.browser.states import STATES
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

# Crosswise with the pages, which see the other pairs.
IN_STATES = [pytest.param(*pair, marks=pytest.mark.long) for pair in (("nb", "dark"), ("sv", "light"))]


@pytest.mark.parametrize(("language", "scheme"), IN_STATES)
def test_axe_finds_nothing_in_any_state(
    language: str, scheme: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    watch.expect("404", "409", "422", "ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
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
