"""Intervals over units: statsmodels' where it has them, and nothing where too little is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import kurtosis, norm, t
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint
from statsmodels.tools import add_constant

from annotator.measures.agreement import (
    fleiss_interval,
    fleiss_kappa,
    krippendorff_alpha,
    krippendorff_interval,
)
from annotator.measures.intervals import (
    Interval,
    Withheld,
    arms_interval,
    clustered_proportion,
    jackknife_interval,
    mean_interval,
    opposite,
    proportion,
    share_arms_interval,
    share_interval,
    sums_by,
    two_way_interval,
    wilson_ends,
)
from annotator.measures.undefined import UndefinedMeasureError
from tests.factories.clustered import (
    clustered_error,
    clustered_share,
    counted_share,
    freedom,
    kish,
    on_a_log_scale,
)

EXAMPLES = np.repeat(np.arange(50), [1, 2, 3, 5, 8] * 10)
RANDOM = np.random.default_rng(3)
CHANCES = RANDOM.beta(0.35, 0.36, 50)[EXAMPLES]
YES = RANDOM.random(len(EXAMPLES)) < CHANCES
SECONDS = np.exp(3 + CHANCES + RANDOM.standard_normal(len(EXAMPLES)) / 3)


@pytest.mark.parametrize(("count", "total"), [(60, 120), (75, 200), (300, 400)])
def test_a_share_that_is_never_too_rare_has_wilsons_interval(count: int, total: int) -> None:
    theirs = proportion_confint(count, total, method="wilson")
    assert proportion(count, total)[1:3] == pytest.approx(theirs, abs=1e-9)


@given(st.integers(40, 400), st.data())
def test_one_yes_or_no_of_each_unit_counts_once(total: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(5, total - 5))
    theirs = counted_share(count, total)
    units = (np.arange(total) < count).astype(float)
    assert share_interval(units, np.ones(total))[:2] == pytest.approx(theirs, abs=1e-9)
    assert proportion(count, total)[1:3] == pytest.approx(theirs, abs=1e-9)
    # Annotators who are at one are no more than one of them.
    assert share_interval(25 * units, np.full(total, 25))[:2] == pytest.approx(theirs, abs=1e-9)


def test_wilsons_interval_reaches_0_and_1_exactly_and_has_a_width_there() -> None:
    z = norm.ppf(0.975)
    # z² / (n + z²) with z = 1.959964.
    assert wilson_ends(0, 10, z) == pytest.approx((0, 3.841459 / 13.841459), abs=1e-6)
    assert wilson_ends(0, 10, z)[0] == 0
    assert wilson_ends(1, 10, z)[1] == 1


def test_a_share_of_annotations_has_the_error_that_statsmodels_gives_clusters() -> None:
    found = clustered_proportion(YES, EXAMPLES)
    assert (found.count, found.total) == (int(YES.sum()), len(YES))
    theirs = clustered_share(YES.astype(float), EXAMPLES)
    assert (found.low, found.high) == pytest.approx(theirs, abs=1e-9)


def test_the_end_of_a_rare_share_allows_for_its_being_shown() -> None:
    """Five of 139: 0.0001, by SciPy's root, where Wilson's is 0.0155: who sees five because fewer
    are not shown knows next to nothing of the lower end. The other end is Wilson's.
    """
    low, high = proportion(5, 139)[1:3]
    assert low == pytest.approx(0.0001072, abs=1e-7)
    assert high == pytest.approx(proportion_confint(5, 139, method="wilson")[1], abs=1e-9)


def test_a_mean_of_annotations_has_the_error_that_statsmodels_gives_clusters() -> None:
    found = mean_interval(*sums_by(EXAMPLES, SECONDS, np.ones(len(SECONDS))))
    mean = SECONDS.mean()
    half = t.ppf(0.975, freedom(SECONDS, EXAMPLES)) * clustered_error(SECONDS, EXAMPLES)
    assert found[:2] == pytest.approx(on_a_log_scale(mean - half, mean + half), abs=1e-9)


def test_one_value_of_each_unit_has_students_interval_of_the_logarithm() -> None:
    values = np.random.default_rng(1).random(25) * 40
    low, high = t.interval(0.95, 24, values.mean(), values.std(ddof=1) / 5)
    assert kurtosis(values, fisher=False) < 3
    expected = on_a_log_scale(low, high)
    assert mean_interval(values, np.ones(25))[:2] == pytest.approx(expected, abs=1e-9)


def test_a_mean_over_examples_and_annotators_has_the_error_of_statsmodels() -> None:
    annotators = RANDOM.integers(14, size=len(EXAMPLES))
    paces = np.exp(np.random.default_rng(2).standard_normal(14) / 2)
    values = SECONDS * paces[annotators]
    model = OLS(values, np.ones(len(values)))
    groups = np.column_stack([EXAMPLES, annotators])
    every = np.arange(len(values))
    # Each pair of groups is a cluster for statsmodels; here each annotation is.
    variance = sum(
        sign * clustered_error(values, of) ** 2
        for sign, of in ((1, EXAMPLES), (1, annotators), (-1, every))
    )
    theirs = model.fit(cov_type="cluster", cov_kwds={"groups": groups}).bse[0]
    degrees = min(
        *(freedom(values, of) for of in (EXAMPLES, annotators)),
        *(kish(np.unique(of, return_counts=True)[1]) - 1 for of in (EXAMPLES, annotators)),
    )
    half = t.ppf(0.975, degrees) * variance**0.5
    found = two_way_interval(values, EXAMPLES, annotators)
    ends = on_a_log_scale(values.mean() - half, values.mean() + half)
    assert found[:2] == pytest.approx(ends, abs=1e-9)
    assert variance**0.5 == pytest.approx(theirs, rel=0.05)


def test_a_difference_of_arms_has_the_errors_of_statsmodels() -> None:
    draw = np.random.default_rng(3)
    annotators = draw.integers(14, size=len(EXAMPLES))
    treated = draw.random(len(EXAMPLES)) < 0.4
    values = SECONDS * np.exp(np.where(treated, -0.3, 0) * annotators / 7)
    design = add_constant(treated.astype(float))

    def variance(of: NDArray[np.int64]) -> float:
        kinds = {"groups": of, "use_correction": False}
        fitted = OLS(values, design).fit(cov_type="cluster", cov_kwds=kinds)
        groups = len(np.unique(of))
        return float(fitted.bse[1] ** 2 * groups / (groups - 1))

    added = np.where(treated, values - values[treated].mean(), values[~treated].mean() - values)
    added /= np.where(treated, treated.sum(), (~treated).sum())
    of_examples, of_annotators = variance(EXAMPLES), variance(annotators)
    excess = max(0.0, of_annotators - variance(np.arange(len(values))))
    total = of_examples + excess
    degrees = total**2 / (
        of_examples**2 / _freedom_of(added, EXAMPLES) + excess**2 / _freedom_of(added, annotators)
    )
    difference = values[treated].mean() - values[~treated].mean()
    half = t.ppf(0.975, degrees) * total**0.5
    found = arms_interval(values, treated, EXAMPLES, annotators)
    assert found[:2] == pytest.approx((difference - half, difference + half), abs=1e-6)


def test_a_difference_of_arms_takes_twenty_examples_in_both() -> None:
    treated = np.arange(100) < 19
    values, people = np.arange(100.0), np.arange(100) % 12
    few = arms_interval(values, treated, np.arange(100), people)
    reason = "An interval needs 20 examples in each group; there are 19."
    assert few.withheld == Withheld(reason, 19, 20)
    assert arms_interval(values, np.arange(100) < 20, np.arange(100), people).low is not None


def _freedom_of(added: NDArray[np.float64], of: NDArray[np.int64]) -> float:
    """Satterthwaite's, from what each annotation adds."""
    sums = np.array([added[of == each].sum() for each in np.unique(of)])
    kurtosis = len(sums) * (sums**4).sum() / (sums**2).sum() ** 2
    return min(len(sums) - 1, 2 * len(sums) / (kurtosis - 1))


def test_a_difference_of_shares_takes_forty_examples_and_five_of_either_in_both_arms() -> None:
    treated = np.arange(100) < 39
    chosen, people = np.arange(100) % 2 == 0, np.arange(100) % 12
    few = share_arms_interval(chosen, treated, np.arange(100), people)
    assert few.withheld == Withheld(
        "An interval needs 40 examples in each group; there are 39.", 39, 40
    )
    treated = np.arange(100) < 50
    seldom = chosen & ~(treated & (np.arange(100) > 7))
    rare = share_arms_interval(seldom, treated, np.arange(100), people)
    assert rare.withheld is not None
    assert (rare.withheld.have, rare.withheld.need) == (4, 5)
    found = share_arms_interval(chosen, treated, np.arange(100), people)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high
    with pytest.raises(UndefinedMeasureError):
        share_arms_interval(chosen, np.ones(100, dtype=bool), np.arange(100), people)


def _votes(count: int) -> list[list[str]]:
    generator = np.random.default_rng(4)
    truths = generator.choice(["C", "C_d", "W"], size=count)
    said = generator.choice(["C", "C_d", "W"], size=(count, 4))
    knows = generator.random((count, 4)) < 0.7
    return np.where(knows, truths[:, None], said).tolist()


@pytest.mark.parametrize(
    ("measure", "interval"),
    [(fleiss_kappa, fleiss_interval), (krippendorff_alpha, krippendorff_interval)],
)
def test_coefficients_have_the_jackknifes_interval(measure, interval) -> None:  # type: ignore[no-untyped-def]
    votes = _votes(40)
    without = np.array([measure(votes[:at] + votes[at + 1 :]) for at in range(40)])
    error = np.sqrt(39 / 40 * np.sum((without - without.mean()) ** 2))
    degrees = min(39, 80 / (kurtosis(without, fisher=False) - 1))
    half = t.ppf(0.975, degrees) * error
    value = measure(votes)
    assert interval(votes)[:2] == pytest.approx((value - half, value + half), abs=1e-9)


def test_a_jackknifed_share_is_the_share_of_clusters() -> None:
    values = np.random.default_rng(5).random(50)
    without = (values.sum() - values) / 49
    found = jackknife_interval(float(values.mean()), without, share=True)
    assert found[:2] == pytest.approx(share_interval(values, np.ones(50))[:2], abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=40, max_size=90))
def test_shares_lie_within_their_intervals_and_these_within_0_and_1(
    pairs: list[tuple[int, int]],
) -> None:
    parts = np.array([min(pair) for pair in pairs])
    wholes = np.array([max(pair) for pair in pairs])
    if not wholes.any():
        return
    low, high, withheld = share_interval(parts, wholes)
    if low is None or high is None:
        assert withheld is not None
    else:
        assert 0 <= low <= parts.sum() / wholes.sum() <= high <= 1


def test_the_order_of_units_does_not_matter() -> None:
    parts, wholes = sums_by(EXAMPLES, YES, np.ones(len(YES)))
    turned = share_interval(parts[::-1], wholes[::-1])
    assert turned[:2] == pytest.approx(share_interval(parts, wholes)[:2], abs=1e-12)


def test_what_is_left_of_the_whole_has_the_interval_turned_round() -> None:
    found, rest = clustered_proportion(YES, EXAMPLES), clustered_proportion(~YES, EXAMPLES)
    assert opposite(found)[:3] == pytest.approx(rest[:3], abs=1e-12)
    assert opposite(found)[3:] == rest[3:]


@pytest.mark.parametrize("annotations", [1, 25])
def test_a_share_takes_five_units_with_it_and_five_without(annotations: int) -> None:
    examples = np.repeat(np.arange(100), annotations)
    for few in (0, 1, 4):
        are = "is only 1" if few == 1 else f"are only {few}"
        why = Withheld(
            f"An interval needs 5 examples with it and 5 without; there {are} of one kind.", few, 5
        )
        assert clustered_proportion(examples < few, examples).withheld == why
        assert clustered_proportion(examples >= few, examples).withheld == why
    assert clustered_proportion(examples < 5, examples).withheld is None


def test_what_is_in_a_few_units_above_all_counts_as_few() -> None:
    """(3 · 25 + 5)² / (3 · 25² + 5) = 3.4 units in effect."""
    parts = np.array([25] * 3 + [1] * 5 + [0] * 92)
    withheld = share_interval(parts, np.full(100, 25)).withheld
    assert withheld is not None
    assert (withheld.have, withheld.need) == (3, 5)


def test_fewer_than_ten_units_have_no_interval_and_a_share_takes_forty() -> None:
    why = Withheld("An interval needs 40 examples; there are 39.", 39, 40)
    values = np.arange(39) % 2
    assert share_interval(values, np.ones(39)) == Interval(None, None, why)
    assert proportion(20, 39).withheld == why
    without = (values.sum() - values) / 38
    assert jackknife_interval(float(values.mean()), without, share=True).withheld == why
    why = Withheld("An interval needs 10 examples; there are 9.", 9, 10)
    assert mean_interval(np.arange(9), np.ones(9)) == Interval(None, None, why)
    assert jackknife_interval(0.5, np.arange(9) / 9) == Interval(None, None, why)


def test_units_without_a_whole_do_not_count() -> None:
    parts, wholes = np.ones(42), np.array([1] * 39 + [0] * 3)
    withheld = share_interval(parts * wholes, wholes).withheld
    assert withheld is not None
    assert (withheld.have, withheld.need) == (39, 40)


def test_few_annotators_leave_a_mean_time_without_interval() -> None:
    values, examples = np.arange(60) + 1.0, np.arange(60)
    found = two_way_interval(values, examples, examples % 4)
    assert found.withheld == Withheld("An interval needs 10 annotators; there are 4.", 4, 10)


def test_a_value_that_hangs_on_one_unit_has_no_interval() -> None:
    values = np.array([1000.0] + [1.0, 2.0] * 20)
    assert mean_interval(values, np.ones(41)) == Interval(
        None, None, Withheld("The value depends on too few examples for an interval.")
    )


def test_a_coefficient_takes_fifteen_units_in_effect_with_a_rarer_value() -> None:
    votes = [["C", "C"]] * 30 + [["W", "W"]] * 8 + [["C", "W"]] * 12
    # (8 + 12 / 2)² / (8 + 12 / 4) = 17.8; with five fewer, 14.6.
    assert krippendorff_interval(votes[:-5], units="answers").low is None
    assert krippendorff_interval(votes, units="answers").low is not None


def test_a_coefficient_takes_five_units_that_agree_on_a_rarer_value() -> None:
    votes = [["C", "C"]] * 30 + [["C", "W"]] * 40
    assert krippendorff_interval([*votes, *[["W", "W"]] * 4], units="answers").low is None
    assert krippendorff_interval([*votes, *[["W", "W"]] * 5], units="answers").low is not None


def test_units_that_are_all_alike_have_no_interval() -> None:
    why = Withheld("All examples are alike, so they say nothing about others.")
    assert mean_interval(np.full(20, 7), np.ones(20)) == Interval(None, None, why)
    assert share_interval(np.full(40, 2), np.full(40, 4)) == Interval(None, None, why)


def test_a_coefficient_has_no_interval_where_too_few_units_differ_from_the_others() -> None:
    votes = [["C", "C"]] * 30 + [["C", "W"]] * 7
    assert fleiss_interval(votes, units="answers").withheld == Withheld(
        "The value depends on too few answers for an interval."
    )


def test_nothing_has_no_share() -> None:
    with pytest.raises(UndefinedMeasureError):
        share_interval(np.zeros(3), np.zeros(3))
    with pytest.raises(UndefinedMeasureError):
        proportion(0, 0)
    with pytest.raises(UndefinedMeasureError):
        fleiss_interval([["C", "C"], ["C", "C"]])
