"""Reading drills and attempts. Other features use these instead of the models' own managers."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.db.models import Count, F, Max, Q, QuerySet

from trainer.accounts.models import Learner
from trainer.drills.holding import held, held_by
from trainer.drills.models import OFFERED_KINDS, AfterAnswer, Attempt, Drill, DrillVersion
from trainer.drills.picking import Pick
from trainer.drills.withholding import told, withheld
from trainer.engine.rule_sets import BASE, RuleSet
from trainer.table.kept import Kept
from trainer.table.prepared import Prepared

type Row = tuple[str, str, str | None]

MOST_KEPT = 1_000_000  # places in the orders that a process keeps, eight bytes each
_rows = Kept[tuple[Row, ...]](MOST_KEPT // 10, len)
_orders = Kept[tuple[str, ...]](MOST_KEPT, len)
_WHAT_SORTS = (
    "SELECT kind, theme, holds_under, COUNT(*), SUM(id), SUM(current_id), SUM(difficulty * id), "
    f"MIN(public_id), MAX(public_id) FROM {Drill._meta.db_table} WHERE current_id IS NOT NULL "
    "GROUP BY kind, theme, holds_under ORDER BY kind, theme, holds_under"
)
_attempts = Prepared(Attempt, "learner_id", "version_id", order_by="number")


def offered_drills() -> QuerySet[Drill]:
    """Drills that have a current version, with it, and a page to answer them on."""
    return _offered().select_related("current")


def _offered() -> QuerySet[Drill]:
    return Drill.objects.filter(current__isnull=False, kind__in=OFFERED_KINDS)


def drills_for(pick: Pick, rule_set: RuleSet = BASE) -> QuerySet[Drill]:
    """The offered drills that are meant, of which the answer stands by a rule set."""
    return pick.of(held(_offered(), rule_set))


def attempts_of(learner: Learner) -> QuerySet[Attempt]:
    """All attempts of a learner, oldest first, with version and drill."""
    return (
        Attempt.objects.filter(learner=learner)
        .select_related("version__drill")
        .order_by("answered_at", "number")
    )


def first_attempts(learner: Learner) -> QuerySet[Attempt]:
    """The attempts that count: the first on each version, oldest first."""
    return attempts_of(learner).filter(number=0)


def attempts_on(learner: Learner | None, version: DrillVersion) -> list[Attempt]:
    """A learner's attempts on one version by number; none for a visitor who has stored nothing."""
    if learner is None:
        return []
    return _attempts.rows(learner.pk, version.pk)


def answered_version(learner: Learner | None, drill: Drill) -> DrillVersion | None:
    """The latest version of a drill that a learner has answered, of one that has been withdrawn too."""
    answered = DrillVersion.objects.filter(drill=drill, attempts__learner=learner).order_by("-number")
    return answered.first() if learner else None


def after_answer(version: DrillVersion) -> AfterAnswer | None:
    """What was worked out for after the answer to a version, if anything; no query where it came along."""
    try:
        return version.after
    except AfterAnswer.DoesNotExist:
        return None


def drills_by_theme(kind: str = "") -> dict[tuple[str, str], list[Drill]]:
    """Offered drills under (kind, theme), in a fixed order."""
    drills = offered_drills().order_by("kind", "theme", "public_id")
    grouped: dict[tuple[str, str], list[Drill]] = defaultdict(list)
    for drill in drills.filter(kind=kind) if kind else drills:
        grouped[drill.kind, drill.theme].append(drill)
    return dict(grouped)


def versions_for(ids: Collection[str]) -> dict[str, DrillVersion]:
    """The current version of each drill named by public id; withdrawn and unknown ones are left out."""
    versions = DrillVersion.objects.filter(
        drill__public_id__in=ids, drill__current=F("pk"), drill__kind__in=OFFERED_KINDS
    )
    return {version.drill.public_id: version for version in versions.select_related("drill")}


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many drills of a kind there are, and what one learner has done with them."""

    kind: str
    total: int
    done: int
    missed: int

    @property
    def left(self) -> int:
        """Drills not answered yet."""
        return self.total - self.done


def kind_counts(learner: Learner | None, rule_set: RuleSet = BASE) -> list[KindCount]:
    """Counts for every kind that is offered, in the order of `Drill.Kind`, current versions only.

    By other rules than the base game's, only drills count whose answer stands by them.
    """
    mine = Q(current__attempts__learner=learner, current__attempts__number=0)
    missed = mine & ~Q(current__attempts__verdict="right")
    if learner:
        missed &= ~withheld(learner, "current")
    rows = (
        held(_offered(), rule_set)
        .values("kind")
        .annotate(
            total=Count("pk", distinct=True),
            done=Count("pk", filter=mine, distinct=True) if learner else Count("pk", filter=Q(pk=None)),
            missed=(Count("pk", filter=missed, distinct=True) if learner else Count("pk", filter=Q(pk=None))),
        )
    )
    found = {row["kind"]: KindCount(**row) for row in rows}
    return [found.get(kind, KindCount(kind, 0, 0, 0)) for kind in OFFERED_KINDS]


def answered_ids(learner: Learner | None) -> set[str]:
    """Public ids of the drills whose current version the learner has answered."""
    if learner is None:
        return set()
    answered = Drill.objects.filter(current__attempts__learner=learner, current__attempts__number=0)
    return set(answered.values_list("public_id", flat=True))


def missed_drills(
    learner: Learner | None, kind: str = "", theme: str = "", rule_set: RuleSet = BASE
) -> list[Drill]:
    """Offered drills whose latest attempt was not right, longest ago first."""
    if learner is None:
        return []
    latest = (
        Attempt.objects.filter(learner=learner, version__drill__current=F("version"))
        .values("version")
        .annotate(last=Max("number"))
    )
    numbers = {row["version"]: row["last"] for row in latest}
    meant = Pick.read(kind, theme).of(_offered())
    attempts = (
        told(Attempt.objects.filter(learner=learner, version__in=numbers), learner)
        .filter(version__drill__in=meant)
        .exclude(verdict=Attempt.Verdict.RIGHT)
        .select_related("version__drill")
        .order_by("answered_at")
    )
    missed = [attempt.version.drill for attempt in attempts if numbers[attempt.version_id] == attempt.number]
    return held_by(missed, rule_set)


def drill_order(
    learner_key: str, kind: str = "", theme: str = "", rule_set: RuleSet = BASE, level: str = ""
) -> list[str]:
    """Public ids of the offered drills in the order in which this learner meets them.

    Every learner has an order of one's own that never changes, so that Next repeats nothing and
    nothing need be stored on the way. "Win" and "duck" answers and the kinds are spread evenly.
    By other rules than the base game's, they are those whose answer stands by them. Several kinds or
    themes stand with commas between them (`picking.Pick`).
    """
    pick = Pick.read(kind, theme, level)
    asked = (_library_now(), pick, rule_set.id)
    rows = _rows.get(asked, lambda: tuple(_rows_of(pick, rule_set)))
    return list(_orders.get((learner_key, *asked), lambda: tuple(spread(learner_key, rows))))


def _rows_of(pick: Pick, rule_set: RuleSet) -> QuerySet[Drill, Row]:
    return drills_for(pick, rule_set).values_list("public_id", "kind", "current__side")


def _library_now() -> tuple[object, ...]:
    """What is another whenever drills come, go, ask something new or are sorted anew."""
    with connection.cursor() as cursor:
        cursor.execute(_WHAT_SORTS)
        return tuple(cursor.fetchall())


def spread(seed: str, rows: Iterable[Row]) -> list[str]:
    """Shuffle ids by a seed so that each group (kind, side) is spread over the whole order.

    The i-th of n in a group falls somewhere in the i-th of n equal parts of the order.
    """
    groups: dict[tuple[str, str | None], list[tuple[float, str]]] = defaultdict(list)
    for public_id, kind, side in rows:
        groups[kind, side].append((_fraction(f"{seed} {public_id}"), public_id))
    placed = []
    for members in groups.values():
        for place, (fraction, public_id) in enumerate(sorted(members)):
            shift = _fraction(f"{seed} {public_id} {fraction}")
            placed.append(((place + shift) / len(members), public_id))
    return [public_id for _place, public_id in sorted(placed)]


def next_public_id(order: list[str], answered: set[str], after: str = "") -> str | None:
    """The first unanswered drill after the one named, round to the start; None when all are done."""
    start = order.index(after) + 1 if after in order else 0
    for public_id in (*order[start:], *order[:start]):
        if public_id not in answered and public_id != after:
            return public_id
    return after if after in order and after not in answered else None


def drill_of_the_day(day: date, rule_set: RuleSet = BASE) -> Drill | None:
    """One drill for everyone who plays by a rule set on a day: a decision of phase one, the same in both
    languages. By other rules than the base game's it is one whose answer stands by them."""
    drills = held(_offered(), rule_set).filter(kind=Drill.Kind.FOLLOW)
    ids = list(drills.order_by("public_id").values_list("public_id", flat=True))
    if not ids:
        return None
    chosen = ids[int(_fraction(f"day {day.isoformat()}") * len(ids))]
    return offered_drills().get(public_id=chosen)


def theme_counts(kind: str = "") -> Mapping[tuple[str, str], int]:
    """Number of offered drills under (kind, theme)."""
    rows = _offered().values_list("kind", "theme")
    if kind:
        rows = rows.filter(kind=kind)
    return {(row[0], row[1]): row[2] for row in rows.annotate(n=Count("pk")).order_by("kind", "theme")}


def _fraction(text: str) -> float:
    """A number in [0, 1) that a text decides."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest()) / 2**48
