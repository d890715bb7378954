"""Intervals by resampling: the same for a seed, near the textbook's, and honest about gaps."""

import numpy as np
import pytest
from scipy.stats import norm

from annotator.measures.agreement import krippendorff_alpha
from annotator.measures.bootstrap import (
    Interval,
    bootstrap_columns,
    bootstrap_interval,
    bootstrap_sums,
)
from annotator.measures.coding import code_ratings
from annotator.measures.undefined import UndefinedMeasureError


def _mean(units: list[float]) -> float:
    return sum(units) / len(units)


def _share_of_sums(sums: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[:, 0] / sums[:, 1]


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    units = [0.1 * each for each in range(40)]
    assert bootstrap_interval(_mean, units, seed=7) == bootstrap_interval(_mean, units, seed=7)
    assert bootstrap_interval(_mean, units, seed=7) != bootstrap_interval(_mean, units, seed=8)


def test_a_negative_seed_is_a_seed() -> None:
    units = [0, 1, 2, 3]
    assert bootstrap_interval(_mean, units, seed=-1, resamples=50) == bootstrap_interval(
        _mean, units, seed=-1, resamples=50
    )


def test_the_interval_of_a_mean_is_near_the_normal_one() -> None:
    units = np.array([0] * 300 + [1] * 100)
    half = norm.ppf(0.95) * np.sqrt(0.25 * 0.75 / 400)
    found = bootstrap_interval(np.mean, units, seed=3, confidence=0.9)
    assert found.low == pytest.approx(0.25 - half, abs=0.006)
    assert found.high == pytest.approx(0.25 + half, abs=0.006)


def test_sums_give_the_interval_that_resampling_units_gives() -> None:
    totals = np.array([[0, 1]] * 300 + [[1, 1]] * 100)
    by_units = bootstrap_interval(
        lambda units: float(units[:, 0].sum() / units[:, 1].sum()), totals, seed=3
    )
    by_sums = bootstrap_sums(_share_of_sums, totals, seed=3)
    assert by_sums.low == pytest.approx(by_units.low, abs=0.005)
    assert by_sums.high == pytest.approx(by_units.high, abs=0.005)


def test_the_order_of_units_does_not_matter_to_sums() -> None:
    totals = np.array([[each % 3, 2] for each in range(50)])
    assert bootstrap_sums(_share_of_sums, totals, seed=1) == bootstrap_sums(
        _share_of_sums, totals[::-1], seed=1
    )


def test_an_interval_of_all_resamples_has_ends_among_the_units() -> None:
    assert bootstrap_interval(_mean, [5.0, 5.0], seed=1) == Interval(5.0, 5.0, 2000, 0)


def test_resamples_without_a_value_are_counted_and_left_out() -> None:
    # Two units: a quarter of the resamples has the first one twice, and no value then.
    def measure(units: list[int]) -> float:
        if sum(units) == 0:
            raise UndefinedMeasureError("nothing there")
        return sum(units) / 2

    found = bootstrap_interval(measure, [0, 1], seed=5, resamples=400)
    assert (found.low, found.high, found.resamples) == (0.5, 1.0, 400)
    assert found.undefined == pytest.approx(100, abs=30)
    by_sums = bootstrap_sums(_share_of_sums, np.array([[0, 0], [1, 1]]), seed=5, resamples=400)
    assert (by_sums.low, by_sums.high, by_sums.resamples) == (1, 1, 400)
    assert by_sums.undefined == pytest.approx(100, abs=30)


def test_ratings_are_resampled_as_a_list_or_coded_alike() -> None:
    ratings = [["C", "C", "W"], ["W", "W", "W"], ["C", None, "C"], ["C_d", "C", "W"]] * 5
    assert bootstrap_interval(krippendorff_alpha, ratings, seed=2, resamples=200) == (
        bootstrap_interval(krippendorff_alpha, code_ratings(ratings), seed=2, resamples=200)
    )


def test_without_units_or_values_there_is_no_interval() -> None:
    with pytest.raises(UndefinedMeasureError, match="nothing to resample"):
        bootstrap_interval(_mean, [], seed=1)
    with pytest.raises(UndefinedMeasureError, match="nothing to resample"):
        bootstrap_sums(_share_of_sums, np.zeros((0, 2)), seed=1)
    with pytest.raises(UndefinedMeasureError, match="any resample"):
        bootstrap_interval(krippendorff_alpha, [["C", "C"], ["C", "C"]], seed=1, resamples=20)
    with pytest.raises(ValueError, match="between 0 and 1"):
        bootstrap_interval(_mean, [1, 2], seed=1, confidence=95)


def test_measures_that_are_resampled_together_have_the_intervals_they_have_alone() -> None:
    totals = np.array([[0, 1, 3], [1, 1, 0], [1, 2, 5]] * 20)

    def both(sums: np.ndarray) -> np.ndarray:
        return np.column_stack([sums[:, 0] / sums[:, 1], sums[:, 2] / sums[:, 1]])

    found = bootstrap_columns(both, totals, seed=9)
    assert found == [
        bootstrap_sums(lambda sums: both(sums)[:, 0], totals, seed=9),
        bootstrap_sums(lambda sums: both(sums)[:, 1], totals, seed=9),
    ]
