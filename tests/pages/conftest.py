"""Small pages written for one test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules_site.pages.figures import Reader
from rules_site.pages.load import load_page
from rules_site.pages.render import RenderedPage, render_page
from trainer.table.chosen_rules import USUAL_RULES, ChosenRules

FRONT = '+++\ntitle = "A"\ndescription = "B"\nlead = "C"\nfacts = []\nreviewed = 2026-11-29\n+++\n'
FIRST_LINE = FRONT.count("\n") + 1

type Write = Callable[..., RenderedPage]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """`write("## Tittel {#id}")` renders a page of that Markdown; its text begins on line 8."""

    def render(
        body: str,
        language: str = "nb",
        letters: str = "int",
        name: str = "rules",
        rules: ChosenRules = USUAL_RULES,
    ) -> RenderedPage:
        path = tmp_path / language / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(FRONT + body, "utf-8")
        return render_page(load_page(path), Reader(language, letters, rules))

    return render
