"""From a page of Markdown to HTML: sections with a contents list, prose, figures, questions.

Nothing here knows a page by name except `FOLDED`, whose `###` are questions that open one at a
time. Rendering is cached for a file as it stands, a language and a set of card letters, so an
edited page shows at once and a visitor waits for no figure twice.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, override
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from rules_site.pages import figures
from rules_site.pages.blocks import Block
from rules_site.pages.figures import Reader
from rules_site.pages.lesson_steps import PlacedStep, read_step
from rules_site.pages.load import ContentError, Page, load_page
from rules_site.pages.notation import notation_plugin
from rules_site.pages.numbers import numbers_plugin
from rules_site.pages.passages import ChosenText, chosen_text
from rules_site.pages.tryouts import PlacedTryout, read_tryout
from rules_site.pages.worked_deal import WorkedDeal, load_deal
from trainer.table.chosen_rules import ChosenRules
from trainer.table.templatetags.table import suit_text, write_card

FOLDED = {"faq"}
DEAL_SLOT = "<!--deal-->"
# Figures that depend on more of the request than the reader; the view puts them in.
SLOTS = {
    "switch": "<!--switch-->",
    "open-deal": "<!--open-deal-->",
    "calculator": "<!--calculator-->",
    "which-game": "<!--which-game-->",
    "operator": "<!--operator-->",
}
SCORE = re.compile(r"\d+–\d+")  # it must not break at the dash


@dataclass(frozen=True, slots=True)
class Heading:
    """A line of the contents list with the lines below it."""

    id: str
    title: SafeString
    below: list[Heading] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PlacedDeal:
    """The worked deal of a page; where it stands, `DEAL_SLOT` holds its place in the HTML."""

    deal: WorkedDeal
    caption: SafeString


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page ready to be put into its template."""

    page: Page
    html: SafeString
    contents: tuple[Heading, ...]
    deal: PlacedDeal | None = None
    captions: Mapping[str, SafeString] = field(default_factory=dict)
    tryouts: Mapping[str, PlacedTryout] = field(default_factory=dict)
    steps: tuple[PlacedStep, ...] = ()

    def place_of(self, section: str) -> str:
        """What leads to a section from the page's address; a lesson shows one section at a time."""
        if not self.steps:
            return f"#{section}"
        order = [heading.id for heading in self.contents]
        return f"?step={order.index(section) + 1}"

    def has(self, slot: str) -> bool:
        """Whether the page has the place of one of `SLOTS`."""
        return slot in self.captions


@dataclass(slots=True)
class Rendering:
    """The state of one page being rendered: what the rules of the parser need and find."""

    page: Page
    reader: Reader
    text: ChosenText
    deal: PlacedDeal | None = None
    captions: dict[str, SafeString] = field(default_factory=dict)
    tryouts: dict[str, PlacedTryout] = field(default_factory=dict)
    steps: list[PlacedStep] = field(default_factory=list)

    def fault(self, token: Token, message: str) -> ContentError:
        return ContentError(self.page.path, self.text.line((token.map or [0])[0]), message)


def rendered(path: Path, reader: Reader) -> RenderedPage:
    """The page as HTML for a reader, from the cache if the file has not changed since."""
    return _rendered(path, path.stat().st_mtime_ns, reader)


@lru_cache(maxsize=512)
def _rendered(path: Path, changed_at: int, reader: Reader) -> RenderedPage:
    return render_page(load_page(path), reader)


def render_page(page: Page, reader: Reader) -> RenderedPage:
    """Render, replaying every figure; raise ContentError for the first fault."""
    state = Rendering(page, reader, chosen_text(page, reader.rules))
    with override(reader.language):
        tokens = PARSER.parse(state.text.text, {"rendering": state})
        blocks = list(_blocks(tokens))
        html = "".join(_sections(blocks, state))
        contents, steps = _contents(tokens, state), tuple(state.steps)
        return RenderedPage(page, mark_safe(html), contents, state.deal, state.captions, state.tryouts, steps)


def render_inline(text: str, page: Page, line: int, reader: Reader) -> SafeString:
    """One line of text with cards and links, from a caption or the front matter."""
    env = {"rendering": Rendering(page, reader, ChosenText(text, (line,)))}
    return mark_safe(str(PARSER.renderInline(text, env)))


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The blocks of the outermost level: a heading, a paragraph, a list, a table, a figure."""
    block: list[Token] = []
    for token in tokens:
        block.append(token)
        if token.level == 0 and token.nesting != 1:
            yield block
            block = []


def _sections(blocks: list[list[Token]], state: Rendering) -> Iterator[str]:
    """Each `##` with all that follows it, through the template for a section."""
    within = _questions if state.page.name in FOLDED else _body
    for first, *rest in _parts(blocks, "h2"):
        if first[0].tag == "h2":
            yield _titled("pages/_section.html", first, within(rest, state), state)
        else:
            yield "".join(_body([first, *rest], state))


def _questions(blocks: list[list[Token]], state: Rendering) -> Iterator[str]:
    """Each `###` of a section as a question that opens."""
    for first, *rest in _parts(blocks, "h3"):
        if first[0].tag == "h3":
            yield _titled("pages/_question.html", first, _body(rest, state), state)
        else:
            yield "".join(_body([first, *rest], state))


def _parts(blocks: list[list[Token]], tag: str) -> Iterator[list[list[Token]]]:
    """The blocks cut before every heading of a level."""
    start = 0
    for end in range(1, len(blocks) + 1):
        if end == len(blocks) or blocks[end][0].tag == tag:
            yield blocks[start:end]
            start = end


def _titled(template: str, heading: list[Token], body: Iterator[str], state: Rendering) -> str:
    title = mark_safe(_html(heading[1:2], state))
    context = {"id": heading[0].attrGet("id"), "title": title, "body": mark_safe("".join(body))}
    return render_to_string(template, context)


def _body(blocks: list[list[Token]], state: Rendering) -> Iterator[str]:
    """Prose in columns of reading width; tables and figures at their own."""
    prose: list[str] = []
    for block in blocks:
        wide = _wide(block, state)
        if wide is None:
            _mark_words(block)
            prose.append(_html(block, state))
            continue
        if prose:
            yield f'<div class="read">{"".join(prose)}</div>'
            prose = []
        yield wide
    if prose:
        yield f'<div class="read">{"".join(prose)}</div>'


def _mark_words(block: list[Token]) -> None:
    """A row of words in other languages with ` · ` between, as in the glossary, is set smaller."""
    if block[0].type != "paragraph_open" or " · " not in block[1].content:
        return
    foreign = [child for child in block[1].children or () if child.tag == "span" and child.nesting == 1]
    if len(foreign) > 1:
        block[0].attrSet("class", "words")


def _wide(block: list[Token], state: Rendering) -> str | None:
    token = block[0]
    if token.type == "table_open":
        token.attrSet("class", "tbl num")
        for opening, cell in itertools.pairwise(block):
            if opening.type == "td_open" and SCORE.fullmatch(cell.content):
                opening.attrSet("class", "score")
        label = gettext("Table")  # it may scroll sideways, so the keyboard must reach it
        table = mark_safe(_html(block, state))
        frame = '<div class="scroller" tabindex="0" role="group" aria-label="{}">{}</div>'
        return format_html(frame, label, table)
    if token.type == "fence":
        return _figure(token, state)
    return None


def _figure(token: Token, state: Rendering) -> str:
    kind = token.info.strip()
    start, end = token.map or [0, 0]
    block = Block.read(kind, token.content, state.page.path, state.text.lines(start, end))

    def inline(text: str, place: int) -> SafeString:
        return render_inline(text, state.page, place, state.reader)

    if kind == "deal":
        caption = inline(block.fields["caption"], block.lines["caption"])
        state.deal = PlacedDeal(load_deal(block, state.reader.rules.rule_set), caption)
        return DEAL_SLOT
    if kind == "try":
        return _tryout(block, state, inline)
    if kind == "step":
        return _step(block, state, inline)
    if kind in SLOTS:
        block.require("caption")
        state.captions[kind] = inline(block.fields["caption"], block.lines["caption"])
        return SLOTS[kind]
    if kind not in figures.FIGURES:
        expected = ", ".join(("deal", "try", "step", *SLOTS, *figures.FIGURES))
        raise state.fault(token, f"{kind!r} is no figure: expected {expected}")
    return figures.draw(block, state.reader, inline)


def _tryout(block: Block, state: Rendering, inline: figures.Inline) -> str:
    tryout = read_tryout(block)
    if tryout.id in state.tryouts:
        raise block.fault("id", f"{tryout.id} stands twice on this page")
    caption = inline(block.fields["caption"], block.lines["caption"])
    placed = state.tryouts[tryout.id] = PlacedTryout(tryout, caption)
    return placed.slot


def _step(block: Block, state: Rendering, inline: figures.Inline) -> str:
    caption = inline(block.fields.get("caption", ""), block.lines.get("caption", block.line))
    placed = PlacedStep(read_step(block), caption, f"<!--step:{len(state.steps) + 1}-->")
    state.steps.append(placed)
    return placed.slot


def _contents(tokens: Sequence[Token], state: Rendering) -> tuple[Heading, ...]:
    """The headings of the page, two levels deep."""
    found: list[Heading] = []
    for opening, inline in itertools.pairwise(tokens):
        if opening.type != "heading_open":
            continue
        heading = Heading(str(opening.attrGet("id")), mark_safe(_html([inline], state)))
        if opening.tag == "h2":
            found.append(heading)
        elif found:
            found[-1].below.append(heading)
    return tuple(found)


def _html(tokens: Sequence[Token], state: Rendering) -> str:
    return str(PARSER.renderer.render(tokens, PARSER.options, {"rendering": state}))


def _text(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """Running text, with scores kept whole; a cell that is one has a class of its own."""
    content = tokens[place].content
    text = escapeHtml(content)
    return text if SCORE.fullmatch(content) else SCORE.sub(r'<span class="score">\g<0></span>', text)


def _card(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return write_card(tokens[place].meta["card"], env["rendering"].reader.card_letters)


def _suit(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return str(suit_text(tokens[place].meta["suit"]))


def _fault(state: StateCore, token: Token, message: str) -> ContentError:
    rendering: Rendering = state.env["rendering"]
    return rendering.fault(token, message)


def _rules(state: StateCore) -> ChosenRules:
    rendering: Rendering = state.env["rendering"]
    return rendering.reader.rules


def _misplaced(self: RendererHTML, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    rendering: Rendering = env["rendering"]
    raise rendering.fault(tokens[place], "a figure or code stands inside a list or a quotation")


def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False}).enable("table")
    notation_plugin(md, _rules, _fault)
    numbers_plugin(md, _rules, _fault)
    md.add_render_rule("text", _text)
    md.add_render_rule("card", _card)
    md.add_render_rule("suit", _suit)
    md.add_render_rule("fence", _misplaced)
    md.add_render_rule("code_block", _misplaced)
    return md


PARSER = _parser()
