"""Agreement: hand-worked values, three libraries as oracles, properties, and what has no value."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from annotator.measures.agreement import (
    PairAgreement,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    observed_agreement,
    pairwise_agreement,
)
from annotator.measures.coding import code_ratings
from annotator.measures.intervals.undefined import UndefinedMeasureError

VALUES = ["C", "C_d", "W", "NULL"]
# Three raters, five units. Agreeing pairs of three: 3, 1, 3, 0, 1; counts C 8, W 6, C_d 1.
HAND = [list("CCC"), list("CCW"), list("WWW"), ["C", "C_d", "W"], list("CCW")]
SEVERAL = [observed_agreement, fleiss_kappa, gwet_ac1, krippendorff_alpha]

Table = list[list[str | None]]


def _tables(*, missing: bool) -> st.SearchStrategy[Table]:
    cell: st.SearchStrategy[str | None] = st.sampled_from(VALUES)
    if missing:
        cell = st.one_of(cell, cell, st.none())
    return st.integers(2, 5).flatmap(
        lambda raters: st.lists(
            st.lists(cell, min_size=raters, max_size=raters), min_size=1, max_size=12
        )
    )


def _or_none(measure: Callable[[Any], float], ratings: object) -> float | None:
    try:
        return measure(ratings)
    except UndefinedMeasureError:
        return None


def test_agreement_of_three_raters_by_hand() -> None:
    assert observed_agreement(HAND) == pytest.approx((1 + 1 / 3 + 1 + 0 + 1 / 3) / 5)
    # Of 15 ratings 8 are C, 6 W and 1 C_d.
    by_chance = (64 + 36 + 1) / 225
    observed = 8 / 15
    assert fleiss_kappa(HAND) == pytest.approx((observed - by_chance) / (1 - by_chance))
    by_chance = (8 * 7 + 6 * 9 + 1 * 14) / 225 / 2
    assert gwet_ac1(HAND) == pytest.approx((observed - by_chance) / (1 - by_chance))
    # Disagreeing ordered pairs in units 0, 4, 0, 6, 4; expected 15² - 64 - 36 - 1.
    assert krippendorff_alpha(HAND) == pytest.approx(1 - 14 * (14 / 2) / 124)


def kappa_of(one: Any, other: Any) -> float | None:
    """Cohen's, of two raters."""
    pairs = pairwise_agreement(list(zip(one, other, strict=True)))
    return pairs[0].kappa if pairs else None


def test_cohens_kappa_by_hand() -> None:
    # Both C 2, both W 1, C against W 1: agreement 3/4, by chance (3 * 2 + 1 * 2) / 16.
    assert kappa_of("CCWC", "CCWW") == pytest.approx((3 / 4 - 1 / 2) / (1 - 1 / 2))


def test_units_that_one_alone_rated_are_no_part_of_observed_agreement() -> None:
    assert observed_agreement([["C", "C"], ["C", None], [None, None]]) == 1
    assert observed_agreement([["C", "W"], ["C", "C"], [None, "C"]]) == 1 / 2


def test_cohens_kappa_uses_only_what_both_rated() -> None:
    assert kappa_of(["C", "C", "W", "C", None], ["C", "C", "W", "W", "C"]) == kappa_of(
        "CCWC", "CCWW"
    )


def test_ac1_counts_categories_that_nobody_chose_when_told_of_them() -> None:
    ratings = [["C", "C"], ["C", "W"]]
    # p = 3/4 and 1/4, so Σ p (1 - p) is 3/8: by chance 3/8 of two and 3/16 of three categories.
    assert gwet_ac1(ratings) == pytest.approx((1 / 2 - 3 / 8) / (5 / 8))
    assert gwet_ac1(ratings, categories=3) == pytest.approx((1 / 2 - 3 / 16) / (13 / 16))
    assert gwet_ac1([["C", "C"]], categories=3) == 1
    with pytest.raises(ValueError, match="more than 1"):
        gwet_ac1(ratings, categories=1)


def test_pairs_are_those_who_share_a_unit() -> None:
    ratings = [["C", "C", None, None], ["W", "C", "W", None], [None, None, "W", None]]
    assert pairwise_agreement(ratings) == [
        PairAgreement(0, 1, 2, 1 / 2, 0.0),
        PairAgreement(0, 2, 1, 1.0, None),
        PairAgreement(1, 2, 1, 0.0, 0.0),
    ]
    assert pairwise_agreement([]) == []


@given(ratings=_tables(missing=True))
def test_each_pair_agrees_as_the_two_alone_do(ratings: Table) -> None:
    found = {(pair.first, pair.second): pair for pair in pairwise_agreement(ratings)}
    columns = list(zip(*ratings, strict=True))
    for first, second in combinations(range(len(columns)), 2):
        both = [
            (one, other)
            for one, other in zip(columns[first], columns[second], strict=True)
            if one is not None and other is not None
        ]
        if not both:
            assert (first, second) not in found
            continue
        pair = found[first, second]
        assert (pair.n, pair.agreement) == (
            len(both),
            sum(one == other for one, other in both) / len(both),
        )
        one, other = zip(*both, strict=True)
        if len(set(one + other)) > 1:
            assert pair.kappa == pytest.approx(cohen_kappa_score(one, other), abs=1e-9)
        else:
            assert pair.kappa is None


@given(ratings=_tables(missing=False))
def test_fleiss_kappa_is_that_of_statsmodels(ratings: Table) -> None:
    assume(len({each for row in ratings for each in row}) > 1)
    table, _ = aggregate_raters(code_ratings(ratings).codes)
    assert fleiss_kappa(ratings) == pytest.approx(statsmodels_fleiss_kappa(table), abs=1e-9)


@given(pairs=st.lists(st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)), min_size=1))
def test_cohens_kappa_is_that_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    one, other = zip(*pairs, strict=True)
    assume(len(set(one + other)) > 1)
    assert kappa_of(one, other) == pytest.approx(cohen_kappa_score(one, other), abs=1e-9)


@given(ratings=_tables(missing=True))
def test_nominal_alpha_is_that_of_the_krippendorff_package(ratings: Table) -> None:
    ours = _or_none(krippendorff_alpha, ratings)
    data = np.where(code_ratings(ratings).codes < 0, np.nan, code_ratings(ratings).codes).T
    paired = data[:, (~np.isnan(data)).sum(axis=0) > 1]
    if len(np.unique(paired[~np.isnan(paired)])) < 2:
        assert ours is None
    else:
        theirs = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
        assert ours == pytest.approx(theirs, abs=1e-9)


def _shares_by_loops(ratings: Table) -> tuple[float, dict[str, float]]:
    given_values = [[each for each in row if each is not None] for row in ratings]
    agreements = [
        np.mean([a == b for a, b in combinations(row, 2)]) for row in given_values if len(row) > 1
    ]
    rated = [row for row in given_values if row]
    shares = {
        value: float(np.mean([row.count(value) / len(row) for row in rated])) for value in VALUES
    }
    return float(np.mean(agreements)), {value: share for value, share in shares.items() if share}


@given(ratings=_tables(missing=True))
def test_measures_with_missing_ratings_follow_their_definition_pair_by_pair(ratings: Table) -> None:
    assume(any(sum(each is not None for each in row) > 1 for row in ratings))
    observed, shares = _shares_by_loops(ratings)
    assert observed_agreement(ratings) == pytest.approx(observed)
    assume(len(shares) > 1)
    by_chance = sum(share**2 for share in shares.values())
    assert fleiss_kappa(ratings) == pytest.approx((observed - by_chance) / (1 - by_chance))
    by_chance = sum(share * (1 - share) for share in shares.values()) / (len(shares) - 1)
    assert gwet_ac1(ratings) == pytest.approx((observed - by_chance) / (1 - by_chance))


@pytest.mark.parametrize("measure", SEVERAL)
@given(ratings=_tables(missing=True), data=st.data())
def test_neither_units_nor_raters_nor_names_of_values_have_an_order(
    measure: Callable[[Any], float], ratings: Table, data: st.DataObject
) -> None:
    columns = data.draw(st.permutations(range(len(ratings[0]))))
    names = dict(zip(VALUES, data.draw(st.permutations(VALUES)), strict=True))
    shuffled = [
        [None if row[at] is None else names[row[at]] for at in columns]
        for row in data.draw(st.permutations(ratings))
    ]
    expected = _or_none(measure, ratings)
    found = _or_none(measure, shuffled)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize("measure", SEVERAL)
@given(ratings=_tables(missing=True))
def test_agreement_is_at_most_1_and_is_1_where_all_agree(
    measure: Callable[[Any], float], ratings: Table
) -> None:
    value = _or_none(measure, ratings)
    assert value is None or value <= 1
    agreeing: Table = [[row[0] or "C"] * len(row) for row in ratings]
    value = _or_none(measure, agreeing)
    assert value is None or value == pytest.approx(1)


@pytest.mark.parametrize("measure", SEVERAL)
@given(ratings=_tables(missing=True))
def test_a_column_or_a_row_of_missing_ratings_changes_nothing(
    measure: Callable[[Any], float], ratings: Table
) -> None:
    nothing: Table = [[None] * (len(ratings[0]) + 1)]
    padded = nothing + [[None, *row] for row in ratings]
    assert _or_none(measure, padded) == _or_none(measure, ratings)


@pytest.mark.parametrize("measure", SEVERAL)
@pytest.mark.parametrize("ratings", [[], [[]], [[None, None]], [["C", None], [None, "W"]]])
def test_agreement_without_two_ratings_of_a_unit_is_undefined(
    measure: Callable[[Any], float], ratings: Table
) -> None:
    with pytest.raises(UndefinedMeasureError, match="rated twice"):
        measure(ratings)


@pytest.mark.parametrize("measure", [fleiss_kappa, gwet_ac1, krippendorff_alpha])
def test_agreement_beyond_chance_is_undefined_where_all_ratings_are_the_same(
    measure: Callable[[Any], float],
) -> None:
    with pytest.raises(UndefinedMeasureError):
        measure([["C", "C", None], ["C", "C", "C"]])


def test_cohens_kappa_is_undefined_where_nothing_can_be_said() -> None:
    assert kappa_of(["C", None], [None, "C"]) is None
    assert kappa_of("CC", "CC") is None


def test_what_is_false_is_a_rating_and_only_none_is_missing() -> None:
    assert observed_agreement([[0, 0], ["", False], [None, 0]]) == 1 / 2
