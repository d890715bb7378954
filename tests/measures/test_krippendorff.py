"""Alpha with distances of sets: the krippendorff package as the oracle, and by hand."""

from collections.abc import Callable
from typing import Any, Literal

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.agreement import krippendorff_alpha, krippendorff_interval
from annotator.measures.coding import code_ratings
from annotator.measures.intervals import jackknife_interval
from annotator.measures.token_sets import Tokens, jaccard_distance, masi_distance, token_set
from annotator.measures.undefined import UndefinedMeasureError

Table = list[list[Tokens | None]]
SetDistance = Literal["jaccard", "masi"]
BY_NAME: dict[SetDistance, Callable[[Any, Any], float]] = {
    "jaccard": jaccard_distance,
    "masi": masi_distance,
}
NULL = token_set([])
ANSWERS: st.SearchStrategy[Tokens] = st.one_of(
    st.just(NULL),
    st.just(token_set([], yes_no="YES")),
    st.frozensets(st.integers(0, 4), min_size=1),
)
TABLES = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.one_of(ANSWERS, ANSWERS, st.none()), min_size=raters, max_size=raters),
        min_size=1,
        max_size=8,
    )
)
# Two pages with three annotators each: "to the lungs", "the lungs", NULL; and the same twice.
HAND: Table = [
    [token_set([(7, 10)], page=1), token_set([(8, 10)], page=1), NULL],
    [token_set([(2, 3)], page=2), token_set([(2, 3)], page=2), None],
]


def _or_none(ratings: Table, distance: Any) -> float | None:
    try:
        return krippendorff_alpha(ratings, distance)
    except UndefinedMeasureError:
        return None


def _oracle(ratings: Table, distance: Callable[[Any, Any], float]) -> float | None:
    coded = code_ratings(ratings)
    data = np.where(coded.codes < 0, np.nan, coded.codes).T
    paired = data[:, (~np.isnan(data)).sum(axis=0) > 1]
    if len(np.unique(paired[~np.isnan(paired)])) < 2:
        return None

    def metric(v1: Any, v2: Any, **_: Any) -> Any:
        return np.vectorize(
            lambda a, b: distance(coded.values[int(a)], coded.values[int(b)]), otypes=[float]
        )(v1, v2)

    return float(krippendorff.alpha(reliability_data=data, level_of_measurement=metric))


@pytest.mark.parametrize("distance", ["jaccard", "masi"])
@given(ratings=TABLES)
def test_alpha_of_sets_is_that_of_the_krippendorff_package(
    distance: SetDistance, ratings: Table
) -> None:
    expected = _oracle(ratings, BY_NAME[distance])
    found = _or_none(ratings, distance)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@given(ratings=TABLES)
def test_a_distance_of_ones_own_is_taken_as_it_is(ratings: Table) -> None:
    def sizes_apart(one: Tokens, other: Tokens) -> float:
        return float(abs(len(one) - len(other)) ** 2 if one != other else 0)

    def nominal(one: Tokens, other: Tokens) -> float:
        return float(one != other)

    assert _or_none(ratings, nominal) == _approximately(_or_none(ratings, "nominal"))
    assert _or_none(ratings, masi_distance) == _approximately(_or_none(ratings, "masi"))
    found = _or_none(ratings, sizes_apart)
    if found is not None:
        assert found == pytest.approx(_oracle(ratings, sizes_apart), abs=1e-9)


def _approximately(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-9)


def test_alpha_of_sets_by_hand() -> None:
    # Pairs within the first page: Jaccard 1/3 apart and twice 1, both ways: 14/3, over m - 1 = 2;
    # within the second 0. All five: 20 ordered pairs, all 1 apart but 1/3 (twice) and 0 (twice).
    expected = 1 - 4 * (14 / 3 / 2) / (20 - 2 * 2 / 3 - 2)
    assert krippendorff_alpha(HAND, "jaccard") == pytest.approx(expected)
    # MASI is 1 - 4/9 where Jaccard is 1/3.
    expected = 1 - 4 * ((4 + 2 * 5 / 9) / 2) / (20 - 2 * 4 / 9 - 2)
    assert krippendorff_alpha(HAND, "masi") == pytest.approx(expected)


def test_what_is_nearly_the_same_agrees_more_by_sets_than_by_name() -> None:
    by_name = krippendorff_alpha(HAND)
    assert by_name < krippendorff_alpha(HAND, "masi") < krippendorff_alpha(HAND, "jaccard")


@pytest.mark.parametrize("distance", ["nominal", "jaccard", "masi"])
@given(ratings=TABLES, data=st.data())
def test_neither_units_nor_raters_have_an_order(
    distance: Any, ratings: Table, data: st.DataObject
) -> None:
    columns = data.draw(st.permutations(range(len(ratings[0]))))
    shuffled = [[row[at] for at in columns] for row in data.draw(st.permutations(ratings))]
    found = _or_none(shuffled, distance)
    assert found == _approximately(_or_none(ratings, distance))
    assert found is None or found <= 1 + 1e-12


@pytest.mark.parametrize("distance", ["nominal", "jaccard", "masi"])
def test_the_interval_is_that_of_leaving_out_each_unit(distance: Any) -> None:
    rated = HAND * 40
    without = np.array(
        [krippendorff_alpha(rated[:at] + rated[at + 1 :], distance) for at in range(len(rated))]
    )
    singles: Table = [[NULL, None, None]] * 4
    found = krippendorff_interval(rated + singles, distance)
    theirs = jackknife_interval(krippendorff_alpha(rated, distance), without)
    assert found[:2] == pytest.approx(theirs[:2], abs=1e-9)


def test_alpha_without_a_value_says_why() -> None:
    for distance in ("nominal", "jaccard", "masi", masi_distance):
        with pytest.raises(UndefinedMeasureError, match="rated twice"):
            krippendorff_alpha([[NULL, None]], distance)  # type: ignore[arg-type]
        with pytest.raises(UndefinedMeasureError, match="are the same"):
            krippendorff_alpha([[NULL, NULL]], distance)  # type: ignore[arg-type]
    with pytest.raises(UndefinedMeasureError, match="rated twice"):
        krippendorff_interval([])
    with pytest.raises(UndefinedMeasureError, match="are the same"):
        krippendorff_interval([["C", "C"]])


def test_a_distance_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no distance 'ordinal'"):
        krippendorff_alpha([["C", "W"]], "ordinal")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="sets of tokens"):
        krippendorff_alpha([["C", "W"]], "masi")
    with pytest.raises(UndefinedMeasureError, match="NULL is a token"):
        krippendorff_alpha([[NULL, frozenset()]], "jaccard")
