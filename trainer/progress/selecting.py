"""Choosing the drills of a session: due reviews first, then drills about as hard as the learner is strong.

Of drills with two sides ("win or let go") 35 to 65 per cent have their answer on the one, so that knowing
the set tells nothing about its drills. That holds for every session that new drills are chosen for, ten in
all, as long as drills of the rarer side or without sides are left. One or three drills with sides can't
keep it: where others are left there are two instead, or four. It does not hold where the set is given:
of what is the last of its kind, and of reviews, which come back for having been missed; the other cards
that a first review asks for are chosen by side as well. Chance comes in with a seed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import cycle
from random import Random

from django.db.models import F, Max

from trainer.accounts.models import Learner
from trainer.drills.holding import MOST_OF_ONE_SIDE
from trainer.drills.mastery import Level, mastery_of
from trainer.drills.models import Attempt, DrillVersion
from trainer.drills.picking import Pick
from trainer.drills.queries import drills_for
from trainer.drills.withholding import told
from trainer.progress.mixes import SIZE, Mix, Mode
from trainer.progress.models import AREAS_OF_KINDS, AreaRating
from trainer.progress.ratings import NEW_LEARNER, new_drill
from trainer.progress.reviewing import todays_queue

WEAK_THEMES_AT_ONCE = 3
BELOW_OWN = 100.0  # so much easier than the learner is strong: about two of three are then right
JITTER = 120.0  # so that two learners of the same strength do not meet the same ten
# How often the kinds come in ten new drills of all kinds.
_TURNS = ("follow", "ending", "rules", "follow", "lead", "follow", "memory", "follow", "ending", "rules")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A drill that may come: its version, where it belongs, and how hard it has proved."""

    drill: int
    version: int
    kind: str
    theme: str
    side: str
    rating: float


@dataclass(frozen=True, slots=True)
class Chosen:
    """A drill of a session; `review_of` is the missed drill that it reviews."""

    version: int
    side: str
    review_of: int | None = None


@dataclass(slots=True)
class _Pool:
    """What there is to choose from: all candidates by drill, and those that are new to the learner."""

    all: dict[int, Candidate]
    answered: dict[int, int]  # version → how long ago it was answered, in order
    strength: dict[str, float]
    rng: Random

    @property
    def new(self) -> list[Candidate]:
        return [each for each in self.all.values() if each.version not in self.answered]


def select(learner: Learner, mix: Mix, today: date, seed: str) -> list[Chosen]:
    """The drills of a new session in their order; fewer than ten where there are no more."""
    pool = _pool(learner, _meant(learner, mix), seed)
    if mix.mode is Mode.ROUND:
        return _round(pool)
    queue = todays_queue(learner, today)
    due = [(row.drill_id, row.repeats) for row in queue.reviews if row.drill_id in pool.all]
    chosen = _reviews(pool, due[:SIZE])
    if mix.mode is Mode.REVIEWS:
        return chosen
    return chosen + _new_drills(pool, chosen)


def _meant(learner: Learner, mix: Mix) -> Mix:
    """The mix with its themes, where these are the learner's weak ones."""
    if mix.mode is not Mode.WEAK:
        return mix
    themes = tuple(f"{kind}.{theme}" for kind, theme in weak_themes(learner))
    return Mix(mix.mode, Pick(themes=themes, level=mix.pick.level), mix.rules)


def weak_themes(learner: Learner) -> list[tuple[str, str]]:
    """Kind and theme of those that go worst, by the mastery of their latest answers; one query."""
    known = mastery_of(told(Attempt.objects.filter(learner=learner), learner))
    rows = [(each.right / each.answered, key) for key, each in known.items() if each.level is not Level.KNOWN]
    return [key for _share, key in sorted(rows)[:WEAK_THEMES_AT_ONCE]]


def _pool(learner: Learner, mix: Mix, seed: str) -> _Pool:
    """Three queries, whatever the number of drills and answers."""
    rows = drills_for(mix.pick, mix.rules.rule_set).values_list(
        "pk", "current", "kind", "theme", "current__side", "rating__rating", "difficulty"
    )
    candidates = (
        Candidate(pk, version, kind, theme, side or "", rating or new_drill(difficulty).rating)
        for pk, version, kind, theme, side, rating, difficulty in rows.order_by("public_id")
    )
    answered = (
        Attempt.objects.filter(learner=learner, version__drill__current=F("version"))
        .values_list("version")
        .annotate(last=Max("answered_at"))
        .order_by("last")
    )
    strength = dict(AreaRating.objects.filter(learner=learner).values_list("area", "rating"))
    return _Pool(
        {each.drill: each for each in candidates},
        {version: place for place, (version, _last) in enumerate(answered)},
        {kind: strength.get(area, NEW_LEARNER.rating) for kind, area in AREAS_OF_KINDS.items()},
        Random(seed),
    )


def _reviews(pool: _Pool, due: Sequence[tuple[int, int]]) -> list[Chosen]:
    """The first review of a missed drill asks another drill of its theme, a later one the drill itself."""
    left = [each for each in pool.new if each.drill not in {drill for drill, _repeats in due}]
    sides = [pool.all[drill].side for drill, repeats in due if repeats]
    chosen: list[Chosen] = []
    for drill, repeats in due:
        missed = pool.all[drill]
        others = [each for each in left if (each.kind, each.theme) == (missed.kind, missed.theme)]
        asked = missed
        if others and not repeats:
            asked = _nearest(pool, _of_rarer_side(others, sides), missed.rating)
            left.remove(asked)
        if not repeats:
            sides.append(asked.side)
        chosen.append(Chosen(asked.version, asked.side, drill))
    return chosen


def _of_rarer_side(candidates: Sequence[Candidate], sides: Sequence[str]) -> Sequence[Candidate]:
    """Those on the side that has come less often, or all where both are even or there are none of it."""
    rarer = _rarer([side for side in sides if side])
    return [each for each in candidates if not each.side or not rarer or each.side == rarer] or candidates


def _nearest(pool: _Pool, candidates: Collection[Candidate], rating: float) -> Candidate:
    return min(candidates, key=lambda each: abs(each.rating - rating) + pool.rng.uniform(0, JITTER))


def _new_drills(pool: _Pool, before: Sequence[Chosen]) -> list[Chosen]:
    """New drills after those chosen before, in a mixed order, each about as hard as the learner is strong."""
    taken = {each.version for each in before}
    by_kind: dict[str, list[Candidate]] = {}
    for each in pool.new:
        if each.version not in taken:
            by_kind.setdefault(each.kind, []).append(each)
    by_kind = {kind: _by_strength(pool, candidates) for kind, candidates in by_kind.items()}
    chosen: list[Candidate] = []
    for kind in _turns(by_kind, SIZE - len(before)):
        chosen.append(_take(by_kind[kind], _sides(before, chosen)))
    _even_out(before, chosen, by_kind)
    pool.rng.shuffle(chosen)
    return [Chosen(each.version, each.side) for each in chosen]


def _by_strength(pool: _Pool, candidates: Collection[Candidate]) -> list[Candidate]:
    """Candidates of one kind, those first that are about as hard as the learner is strong."""
    scored = [
        (abs(each.rating - pool.strength[each.kind] + BELOW_OWN) + pool.rng.uniform(0, JITTER), each.version)
        for each in candidates
    ]
    by_version = {each.version: each for each in candidates}
    return [by_version[version] for _score, version in sorted(scored)]


def _turns(by_kind: dict[str, list[Candidate]], count: int) -> Iterable[str]:
    """The kinds of the next drills, as long as there are any."""
    left = {kind: len(candidates) for kind, candidates in by_kind.items()}
    turns = [kind for kind in _TURNS if kind in left]
    for kind in cycle(turns) if turns else ():
        if count <= 0 or not any(left.values()):
            return
        if left[kind]:
            left[kind] -= 1
            count -= 1
            yield kind


def _sides(before: Sequence[Chosen], chosen: Sequence[Candidate]) -> list[str]:
    return [side for side in (*(each.side for each in before), *(each.side for each in chosen)) if side]


def _even_out(before: Sequence[Chosen], chosen: list[Candidate], by_kind: dict[str, list[Candidate]]) -> None:
    """While a side is too common, one among three for example, give up a drill of it for one without sides;
    where only reviews are on it, one without sides for one of the other side."""
    spare = [each for candidates in by_kind.values() for each in candidates]
    while (sides := _sides(before, chosen)) and _too_common(sides):
        common = max(set(sides), key=sides.count)
        given_up = [each for each in chosen if each.side == common]
        wanted = [each for each in spare if not each.side]
        if not given_up:
            given_up = [each for each in chosen if not each.side]
            wanted = [each for each in spare if each.side not in {"", common}]
        if not given_up or not wanted:
            return
        chosen[chosen.index(given_up[-1])] = wanted[0]
        spare.remove(wanted[0])


def _too_common(sides: Sequence[str]) -> bool:
    most = max(sides.count(side) for side in set(sides))
    return 100 * most > MOST_OF_ONE_SIDE * len(sides)


def _take(candidates: list[Candidate], sides: Sequence[str]) -> Candidate:
    """The first candidate of the side that has come less often; without a side where both are even."""
    found = _of_rarer_side(candidates, sides)[0]
    candidates.remove(found)
    return found


def _rarer(sides: Sequence[str]) -> str:
    """The side that has come less often; nothing where both have come as often."""
    win, duck = DrillVersion.Side.WIN, DrillVersion.Side.DUCK
    wins = sides.count(win)
    return "" if 2 * wins == len(sides) else duck if 2 * wins > len(sides) else win


def _round(pool: _Pool) -> list[Chosen]:
    """New drills in any order; then those answered longest ago."""
    new = pool.new
    pool.rng.shuffle(new)
    known = [each for each in pool.all.values() if each.version in pool.answered]
    known.sort(key=lambda each: pool.answered[each.version])
    chosen = (new + known)[:SIZE]
    pool.rng.shuffle(chosen)
    return [Chosen(each.version, each.side) for each in chosen]
