"""Intervals over units: statsmodels' where it has them, and nothing where too little is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binom, binomtest, kurtosis, t
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
    Clusters,
    Interval,
    Units,
    Withheld,
    arms_interval,
    binomial_ends,
    clustered_proportion,
    jackknife_interval,
    linked,
    mean_interval,
    opposite,
    proportion,
    share_arms_interval,
    share_interval,
    sums_by,
    two_way_interval,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
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


@pytest.mark.parametrize(
    ("count", "total"), [(0, 20), (1, 36), (4, 40), (0, 139), (139, 139), (37, 40)]
)
def test_a_rare_share_has_the_interval_of_clopper_and_pearson(count: int, total: int) -> None:
    theirs = proportion_confint(count, total, method="beta")
    low, high = proportion(count, total)[1:3]
    assert (low, high) == pytest.approx((theirs[0], theirs[1]), abs=1e-9)
    exact = binomtest(count, total).proportion_ci(method="exact")
    assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-9)


@pytest.mark.parametrize(("count", "total"), [(5, 40), (35, 40), (18, 36), (75, 200)])
def test_what_was_observed_counts_half_to_the_tails_of_other_shares(count: int, total: int) -> None:
    low, high = proportion(count, total)[1:3]
    assert low is not None
    assert high is not None
    own = binom.pmf(count, total, [low, high]) / 2
    assert binom.sf(count, total, low) + own[0] == pytest.approx(0.025, abs=1e-9)
    assert binom.cdf(count - 1, total, high) + own[1] == pytest.approx(0.025, abs=1e-9)


@given(st.integers(10, 400), st.data())
def test_one_yes_or_no_of_each_unit_counts_once(total: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, total))
    theirs = counted_share(count, total)
    units = (np.arange(total) < count).astype(float)
    assert share_interval(units, np.ones(total))[:2] == pytest.approx(theirs, abs=1e-9)
    assert proportion(count, total)[1:3] == pytest.approx(theirs, abs=1e-9)
    # Annotators who are at one are no more than one of them.
    assert share_interval(25 * units, np.full(total, 25))[:2] == pytest.approx(theirs, abs=1e-9)


def test_a_share_of_annotations_has_the_error_that_statsmodels_gives_clusters() -> None:
    found = clustered_proportion(YES, Clusters(EXAMPLES))
    assert (found.count, found.total) == (int(YES.sum()), len(YES))
    theirs = clustered_share(YES.astype(float), EXAMPLES)
    assert (found.low, found.high) == pytest.approx(theirs, abs=1e-9)


def test_a_rare_share_of_annotations_is_of_no_more_observations_than_examples() -> None:
    """25 annotations of one example and 5 of another of 100: (30² / (25² + 5²)) = 1.4 in effect."""
    values = np.zeros(2500)
    values[:25], values[25:30] = 1, 1
    examples = np.repeat(np.arange(100), 25)
    found = clustered_proportion(values > 0, Clusters(examples))
    assert (found.low, found.high) == pytest.approx(clustered_share(values, examples), abs=1e-9)
    assert found.high is not None
    assert found.high > proportion_confint(1.2, 100, method="beta")[1]


def test_parts_that_are_all_alike_are_worth_one_observation_each() -> None:
    theirs = proportion_confint(20, 40, method="beta")
    assert share_interval(np.full(40, 2), np.full(40, 4))[:2] == pytest.approx(
        counted_share(20, 40), abs=1e-9
    )
    assert theirs[0] < counted_share(20, 40)[0]


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
    found = two_way_interval(values, Clusters(EXAMPLES), annotators)
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
    found = arms_interval(values, treated, Clusters(EXAMPLES), annotators)
    assert found[:2] == pytest.approx((difference - half, difference + half), abs=1e-6)


def test_a_difference_of_arms_takes_twenty_examples_in_both() -> None:
    treated = np.arange(100) < 19
    values, people = np.arange(100.0), np.arange(100) % 12
    few = arms_interval(values, treated, Clusters(np.arange(100)), people)
    reason = "An interval needs 20 examples in each group; there are 19."
    assert few.withheld == Withheld(reason, 19, 20)
    assert (
        arms_interval(values, np.arange(100) < 20, Clusters(np.arange(100)), people).low is not None
    )


def _freedom_of(added: NDArray[np.float64], of: NDArray[np.int64]) -> float:
    """Satterthwaite's, from what each annotation adds."""
    sums = np.array([added[of == each].sum() for each in np.unique(of)])
    kurtosis = len(sums) * (sums**4).sum() / (sums**2).sum() ** 2
    return min(len(sums) - 1, 2 * len(sums) / (kurtosis - 1))


def test_a_difference_of_shares_takes_forty_examples_and_five_of_either_in_both_arms() -> None:
    treated = np.arange(100) < 39
    chosen, people = np.arange(100) % 2 == 0, np.arange(100) % 12
    few = share_arms_interval(chosen, treated, Clusters(np.arange(100)), people)
    assert few.withheld == Withheld(
        "An interval needs 40 examples in each group; there are 39.", 39, 40
    )
    treated = np.arange(100) < 50
    seldom = chosen & ~(treated & (np.arange(100) > 7))
    rare = share_arms_interval(seldom, treated, Clusters(np.arange(100)), people)
    assert rare.withheld is not None
    assert (rare.withheld.have, rare.withheld.need) == (4, 5)
    found = share_arms_interval(chosen, treated, Clusters(np.arange(100)), people)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high
    with pytest.raises(UndefinedMeasureError):
        share_arms_interval(chosen, np.ones(100, dtype=bool), Clusters(np.arange(100)), people)


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
    # It is too small, as is usual of few: the upper end is further away.
    bias = 39 * (without.mean() - value)
    assert -0.01 < bias < 0
    assert interval(votes)[:2] == pytest.approx((value - half, value + half - bias), abs=1e-9)


def test_examples_that_share_pages_have_the_intervals_of_their_pages() -> None:
    draw = np.random.default_rng(5)
    keys, pages = np.arange(100) * 3, np.repeat(np.arange(25), [1, 2, 4, 5, 8] * 5)
    parts, wholes = draw.random(100), np.ones(100)
    units = Units(keys, pages)
    assert (units.are_pages, units.pages) == (True, 25)
    order = draw.permutation(100)
    mixed = units.of(keys[order])
    by_page = [np.bincount(pages, each) for each in (parts, wholes)]
    for interval in (share_interval, mean_interval):
        found = interval(parts[order], wholes[order], units=mixed)
        assert found[:2] == pytest.approx(interval(*by_page)[:2], abs=1e-12)
    few = share_interval(parts[pages < 9], wholes[pages < 9], units=units.of(keys[pages < 9]))
    assert few.withheld == Withheld("An interval needs 10 pages; there are 9.", 9, 10)


def test_examples_with_pages_of_their_own_are_the_units() -> None:
    units = Units.of_pages({7: 70, 3: None, 5: 71})
    assert (units.are_pages, units.pages) == (False, 3)
    assert units.of(np.array([5, 5, 3])).name == "examples"
    assert Units.of_pages({7: 70, 3: None, 5: 70}).of(np.array([3, 5, 7])).number == 2


@given(st.lists(st.sets(st.integers(0, 20), max_size=3), max_size=15))
def test_examples_that_share_a_page_through_others_are_one_unit(pages: list[set[int]]) -> None:
    """Each example's pages, with those of examples that share any, until nothing is added."""
    reached = [{row} for row in range(len(pages))]
    for _ in pages:
        titles = [set().union(*(pages[row] for row in own)) for own in reached]
        reached = [
            own | {row for row, other in enumerate(pages) if other & found}
            for own, found in zip(reached, titles, strict=True)
        ]
    groups = linked(pages)
    alike = [{row for row, other in enumerate(groups) if other == group} for group in groups]
    assert alike == reached
    is_shared = any(len(own) > 1 for own in reached)
    assert Clusters.linked(pages).name == ("groups of pages" if is_shared else "examples")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=10, max_size=60))
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
    found, rest = (clustered_proportion(each, Clusters(EXAMPLES)) for each in (YES, ~YES))
    assert opposite(found)[:3] == pytest.approx(rest[:3], abs=1e-12)
    assert opposite(found)[3:] == rest[3:]


@pytest.mark.parametrize("annotations", [1, 25])
@pytest.mark.parametrize("few", [0, 1, 4, 100])
def test_a_share_has_an_interval_however_rare_it_is(annotations: int, few: int) -> None:
    examples = np.repeat(np.arange(100), annotations)
    found = clustered_proportion(examples < few, Clusters(examples))
    theirs = proportion_confint(few, 100, method="beta")
    assert (found.low, found.high) == pytest.approx((theirs[0], theirs[1]), abs=1e-9)


def test_fewer_than_ten_units_have_no_interval() -> None:
    why = Withheld("An interval needs 10 examples; there are 9.", 9, 10)
    values = np.arange(9) % 2
    assert share_interval(values, np.ones(9)) == Interval(None, None, why)
    assert proportion(5, 9).withheld == why
    assert jackknife_interval(0.5, np.arange(9) / 9) == Interval(None, None, why)
    mean = Withheld("An interval needs 15 examples; there are 14.", 14, 15)
    assert mean_interval(np.arange(14), np.ones(14)) == Interval(None, None, mean)


def test_units_without_a_whole_do_not_count() -> None:
    parts, wholes = np.ones(40), np.array([1] * 9 + [0] * 31)
    reason = "An interval needs {} examples; only 9 of the 40 examples say anything about it."
    for rule, least in ((share_interval, 10), (mean_interval, 15)):
        found = rule(parts * wholes, wholes)
        assert found.withheld == Withheld(reason.format(least), 9, least)


def test_few_annotators_leave_a_mean_time_without_interval() -> None:
    values, examples = np.arange(60) + 1.0, np.arange(60)
    found = two_way_interval(values, Clusters(examples), examples % 4)
    assert found.withheld == Withheld("An interval needs 10 annotators; there are 4.", 4, 10)


def test_a_value_that_hangs_on_one_unit_has_no_interval() -> None:
    values = np.array([1000.0] + [1.0, 2.0] * 20)
    assert mean_interval(values, np.ones(41)) == Interval(None, None, _hanging("examples"))


def test_a_coefficient_takes_ten_units_of_rarer_values() -> None:
    votes = [["C", "C"]] * 50 + [["W", "W"]] * 6 + [["C", "W"]] * 8
    # 6 + 8 / 2 = 10
    few = krippendorff_interval(votes[:-1], units="answers").withheld
    assert few == Withheld(
        "Too few annotations make another choice than the most frequent one: together they would"
        " fill about 9 of the answers; an interval needs 10.",
        9,
        10,
    )
    assert krippendorff_interval(votes, units="answers").low is not None


def test_a_coefficient_takes_three_units_that_agree_on_a_rarer_value() -> None:
    votes = [["C"] * 3] * 50 + [["C", "C", "W"]] * 30 + [["W"] * 3] * 2 + [["C", "W", "W"]] * 3
    # 2 + 3 / 3 = 3
    few = krippendorff_interval(votes[:-1], units="answers").withheld
    assert few == Withheld(
        "Too few pairs of annotations agree on another choice than the most frequent one: together"
        " they would fill 2.6 of the answers; an interval needs 3.",
        2,
        3,
    )
    assert krippendorff_interval(votes, units="answers").low is not None
    none = fleiss_interval([["C", "C"]] * 50 + [["C", "W"]] * 30, units="answers").withheld
    assert none == Withheld(
        "Too few pairs of annotations agree on another choice than the most frequent one: hardly"
        " any do; an interval needs 3.",
        0,
        3,
    )


def test_pages_fill_by_the_shares_of_their_examples() -> None:
    """Of 20 pages with five questions each, of which two have the rarer value on eight pages."""
    votes = [["W", "W"] if of < 8 and at < 2 else ["C", "C"] for of in range(20) for at in range(5)]
    few = fleiss_interval(votes, units=Clusters(np.repeat(np.arange(20), 5), "pages")).withheld
    assert few is not None
    assert (few.have, few.need) == (3, 10)


def test_a_mean_of_units_that_are_all_alike_has_no_interval() -> None:
    why = Withheld("All examples are alike, so they don't show how far others may differ.")
    assert mean_interval(np.full(20, 7), np.ones(20)) == Interval(None, None, why)


def test_a_coefficient_has_no_interval_where_too_few_units_differ_from_the_others() -> None:
    votes = [["C", "C"]] * 30 + [["C", "W"]] * 7
    found = fleiss_interval(votes, units="answers").withheld
    assert found is not None
    assert (found.have, found.need) == (3, 10)


def _hanging(units: str) -> Withheld:
    return Withheld(
        f"A few {units} make most of this value, so others could give a very different one."
        " More of them would allow an interval."
    )


def test_nothing_has_no_share() -> None:
    with pytest.raises(UndefinedMeasureError):
        share_interval(np.zeros(3), np.zeros(3))
    with pytest.raises(UndefinedMeasureError):
        proportion(0, 0)
    with pytest.raises(UndefinedMeasureError):
        fleiss_interval([["C", "C"], ["C", "C"]])


def test_shares_for_other_people_allow_for_how_these_differ() -> None:
    """Ten people of whom five always say yes tell less of others than ten yes or no would, as how
    they differ is known from them too.
    """
    who = np.repeat(np.arange(10), 100)
    units = Clusters(np.arange(1000))
    chosen = who < 5
    alone = share_interval(chosen, np.ones(1000), units=units)
    found = share_interval(chosen, np.ones(1000), units=units.by(who))
    assert alone.high is not None
    assert alone.high < 0.54
    variance, t = 0.25 / 9, 2.262157
    observations = 0.25 / variance / (t / 1.959964) ** 2
    assert found[:2] == pytest.approx(binomial_ends(0.5, observations), abs=1e-3)
    # With people who are all alike, nothing is added.
    alike = share_interval(np.arange(1000) % 2 == 0, np.ones(1000), units=units.by(who))
    assert alike == share_interval(np.arange(1000) % 2 == 0, np.ones(1000), units=units)


def test_a_share_for_other_people_takes_eight_of_them_in_effect() -> None:
    chosen, whole, units = np.arange(140) % 3 == 0, np.ones(140), Clusters(np.arange(140))
    few = share_interval(chosen, whole, units=units.by(np.arange(140) % 7)).withheld
    assert few
    assert few.reason == "An interval for other annotators needs 8 of them; there are 7."
    by_one = np.where(np.arange(140) < 100, 0, np.arange(140) % 9)
    uneven = share_interval(chosen, whole, units=units.by(by_one)).withheld
    assert uneven
    assert uneven.reason == (
        "An interval for other annotators needs 8 of them; most are by fewer, as if 2 had shared"
        " the work."
    )
    assert share_interval(chosen, whole, units=units.by(np.arange(140) % 8)).low is not None
