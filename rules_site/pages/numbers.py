"""Numbers in running text: `{target}`, `{deals}`, `{points 9–4}`, `{measured upcard plain-Q}`.

`{points difference 9–4}` is counted in that way whatever the reader has chosen, and by the 13 or 26
tricks that it adds up to. The engine works the numbers out or has measured them, so a page cannot say
anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from rules_site.pages import measured
from trainer.drills import numbers
from trainer.engine.rule_sets import ALL26, ALL_TRICKS, BASE
from trainer.engine.scoring import Pair, Scoring, deal_points
from trainer.table import formats
from trainer.table.chosen_rules import ChosenRules

NUMBER = re.compile(
    r"\{(?P<name>target|deals|points (?:(?P<way>[a-z-]+) )?(?P<won>\d+)–(?P<lost>\d+)"
    r"|(?P<what>measured|margin) (?P<table>\w+) (?P<row>[\w -]+)|measured decisions)\}"
)

type Fault = Callable[[StateCore, Token, str], ValueError]


def numbers_plugin(md: MarkdownIt, rules_of: Callable[[StateCore], ChosenRules], fault: Fault) -> None:
    """Teach the Markdown parser our numbers; `rules_of` says for which rules a page is made."""

    def fill(state: StateCore) -> None:
        for block in state.tokens:
            for child in block.children or ():
                if child.type == "number":
                    try:
                        child.content = number_text(child.meta["number"], rules_of(state))
                    except ValueError as error:
                        raise fault(state, block, str(error)) from None
                    child.type = "text"

    md.inline.ruler.before("link", "number", _read)
    md.core.ruler.after("inline", "numbers", fill)


def number_text(text: str, rules: ChosenRules) -> str:
    """The number behind a token; raise ValueError where the chosen rules have none.

    >>> number_text("{points 9–4}", ChosenRules())
    '5'
    """
    match = NUMBER.fullmatch(text)
    assert match
    if match["table"]:
        found = numbers.row(match["table"], match["row"])
        is_margin = match["what"] == "margin"
        return measured.margin_text(found) if is_margin else formats.tricks(found.mean)
    if match["name"] == "measured decisions":
        return measured.decisions()
    if match["won"]:
        return _points((int(match["won"]), int(match["lost"])), match["way"], rules)
    number = rules.target if match["name"] == "target" else rules.deals
    if number is None:
        other = "fixed-deals" if match["name"] == "deals" else "target"
        raise ValueError(f"{text} has a value only in a passage ::: {other}")
    return str(number)


def _points(tricks: Pair, way: str | None, rules: ChosenRules) -> str:
    """What the winner scores, by the chosen rules or by the way that is named."""
    if way is None:
        return str(max(deal_points(tricks, rules.scoring, rules.rule_set)))
    ways = {scoring.value: scoring for scoring in Scoring}
    if way not in ways:
        raise ValueError(f"{way!r} is no way to score: expected {', '.join(ways)}")
    return str(max(deal_points(tricks, ways[way], ALL26 if sum(tricks) == ALL_TRICKS else BASE)))


def _read(state: StateInline, silent: bool) -> bool:
    match = NUMBER.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("number", "", 0).meta = {"number": match[0]}
    state.pos = match.end()
    return True
