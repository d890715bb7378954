"""Footnote 11: solved, against SciPy's beta distribution and against drawing all annotations."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.special import betaincinv
from scipy.stats import binom

from annotator.measures.bayes_threshold import (
    answer_is_right,
    bayes_threshold,
    null_is_right,
    pays_off,
    threshold_given_null,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from tests.measures.h_beta import h_beta

SIZES = st.integers(1, 9).flatmap(lambda k: st.tuples(st.just(k), st.integers(1, k)))


def _by_drawing(gamma: float, null: float, k: int, beta: int) -> tuple[float, float]:
    # Each other answer is the same one here: it is no l*, and that is all that counts.
    chances = {"l*": gamma, None: null, "other": 1 - gamma - null}
    right = {"l*": 0.0, None: 0.0}
    for drawn in product(chances, repeat=k):
        chance = float(np.prod([chances[each] for each in drawn]))
        for label in right:
            right[label] += chance * h_beta(drawn, label, beta)
    return right["l*"], right[None]


def test_the_threshold_of_footnote_11() -> None:
    found = bayes_threshold(5, 2)
    assert found == pytest.approx(0.31381, abs=5e-6)
    null = 1 - found
    assert null**5 + 5 * null**4 * (1 - null) == pytest.approx(0.5, abs=1e-12)


@given(size=SIZES)
def test_the_threshold_is_the_median_of_a_beta_distribution(size: tuple[int, int]) -> None:
    k, beta = size
    assert bayes_threshold(k, beta) == pytest.approx(betaincinv(beta, k - beta + 1, 0.5), abs=1e-9)


@given(size=SIZES, null=st.floats(0, 1))
def test_null_is_right_as_often_as_the_binomial_says(size: tuple[int, int], null: float) -> None:
    k, beta = size
    expected = binom.cdf(beta - 1, k, 1 - null)
    assert null_is_right(null, k, beta) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("k", "beta"), [(5, 2), (5, 3), (5, 1), (4, 2), (3, 3), (1, 1)])
@pytest.mark.parametrize(
    ("gamma", "null"), [(0.3, 0.7), (0.3, 0.5), (0.05, 0.2), (0.6, 0), (0, 0.4)]
)
def test_both_probabilities_are_those_of_drawing_all_annotations(
    k: int, beta: int, gamma: float, null: float
) -> None:
    expected = _by_drawing(gamma, null, k, beta)
    found = float(answer_is_right(gamma, null, k, beta)), float(null_is_right(null, k, beta))
    assert found == pytest.approx(expected, abs=1e-12)


def test_without_other_answers_one_of_the_two_is_right() -> None:
    gammas = np.linspace(0, 1, 101)
    both = answer_is_right(gammas, 1 - gammas) + null_is_right(1 - gammas)
    assert both == pytest.approx(np.ones(101), abs=1e-12)


def test_an_answer_pays_off_from_the_threshold_on_and_where_both_are_as_good() -> None:
    at = bayes_threshold()
    assert pays_off([at - 1e-6, at + 1e-6], [1 - at + 1e-6, 1 - at - 1e-6]).tolist() == [
        False,
        True,
    ]
    # One annotation: γ against γ̄, and exactly as good at a half.
    assert pays_off([0.5, 0.25, 0.5], [0.5, 0.5, 0.25], k=1, beta=1).tolist() == [True, False, True]


@given(null=st.floats(0, 1), size=SIZES)
def test_below_the_threshold_null_is_the_better_choice(null: float, size: tuple[int, int]) -> None:
    k, beta = size
    try:
        at = threshold_given_null(null, k, beta)
    except UndefinedMeasureError:
        assert not pays_off(1 - null, null, k, beta)
        assert 1 - null < bayes_threshold(k, beta) + 1e-9
        return
    assert 0 <= at <= 1 - null
    assume(1e-3 < at < 1 - null - 1e-3)
    assert pays_off(at + 1e-3, null, k, beta)
    assert not pays_off(at - 1e-3, null, k, beta)


def test_with_other_answers_less_is_enough_and_without_null_anything_is() -> None:
    at = bayes_threshold()
    assert threshold_given_null(1 - at - 1e-9) == pytest.approx(at, abs=1e-4)
    assert threshold_given_null(0.6) < at
    assert threshold_given_null(0) == 0
    with pytest.raises(UndefinedMeasureError, match="so likely"):
        threshold_given_null(0.7)


def test_what_is_no_probability_or_no_beta_is_refused() -> None:
    for gamma, null in [(1.1, 0), (0, -0.1), (float("nan"), 0)]:
        with pytest.raises(ValueError, match="between 0 and 1"):
            answer_is_right(gamma, null)
    with pytest.raises(ValueError, match="add up"):
        answer_is_right(0.6, 0.6)
    for beta in (0, 6):
        with pytest.raises(ValueError, match="β is 1 to k"):
            bayes_threshold(5, beta)
