"""The drills that ship with the site: one JSON object a line in `library/*.jsonl`.

A line is checked before it is stored: a known kind, a position that exists, a choice for every card
that may be played and no other, at least one right and one wrong. Loading is idempotent. A changed
line becomes a new version; a drill whose line is gone keeps its versions and attempts and is no
longer offered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import F, Max

from trainer.drills.choices import Choice, best_choices, read_choices
from trainer.drills.holding import rule_sets_holding, written
from trainer.drills.models import Drill, DrillVersion
from trainer.drills.questions import CARD_QUESTIONS, OPPONENT_HAND, RULES_QUESTIONS
from trainer.drills.situations import legal_cards, offers_both_sides, read_situation, takes_trick
from trainer.engine.rule_sets import RULE_SETS
from trainer.engine.seen_phases import SeenPhase, opponent_hand

LIBRARY_DIR = Path(__file__).resolve().parent / "library"

_BATCH = 500
_PUBLIC_ID = re.compile(r"[0-9a-z]{6,12}")
_FIELDS = {"id", "version", "kind", "theme", "rule_set", "engine", "seed", "question", "position"} | {
    "choices",
    "facts",
}


class LibraryError(ValueError):
    """A line that makes no drill; the message names the file, the line and the reason."""


@dataclass(frozen=True, slots=True)
class Line:
    """One checked line: the drill's address, kind and theme, and what its version holds."""

    public_id: str
    number: int
    kind: str
    theme: str
    content: Mapping[str, Any]

    @property
    def sorted_under(self) -> dict[str, str | float | None]:
        """What finds the drill among others; it may change without a new version."""
        standing = written(rule_sets_holding(self.kind, self.content))
        difficulty = self.content["facts"].get("difficulty")
        return {"kind": self.kind, "theme": self.theme, "holds_under": standing, "difficulty": difficulty}

    def says_the_same(self, version: DrillVersion) -> bool:
        """Whether a stored version holds just this."""
        return _holds(version, self.content)


@dataclass(slots=True)
class Loaded:
    """What loading did to each drill."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    withdrawn: int = 0


def library_files(directory: Path = LIBRARY_DIR) -> list[Path]:
    """The files of a library, in a fixed order."""
    return sorted(directory.glob("*.jsonl"))


def read_library(files: Iterable[Path], stored: Mapping[str, DrillVersion] | None = None) -> Iterator[Line]:
    """Every line of the files, checked; raise `LibraryError` for the first that is wrong.

    A line that says the same as the `stored` version of its drill was checked when that was stored.
    """
    known = stored or {}
    seen: set[str] = set()
    for path in files:
        with path.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, start=1):
                try:
                    line = read_line(text, known)
                except (ValueError, KeyError, TypeError) as error:
                    raise LibraryError(f"{path.name} line {number}: {error}") from error
                if line.public_id in seen:
                    raise LibraryError(f"{path.name} line {number}: id {line.public_id} comes twice")
                seen.add(line.public_id)
                yield line


def read_line(text: str, stored: Mapping[str, DrillVersion] | None = None) -> Line:
    """Read and check one line; raise `ValueError`, `KeyError` or `TypeError` saying what is wrong."""
    fields = json.loads(text)
    if missing := _FIELDS - fields.keys():
        raise ValueError(f"fields are missing: {', '.join(sorted(missing))}")
    if not _PUBLIC_ID.fullmatch(fields["id"]):
        raise ValueError(f"id {fields['id']!r}: expected 6 to 12 small letters and digits")
    if fields["kind"] not in Drill.Kind.values:
        raise ValueError(f"kind {fields['kind']!r}: expected one of {', '.join(Drill.Kind.values)}")
    if fields["rule_set"] not in RULE_SETS:
        raise ValueError(f"rule set {fields['rule_set']!r}: expected one of {', '.join(RULE_SETS)}")
    content = {
        "rule_set": fields["rule_set"],
        "question": fields["question"],
        "position": fields["position"],
        "choices": fields["choices"],
        "facts": fields["facts"] | {"engine": fields["engine"], "seed": fields["seed"]},
    }
    version = (stored or {}).get(fields["id"])
    same = version is not None and version.drill.kind == fields["kind"] and _holds(version, content)
    side = version.side if version and same else _checked_side(fields)
    return Line(
        fields["id"], int(fields["version"]), fields["kind"], fields["theme"], content | {"side": side}
    )


def stored_versions() -> dict[str, DrillVersion]:
    """The current version of every drill that is offered, by the drill's id."""
    versions = DrillVersion.objects.filter(drill__current=F("pk")).select_related("drill")
    return {version.drill.public_id: version for version in versions}


def _holds(version: DrillVersion, content: Mapping[str, Any]) -> bool:
    return all(getattr(version, name) == value for name, value in content.items())


def _checked_side(fields: Mapping[str, Any]) -> str:
    """Check question and choices against the position; say on which side the best card stands."""
    kind, question = fields["kind"], fields["question"]
    choices = read_choices(kind, fields["choices"])
    if not {choice.verdict == "right" for choice in choices} == {True, False}:
        raise ValueError("a drill needs at least one right and one wrong choice")
    if kind == Drill.Kind.MEMORY:
        _check_memory(question, SeenPhase.parse(fields["position"]), choices)
        return ""
    situation = read_situation(fields["position"])
    if kind == Drill.Kind.RULES:
        if question not in RULES_QUESTIONS:
            raise ValueError(f"question {question!r}: expected one of {', '.join(RULES_QUESTIONS)}")
        return ""
    if question not in CARD_QUESTIONS:
        raise ValueError(f"question {question!r}: expected one of {', '.join(CARD_QUESTIONS)}")
    if {choice.card for choice in choices} != set(legal_cards(situation)):
        raise ValueError("the choices are not the cards that may be played")
    if not offers_both_sides(situation):
        return ""
    card = best_choices(choices)[0].card
    return DrillVersion.Side.WIN if card and takes_trick(situation, card) else DrillVersion.Side.DUCK


def _check_memory(question: str, phase: SeenPhase, choices: Sequence[Choice]) -> None:
    if question != OPPONENT_HAND:
        raise ValueError(f"question {question!r}: expected {OPPONENT_HAND}")
    if {choice.card for choice in choices} != set(phase.rule_set.pack.cards).difference(phase.hand):
        raise ValueError("the choices are not the cards that are not in the hand")
    if set(opponent_hand(phase)) != {choice.card for choice in best_choices(choices)}:
        raise ValueError("the right choices are not the opponent's hand")


@transaction.atomic
def load(lines: Iterable[Line]) -> Loaded:
    """Store the lines; drills that are not among them are withdrawn. One transaction, new drills in bulk."""
    known = {drill.public_id: drill for drill in Drill.objects.select_related("current")}
    last_numbers = dict(Drill.objects.values_list("pk").annotate(last=Max("versions__number")))
    done = Loaded()
    new: list[Line] = []
    for line in lines:
        drill = known.pop(line.public_id, None)
        if drill is None:
            new.append(line)
        else:
            _load_known(line, drill, last_numbers.get(drill.pk) or 0, done)
    _add(new)
    done.added = len(new)
    gone = [drill.pk for drill in known.values() if drill.current_id is not None]
    for first in range(0, len(gone), _BATCH):
        Drill.objects.filter(pk__in=gone[first : first + _BATCH]).update(current=None)
    done.withdrawn = len(gone)
    return done


def _add(lines: Sequence[Line]) -> None:
    """Store drills that are not known yet, each with its first version."""
    drills = Drill.objects.bulk_create(
        [Drill(public_id=line.public_id, **line.sorted_under) for line in lines], _BATCH
    )
    versions = DrillVersion.objects.bulk_create(
        [
            DrillVersion(drill=drill, number=line.number, **line.content)
            for drill, line in zip(drills, lines, strict=True)
        ],
        _BATCH,
    )
    for drill, version in zip(drills, versions, strict=True):
        drill.current = version
    Drill.objects.bulk_update(drills, ["current"], _BATCH)


def _load_known(line: Line, drill: Drill, last_number: int, done: Loaded) -> None:
    if drill.current and line.says_the_same(drill.current):
        _sort_under(drill, line)
        done.unchanged += 1
        return
    done.changed += 1
    _sort_under(drill, line)
    drill.current = _version_of(drill, line, last_number)
    drill.save()


def _version_of(drill: Drill, line: Line, last_number: int) -> DrillVersion:
    """A new version, or the last one if a withdrawn drill comes back as it was."""
    last = drill.versions.filter(number=last_number).first() if last_number else None
    if last and line.says_the_same(last):
        return last
    number = max(line.number, last_number + 1)
    return drill.versions.create(number=number, **line.content)


def _sort_under(drill: Drill, line: Line) -> None:
    """These only sort drills; what was asked stays the same when they change."""
    known = {name: getattr(drill, name) for name in line.sorted_under}
    if known != line.sorted_under:
        for name, value in line.sorted_under.items():
            setattr(drill, name, value)
        drill.save(update_fields=list(line.sorted_under))
