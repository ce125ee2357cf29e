"""What a match between two players says, as JSON fields and as sentences, with the bars it is held to."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.engine import ENGINE_VERSION
from trainer.engine.matches import Figure, Match
from trainer.engine.rule_sets import BASE

# The share of deals that the first player must win under the base rules. A bar is met
# when the estimate is not below it by more than one standard error.
BARS = {
    ("net", "tips"): 0.62,
    ("strong", "tips"): 0.69,
    ("strong", "net"): 0.54,
    ("strong", "ismcts"): 0.60,
}


def figures(match: Match) -> dict[str, object]:
    """The fields of `match --json`; standard errors are null for a single deal."""
    bar = bar_of(match)
    return {
        "first": match.first,
        "second": match.second,
        "rule_set": match.rule_set.id,
        "deals": match.deals,
        "seed": match.seed,
        "share": match.share.mean,
        "share_se": match.share.se,
        "margin": match.margin.mean,
        "margin_se": match.margin.se,
        "decision_micros": {"first": match.micros[0], "second": match.micros[1]},
        "bar": bar,
        "bar_met": None if bar is None else is_met(match.share, bar),
        "engine": ENGINE_VERSION,
    }


def sentences(match: Match) -> Iterator[str]:
    """The same for people, one line each."""
    yield f"{match.first} against {match.second}: {match.deals} deals played twice, rules {match.rule_set}"
    yield f"  deals won    {_percent(match.share)} (one standard error)"
    yield f"  trick margin {_tricks(match.margin)} a deal"
    for name, micros in zip((match.first, match.second), match.micros, strict=True):
        yield f"  {name}: {micros:.1f} µs of CPU time a decision of phase one"
    bar = bar_of(match)
    if bar is not None:
        yield f"  bar {100 * bar:.0f} %: {'met' if is_met(match.share, bar) else 'missed'}"


def bar_of(match: Match) -> float | None:
    """The share that the first player is held to, None without one."""
    return BARS.get((match.first, match.second)) if match.rule_set == BASE else None


def is_met(share: Figure, bar: float) -> bool:
    """Whether the share is not below the bar by more than one standard error."""
    return share.mean + (share.se or 0.0) >= bar


def _percent(figure: Figure) -> str:
    return f"{100 * figure.mean:.1f} %" + ("" if figure.se is None else f" ± {100 * figure.se:.1f}")


def _tricks(figure: Figure) -> str:
    return f"{figure.mean:+.2f}" + ("" if figure.se is None else f" ± {figure.se:.2f}")
