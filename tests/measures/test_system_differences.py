"""Differences between several systems: intervals that hold at once."""

from itertools import combinations

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from annotator.measures.intervals import LEAST_COMPARED
from annotator.measures.resampled_scores import Replicates, draws, mean_replicates
from annotator.measures.simultaneous import (
    LEAST_APART,
    confidence_for,
    influences,
    joint_confidence,
    pairs_of_means,
    pairs_of_resamples,
)
from annotator.measures.system_differences import System, compare_systems
from tests.size import examples

F1 = "long-best-threshold-f1"


def system_of(values: np.ndarray, name: str = "x") -> System:
    """A system whose score is a mean."""
    return System({name: float(values.mean())}, mean_replicates({name: values}))


def right_on(number: int, units: int = 200) -> np.ndarray:
    return (np.arange(units) < number) * 1.0


def test_two_systems_have_students_interval_of_their_difference() -> None:
    hard = np.random.default_rng(5).random(300)
    better, worse = (hard < 0.7) * 1.0, (hard < 0.6) * 1.0
    comparison = compare_systems([system_of(better), system_of(worse)])
    difference, paired = comparison.between(0, 1)["x"]
    assert difference == pytest.approx((better - worse).mean())
    assert paired.low is not None
    assert paired.high is not None
    apart = np.count_nonzero(better != worse)
    error = (better - worse).std() / np.sqrt(300)
    quantile = scipy.stats.t.ppf(0.975, 2 * apart)
    assert comparison.confidence == pytest.approx(0.95, abs=0.01)
    assert (paired.high - paired.low) / 2 == pytest.approx(quantile * error, rel=0.1)
    back, other = comparison.between(1, 0)["x"]
    assert (back, other.low, other.high) == (-difference, -paired.high, -paired.low)
    with pytest.raises(ValueError, match="not the same"):
        compare_systems([system_of(better), system_of(worse[:9])])


def test_a_difference_takes_ten_examples_on_which_the_two_differ() -> None:
    for apart, is_shown in ((6, False), (16, True)):
        one, other = system_of(right_on(100)), system_of(right_on(100 + apart))
        found = compare_systems([one, other]).between(1, 0)["x"][1]
        assert (found.low is not None) is is_shown
        if not is_shown:
            assert found.withheld is not None
            assert found.withheld.reason.startswith(
                "An interval needs 10 examples on which the two differ; there are about "
            )
    same = compare_systems([one, one]).between(0, 1)["x"]
    assert (same[0], same[1].low, same[1].withheld and same[1].withheld.have) == (0.0, None, 0)


@pytest.mark.parametrize("name", ["x", F1])
def test_few_examples_have_no_interval_of_a_difference(name: str) -> None:
    for units, is_shown in ((LEAST_COMPARED - 1, False), (LEAST_COMPARED, True)):
        both = [system_of(right_on(number, units), name) for number in (5, 25)]
        found = compare_systems(both).between(0, 1)[name][1]
        assert (found.low is not None) is is_shown
        if found.withheld:
            assert (found.withheld.have, found.withheld.need) == (units, LEAST_COMPARED)


def test_scores_without_an_interval_have_none_of_their_difference() -> None:
    name = "long-best-threshold-precision"
    both = [system_of(right_on(number), name) for number in (10, 60)]
    difference, interval = compare_systems(both).between(1, 0)[name]
    assert (difference, interval.low) == (0.25, None)


def test_systems_are_compared_in_the_metrics_that_both_have() -> None:
    both = System({"x": 0.5, "y": 0.5}, mean_replicates({"x": right_on(100), "y": right_on(100)}))
    comparison = compare_systems([system_of(right_on(40)), both, system_of(right_on(60))])
    assert comparison.between(0, 1).keys() == comparison.between(1, 2).keys() == {"x"}
    assert comparison.metrics["y"].places == [1]


@examples(25, 200)
@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=4, max_size=30))
def test_pairs_of_means_are_those_of_their_differences(rows: list[list[int]]) -> None:
    values = np.array(rows, dtype=np.float64)
    pairs = pairs_of_means(values)
    for one, other in combinations(range(3), 2):
        each = values[:, one] - values[:, other]
        error = each.std(ddof=1) / np.sqrt(len(each))
        assert pairs.errors[one, other] == pytest.approx(error)
        if error > 1e-9:
            added = each - each.mean()
            apart = (added**2).sum() ** 2 / (added**4).sum() * (len(each) / (len(each) - 1)) ** 2
            expected = min(max(apart, 1), len(each))
            assert pairs.apart[one, other] == pytest.approx(expected)
        else:
            assert pairs.apart[one, other] == 0


@pytest.mark.parametrize("apart", [5, 10, 20, 40])
def test_resamples_tell_on_how_many_examples_two_systems_differ(apart: int) -> None:
    """Half of them for one, half for the other; 1,000 resamples tell it to about an eighth."""
    one = right_on(500, 1000)
    other = one.copy()
    other[: apart // 2] = 0
    other[500 : 500 + apart - apart // 2] = 1
    replicates = np.column_stack(
        [mean_replicates({"x": each}).values["x"] for each in (one, other)]
    )
    found = pairs_of_resamples(replicates, influences(replicates, draws(1000)))
    assert found.apart[0, 1] == pytest.approx(apart, rel=0.3)
    assert found.errors[0, 1] == pytest.approx(np.sqrt(apart) / 1000, rel=0.1)


def test_what_an_example_adds_is_its_part_of_the_mean() -> None:
    values = np.random.default_rng(4).random((50, 2))
    blocks = list(draws(50))
    replicates = np.concatenate([block @ values / 50 for block in blocks])
    added = influences(replicates, iter(blocks))
    expected = (values - values.mean(axis=0)) / 50
    noise = replicates.std(axis=0) / np.sqrt(len(replicates))
    assert np.abs(added - expected).max() < 5 * noise.max()


def test_the_joint_level_of_independent_differences_is_sidaks() -> None:
    """Six pairs of systems, each pair in a metric of its own."""
    draw = np.random.default_rng(6)
    metrics = [
        (values, pairs_of_means(values))
        for values in (draw.standard_normal((20_000, 2)) for _ in range(6))
    ]
    assert joint_confidence(metrics) == pytest.approx(0.95 ** (1 / 6), abs=0.001)
    # Six times the same one is one.
    assert joint_confidence(metrics[:1] * 6) == pytest.approx(0.95, abs=0.005)
    assert joint_confidence([]) == pytest.approx(0.95)


def test_the_joint_level_of_equal_systems_is_that_of_the_studentized_range() -> None:
    """Tukey's, for all pairs of ten independent systems."""
    values = np.random.default_rng(7).standard_normal((20_000, 10))
    found = joint_confidence([(values, pairs_of_means(values))])
    quantile = scipy.stats.norm.ppf((1 + found) / 2)
    expected = scipy.stats.studentized_range.ppf(0.95, 10, np.inf) / np.sqrt(2)
    assert quantile == pytest.approx(expected, rel=0.01)


@examples(25, 200)
@given(st.integers(1, 500))
def test_the_level_of_a_number_of_comparisons_is_bonferronis(number: int) -> None:
    alone = 1 - confidence_for(number)
    [_, _, _, expected] = multipletests(np.full(number, 0.5), alpha=0.05, method="bonferroni")
    assert alone == pytest.approx(expected)


def test_pairs_without_an_interval_do_not_count_for_the_level() -> None:
    draw = np.random.default_rng(8)
    two = draw.standard_normal((2_000, 2))
    nearly = np.column_stack([two, two[:, 1]])
    nearly[: int(LEAST_APART) - 2, 2] += 1
    level = joint_confidence([(two, pairs_of_means(two))])
    with_third = joint_confidence([(nearly, pairs_of_means(nearly))])
    # Only its difference from the first one has an interval, nearly that of the second.
    assert with_third == pytest.approx(level, abs=0.003)


@pytest.mark.long
def test_few_tables_of_ten_equal_systems_have_something_in_bold() -> None:
    """Fixed seeds. Of 400 tables, 5% are 20, with a standard error of 4.4."""
    runs, alone, at_once = 400, 0, 0
    for run in range(runs):
        draw = np.random.default_rng([10, run])
        hard = draw.random(200)
        systems = [system_of((draw.random(200) > hard) * 1.0) for _ in range(10)]
        comparison = compare_systems(systems)
        pairs = comparison.metrics["x"].pairs
        at_once += any(
            (low is not None and low > 0) or (high is not None and high < 0)
            for one, other in combinations(range(10), 2)
            for low, high, _ in [comparison.between(one, other)["x"][1]]
        )
        means = np.array([each.scores["x"] for each in systems])
        alone += bool(np.any(np.abs(means[:, None] - means) > 1.96 * pairs.errors + 1e-9))
    assert alone > 0.5 * runs
    assert at_once <= 20 + 2 * 4.4


def test_a_difference_allows_for_the_choice_of_each_systems_threshold() -> None:
    """The resamples of one exceed its score by 0.03 on average, those of the other by 0.01: so
    resamples say that 0.1 is 0.02 too great. The other end stays.
    """
    noise = mean_replicates({"x": np.random.default_rng(9).random(200)}).values["x"]
    noise -= noise.mean()
    chosen = System({F1: 0.6}, Replicates(200, {F1: 0.63 + noise}))
    other = System({F1: 0.5}, Replicates(200, {F1: 0.51 - noise}))
    fixed = System({F1: 0.6}, Replicates(200, {F1: 0.61 + noise}))
    difference, found = compare_systems([chosen, other]).between(0, 1)[F1]
    assert difference == pytest.approx(0.1)
    _, alike = compare_systems([fixed, other]).between(0, 1)[F1]
    _, back = compare_systems([chosen, other]).between(1, 0)[F1]
    ends = [each for interval in (found, alike, back) for each in interval[:2]]
    low, high = alike[:2]
    assert low is not None
    assert high is not None
    assert ends == pytest.approx([low - 0.02, high, low, high, -high, -low + 0.02])
    assert (low + high) / 2 == pytest.approx(0.1)
