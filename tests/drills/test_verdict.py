"""What the verdict draws: bands and scales, touching cards together, exact and counted results."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from trainer.accounts.models import Learner
from trainer.drills.models import Attempt, Drill, DrillVersion
from trainer.drills.plots import bars, plot
from trainer.drills.services import record_attempt
from trainer.drills.verdict_view import VerdictView, verdict_view
from trainer.engine.results import Estimate

ROUNDED = 0.2  # places are written to a tenth of a per cent


def estimate(tricks: float, se: float = 0.1) -> Estimate:
    return Estimate(tricks, se, 0.5, 0.02, 500)


def share(text: str) -> float:
    return float(text.removesuffix("%"))


def test_dots_lie_on_their_bands_and_keep_their_order() -> None:
    figure = plot([estimate(7.1), estimate(6.8), estimate(6.4, 0.05)])
    for dot in figure.dots:
        middle = share(dot.band_x) + share(dot.band_width) / 2
        assert middle == pytest.approx(share(dot.x), abs=ROUNDED)
        assert 0 <= share(dot.band_x) <= share(dot.band_x) + share(dot.band_width) <= 100
    assert [share(dot.x) for dot in figure.dots] == sorted(
        (share(dot.x) for dot in figure.dots), reverse=True
    )
    assert share(figure.dots[0].band_width) == pytest.approx(
        2 * share(figure.dots[2].band_width), abs=ROUNDED
    )


def test_values_are_written_with_their_intervals() -> None:
    with override("nb"):
        dot = plot([estimate(7.1)]).dots[0]
    assert (dot.value, dot.interval) == ("7,1", "6,9–7,3")


@pytest.mark.parametrize(
    ("tricks", "shown"), [([7.1, 6.2], True), ([6.5, 6.4], True), ([3.8, 3.6], False), ([10.3, 8.7], True)]
)
def test_seven_tricks_are_drawn_where_they_leave_room(tricks: list[float], shown: bool) -> None:
    figure = plot([estimate(number) for number in tricks])
    assert figure.has_seven is shown
    strong = [mark for mark in figure.marks if mark.strong]
    assert len(strong) == shown
    assert all(0 < share(mark.x) < 100 for mark in figure.marks)


def test_seven_tricks_are_left_out_where_all_26_count() -> None:
    assert not plot([estimate(7.1), estimate(6.9)], with_seven=False).has_seven


def test_a_counted_result_has_no_interval_and_a_played_out_one_always() -> None:
    found = [estimate(6.0, 0), estimate(6.5, 0)]
    figure = plot(found, enumerated=True)
    assert [dot.interval for dot in figure.dots] == ["", ""]
    assert {dot.band_width for dot in figure.dots} == {"0.0%"}
    with override("nb"):
        assert [dot.interval for dot in plot(found).dots] == ["6,0–6,0", "6,5–6,5"]


def test_bars_start_at_zero() -> None:
    gain, cost, nothing = bars([0.8, -0.4, 0.0])
    assert gain.x == gain.zero == nothing.x
    assert share(cost.x) + share(cost.width) == pytest.approx(share(cost.zero), abs=ROUNDED)
    assert share(gain.width) == pytest.approx(2 * share(cost.width), abs=ROUNDED)
    assert (gain.positive, cost.positive) == (True, False)


def view(version: DrillVersion, key: str) -> VerdictView:
    attempt = record_attempt(Learner.objects.create(), version, 0, key).attempt
    with override("nb"):
        return verdict_view(Attempt.objects.select_related("version__drill").get(pk=attempt.pk))


def with_facts(
    version: DrillVersion, choices: dict[str, object] | None = None, **facts: object
) -> DrillVersion:
    fields = {name: getattr(version, name) for name in ("rule_set", "question", "position")}
    new = DrillVersion.objects.create(
        drill=version.drill,
        number=version.number + 1,
        choices=choices or version.choices,
        facts={**version.facts, **facts},
        **fields,
    )
    return DrillVersion.objects.select_related("drill").get(pk=new.pk)


def test_touching_cards_share_a_row(follow: DrillVersion) -> None:
    shown = view(with_facts(follow, groups=[["SK"], ["SJ"], ["S5", "S2"]]), "S2")
    assert [[result.choice.key for result in row.results] for row in shown.estimate_rows] == [
        ["S5", "S2"],
        ["SJ"],
        ["SK"],
    ]
    assert shown.estimate_rows[0].result.own
    assert shown.has_groups


def test_every_card_has_a_row_where_none_touch(follow: DrillVersion) -> None:
    shown = view(follow, "SK")
    assert len(shown.estimate_rows) == 4
    assert not shown.has_groups
    assert shown.cost == "0,6"
    assert [result.label for result in shown.results] == ["Best", "Best", "", "Ditt kort"]


def test_ending_shows_one_row_for_each_number_of_tricks(ending: DrillVersion) -> None:
    shown = view(ending, "C2")
    assert [(row.tricks, len(row.results)) for row in shown.exact_rows] == [(7, 9), (6, 4)]
    assert [row.result.label for row in shown.exact_rows] == ["Best", "Ditt kort"]
    assert sum(won for _x, won in shown.exact_rows[0].pips) == 7
    assert shown.method == () and shown.marks == ()


def test_counted_possibilities_have_no_margin(follow: DrillVersion) -> None:
    choices = {
        key: {**numbers, "se": 0, "win_se": 0, "loss_se": 0} for key, numbers in follow.choices.items()
    }
    shown = view(with_facts(follow, choices, worlds=9, method="enumerated"), "SK")
    assert not shown.has_bands
    assert "alle 9 mulighetene" in shown.method[0].words()
    assert len(shown.method) == 1
    assert all("±" not in f"{result.numbers}" for result in shown.results)


def test_deals_played_out_that_all_agree_are_still_a_sample(follow: DrillVersion) -> None:
    choices = {
        key: {**numbers, "se": 0, "win_se": 0, "loss_se": 0} for key, numbers in follow.choices.items()
    }
    shown = view(with_facts(follow, choices, worlds=800, method="rollouts"), "SK")
    assert shown.has_bands
    assert "800 ganger" in shown.method[0].words()
    numbers = [result.numbers for result in shown.results if result.numbers]
    assert len(numbers) == 4
    assert all("±\xa00,1" in row.tricks and "±\xa01\xa0%" in row.win for row in numbers)


def test_method_names_the_belief_and_the_policy(follow: DrillVersion) -> None:
    said = " ".join(sentence.words() for sentence in view(with_facts(follow, policy="weighed"), "SK").method)
    assert "trukket jevnt" in said and "vanlige rådene" in said
    said = " ".join(sentence.words() for sentence in view(follow, "SK").method)
    assert "vanlige rådene" not in said and "mot sterkt spill" in said and "trukket jevnt" in said


def test_method_says_when_both_beliefs_agree(follow: DrillVersion) -> None:
    both = with_facts(follow, inferred={"gap": 0.6, "gap_se": 0.05})
    said = " ".join(sentence.words() for sentence in view(both, "SK").method)
    assert "uansett hvordan" in said and "trukket jevnt" not in said


def test_seven_outside_the_figure_is_said(drills: dict[str, Drill], follow: DrillVersion) -> None:
    choices = {key: {**numbers, "tricks": numbers["tricks"] - 4} for key, numbers in follow.choices.items()}
    assert view(with_facts(follow, choices), "SK").seven_outside
    assert not view(follow, "SK").seven_outside


def test_only_one_side_of_the_hand_is_marked_off(follow: DrillVersion) -> None:
    hand = view(follow, "SK").hand
    assert sum(held.legal for held in hand) == 4
    assert [str(held.card) for held in hand if held.mark == "best"] == ["S5", "S2"]
    assert [str(held.card) for held in hand if held.mark == "mine"] == ["SK"]
