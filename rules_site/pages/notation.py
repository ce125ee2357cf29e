"""Cards and links in running text: `{SA}` a card, `{S}` a suit, `(page:scoring#difference)`.

Links name pages and parts of the site rather than addresses, so that a moved page breaks no text
and both languages are written alike. `(lang:sv)` marks words of another language for voices.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from trainer.engine.cards import Card, Suit
from trainer.table.chosen_rules import ChosenRules, with_rules

TOKEN = re.compile(r"\{([SHDC])(10|[2-9TJQKA])?\}")
HEADING_ID = re.compile(r"\s*\{#([a-z0-9]+(?:-[a-z0-9]+)*)\}$")
EXTERNAL = ("https://",)
GLOSSARY = "page:glossary#"

# Where `(drills:follow/low-prize)` and its like lead: view names and the parameters the rest becomes.
FEATURES = {
    "drills": ("drills:index", "drills:next", "kind", "theme"),
    "progress": ("progress:mine", ""),
    "classes": ("classes:index", ""),
    "scorekeeper": ("scorekeeper:index", ""),
    "display": ("display:settings", ""),
    "account": ("account_signup", ""),
}

# Schemes whose links name a view: `print:rules`, `school:risk-assessment`, `privacy:who_sees`.
NAMED = ("print", "school", "privacy")

type Fault = Callable[[str], ValueError]


def address(link: str) -> str:
    """The address behind a link of the content; raise ValueError for one that leads nowhere.

    >>> address("https://www.pagat.com/")
    'https://www.pagat.com/'
    """
    if link.startswith(EXTERNAL):
        return link
    scheme, _, rest = link.partition(":")
    try:
        if scheme == "page":
            name, _, heading = rest.partition("#")
            return reverse(f"pages:{name}") + (f"#{heading}" if heading else "")
        if scheme in NAMED:
            return reverse(f"{scheme}:{rest}")
        if scheme in FEATURES:
            front, choice, *names = FEATURES[scheme]
            chosen = dict(zip(names, filter(None, rest.split("/")), strict=False))
            return f"{reverse(choice)}?{urlencode(chosen)}" if chosen else reverse(front)
    except NoReverseMatch:
        pass
    expected = f"page:<name>#<id>, print:, school: or privacy:<name>, https:// or {', '.join(FEATURES)}"
    raise ValueError(f"{link} leads nowhere: expected {expected}")


def link_address(link: str, rules: ChosenRules) -> str:
    """The address behind a link, with the chosen rules if it leads to a page of ours."""
    found = address(link)
    return found if found.startswith(EXTERNAL) else with_rules(found, rules)


def notation_plugin(
    md: MarkdownIt,
    rules_of: Callable[[StateCore], ChosenRules],
    fault: Callable[[StateCore, Token, str], ValueError],
) -> None:
    """Teach the Markdown parser cards, suits, our links and explicit heading ids.

    Links carry the rules on for which a page is made (`rules_of`). `fault` makes the error for a token
    of a file, with its line.
    """
    md.inline.ruler.before("link", "card", _read_card)
    md.core.ruler.before("inline", "heading_ids", lambda state: _take_heading_ids(state, fault))
    md.core.ruler.after("inline", "site_links", lambda state: _resolve_links(state, rules_of(state), fault))
    md.core.ruler.after("inline", "unknown_cards", lambda state: _refuse_unknown(state, fault))


def _read_card(state: StateInline, silent: bool) -> bool:
    match = TOKEN.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        suit, rank = match.groups()
        token = state.push("card" if rank else "suit", "", 0)
        token.meta = {"card": Card.parse(suit + rank)} if rank else {"suit": Suit.parse(suit)}
    state.pos = match.end()
    return True


def _take_heading_ids(state: StateCore, fault: Callable[[StateCore, Token, str], ValueError]) -> None:
    for opening, inline in itertools.pairwise(state.tokens):
        if opening.type != "heading_open":
            continue
        match = HEADING_ID.search(inline.content)
        if not match:
            raise fault(state, opening, f"the heading {inline.content!r} has no {{#id}}")
        inline.content = inline.content[: match.start()]
        opening.attrSet("id", match[1])


def _inline(state: StateCore) -> Iterator[tuple[Token, Token]]:
    for block in state.tokens:
        for child in block.children or ():
            yield block, child


def _resolve_links(
    state: StateCore, rules: ChosenRules, fault: Callable[[StateCore, Token, str], ValueError]
) -> None:
    closing: list[str] = []
    for block, child in _inline(state):
        if child.type == "link_close":
            child.tag = closing.pop()
        if child.type != "link_open":
            continue
        link = str(child.attrGet("href"))
        if link.startswith("lang:"):
            child.tag, child.attrs = "span", {"lang": link.removeprefix("lang:")}
        else:
            try:
                child.attrs = {"href": link_address(link, rules), **_term_of(link)}
            except ValueError as error:
                raise fault(state, block, str(error)) from None
        closing.append(child.tag)


def _term_of(link: str) -> dict[str, str | int | float]:
    """Where the explanation of a linked word is, for a script that shows it beside the word."""
    if not link.startswith(GLOSSARY):
        return {}
    return {"data-term": reverse("pages:term", args=[link.removeprefix(GLOSSARY)])}


def _refuse_unknown(state: StateCore, fault: Callable[[StateCore, Token, str], ValueError]) -> None:
    for block, child in _inline(state):
        if child.type == "text" and "{" in child.content:
            raise fault(
                state, block, f"{child.content.strip()!r} holds no card: write {{SA}}, {{HT}} or {{S}}"
            )
