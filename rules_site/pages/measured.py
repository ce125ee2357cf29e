"""What the engine measured about phase one, in figures and in running text.

The numbers stand in one file of the drill library; a page names a table and a row of it and never
a number. A figure may also claim which rows lie above nought, below it or so near that it hardly
matters; when the numbers are measured anew and no longer say so, the tests stop with file and line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_site.pages.blocks import Block
from trainer.drills.numbers import NoSuchRow, Row, read_numbers, row, table
from trainer.engine.cards import RANK_LETTERS, Rank
from trainer.table import formats
from trainer.table.names import rank_name

HARDLY = 0.2  # tricks that hardly matter
LEAST_SHOWN = 0.1
PADDING = 0.08

LABEL = "label "  # how a line begins that says what a row is called


def margin_text(found: Row) -> str:
    """The margin with one decimal; one that is smaller than it can show counts as that."""
    return formats.margin(max(found.margin, LEAST_SHOWN))


def decisions() -> str:
    """In how many decisions the main table was measured."""
    return formats.count(read_numbers()["decisions"])


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of the figure: its name, the numbers as text, and the places in the picture in per cent."""

    label: str
    value: str
    margin: str
    tricks: str
    gains: bool
    settled: bool
    decisions: str
    x: str
    band_x: str
    band_width: str


def measured(block: Block) -> dict[str, object]:
    """A dot on its 95 % interval for each row, around nought: left to let the trick go, right to win it."""
    labels = {key.removeprefix(LABEL): text for key, text in block.fields.items() if key.startswith(LABEL)}
    given = "|".join(key for key in block.fields if key.startswith(LABEL))
    block.require("table|caption", f"above|below|even|{given}")
    name = block.fields["table"]
    try:
        rows = [row(name, key) for key in labels] if labels else list(table(name).values())
        _check_claims(block, name)
    except NoSuchRow as error:
        raise block.fault("table", str(error)) from None
    scale = _Scale.around(rows)
    groups = [(labels.get("", ""), rows)] if labels else _by_kind(rows)
    return {
        "groups": [
            (title, [scale.bar(row, labels.get(row.id) or rank_range(row.id)) for row in found])
            for title, found in groups
        ],
        "zero": scale.x(0),
        "decisions": decisions(),
    }


def rank_range(row_id: str) -> str:
    """What a class of upcards is called: «2–5», «dame», «konge–ess»."""
    ranks = row_id.split("-")[1:]
    if all(rank.isdecimal() for rank in ranks):
        return "–".join(ranks)
    language = get_language() or "nb"
    return "–".join(rank_name(Rank(RANK_LETTERS.index(rank) + 2), language) for rank in ranks)


def _by_kind(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    plain = [found for found in rows if found.id.startswith("plain")]
    trumps = [found for found in rows if found.id.startswith("trump")]
    return [(_("The upcard is a plain card"), plain), (_("The upcard is a trump"), trumps)]


def _check_claims(block: Block, name: str) -> None:
    for claim in ("above", "below", "even"):
        for key in filter(None, block.fields.get(claim, "").split(", ")):
            found = row(name, key)
            if not _is_true(claim, found):
                raise block.fault(claim, f"{key} is {found.mean:+.2f} ± {found.margin:.2f}, not {claim}")


def _is_true(claim: str, found: Row) -> bool:
    """Whether `above`, `below` or `even` holds for a row."""
    match claim:
        case "above":
            return found.mean > found.margin
        case "below":
            return found.mean < -found.margin
    return abs(found.mean) <= HARDLY


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    @classmethod
    def around(cls, rows: Sequence[Row]) -> _Scale:
        low = min(0.0, *(found.mean - found.margin for found in rows))
        high = max(0.0, *(found.mean + found.margin for found in rows))
        room = PADDING * (high - low)
        return cls(low - room, high + room)

    def x(self, tricks: float) -> str:
        return f"{100 * (tricks - self.low) / (self.high - self.low):.2f}%"

    def bar(self, found: Row, label: str) -> Bar:
        width = 100 * 2 * found.margin / (self.high - self.low)
        return Bar(
            label,
            formats.signed_tricks(found.mean),
            margin_text(found),
            formats.tricks(found.mean),
            found.mean > 0,
            abs(found.mean) > found.margin,
            formats.count(found.decisions),
            self.x(found.mean),
            self.x(found.mean - found.margin),
            f"{width:.2f}%",
        )
