"""Results say how certain they are."""

import pytest

from trainer.engine.results import Estimate, Exact


def test_an_estimate_shows_two_standard_errors():
    estimate = Estimate(6.5, 0.04, 0.51, 0.01, worlds=2000)
    assert (estimate.margin, estimate.win_margin) == (0.08, 0.02)


def test_an_exact_result_is_no_estimate():
    assert Exact(7) != Estimate(7.0, 0.0, 1.0, 0.0, worlds=1)
    assert not hasattr(Exact(7), "margin")


@pytest.mark.parametrize("tricks", [-1, 14])
def test_an_ending_has_0_to_13_tricks(tricks):
    with pytest.raises(ValueError, match=f"{tricks} tricks"):
        Exact(tricks)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((6.0, 0.1, 0.5, 0.01, 0), "0 worlds"),
        ((6.0, -0.1, 0.5, 0.01, 10), "standard error is negative"),
        ((6.0, 0.1, 0.5, -0.01, 10), "standard error is negative"),
        ((-0.1, 0.1, 0.5, 0.01, 10), "outside"),
        ((6.0, 0.1, 1.5, 0.01, 10), "outside"),
    ],
)
def test_impossible_estimates_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        Estimate(*values)
