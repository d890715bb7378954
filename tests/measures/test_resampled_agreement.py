"""All coefficients at one go are those that are computed one by one, on incomplete tables too."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.agreement import (
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    observed_agreement,
)
from annotator.measures.resampled_agreement import OWN, coefficients, estimate, pairs_within
from annotator.measures.undefined import UndefinedMeasureError

COMMON = 3
"""Values below it may be given of any unit; the others are each unit's own."""

TABLES = st.lists(
    st.lists(st.none() | st.integers(0, COMMON + 1), min_size=4, max_size=4),
    min_size=1,
    max_size=6,
)


def at_one_go(table: list[list[int | None]], categories: int) -> dict[str, float | None]:
    rated = [
        (unit, value)
        for unit, row in enumerate(table)
        for value in row
        if value is not None
    ]  # fmt: skip
    units = np.array([unit for unit, _ in rated], dtype=np.int64)
    values = np.array([value for _, value in rated], dtype=np.int64)
    pairs = pairs_within(units)
    statistic = coefficients(
        units,
        np.where(values < COMMON, values, OWN),
        pairs,
        values[pairs.first] == values[pairs.second],
        count=len(table),
        categories=categories,
    )
    (found,) = estimate([statistic])
    return {name: each.value for name, each in found.items()}


def one_by_one(table: list[list[Any]], categories: int) -> dict[str, float | None]:
    def value_of(measure: Callable[[], float]) -> float | None:
        try:
            return measure()
        except UndefinedMeasureError:
            return None

    return {
        "observed": value_of(lambda: observed_agreement(table)),
        "fleiss": value_of(lambda: fleiss_kappa(table)),
        "alpha": value_of(lambda: krippendorff_alpha(table)),
        "ac1": value_of(lambda: gwet_ac1(table, categories)),
    }


@given(table=TABLES)
def test_incomplete_tables_have_the_coefficients_of_the_definitions(
    table: list[list[int | None]],
) -> None:
    told_apart = [
        [value if value is None or value < COMMON else (unit, value) for value in row]
        for unit, row in enumerate(table)
    ]
    chosen = {value for row in told_apart for value in row if value is not None}
    if not chosen:
        return
    found, expected = at_one_go(table, len(chosen)), one_by_one(told_apart, len(chosen))
    for name, value in expected.items():
        assert found[name] == (None if value is None else pytest.approx(value, abs=1e-9)), name


def test_a_unit_with_one_rating_counts_in_what_chance_would_bring() -> None:
    """Two agree on 0, two differ, one says 1 alone: P̄ = ½; p_0 = p_1 = ½, not ¾ and ¼."""
    found = at_one_go([[0, 0, None, None], [0, 1, None, None], [1, None, None, None]], 2)
    assert (found["observed"], found["fleiss"], found["ac1"]) == (0.5, 0, 0)
