"""Coefficients of values that any unit may have, and of a unit's own."""

import numpy as np

from annotator.measures.intervals import proportion
from annotator.measures.resampled_agreement import (
    OWN,
    Estimate,
    coefficients,
    estimate,
    pairs_within,
)

COMMON = 3
"""Values below it may be given of any unit; the others are each unit's own."""


def estimates_of(table: list[list[int | None]], categories: int) -> dict[str, Estimate]:
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
    return found


def at_one_go(table: list[list[int | None]], categories: int) -> dict[str, float | None]:
    return {name: each.value for name, each in estimates_of(table, categories).items()}


def test_a_unit_with_one_rating_counts_in_what_chance_would_bring() -> None:
    """Two agree on 0, two differ, one says 1 alone: P̄ = ½; p_0 = p_1 = ½, not ¾ and ¼."""
    found = at_one_go([[0, 0, None, None], [0, 1, None, None], [1, None, None, None]], 2)
    assert (found["observed"], found["fleiss"], found["ac1"]) == (0.5, 0, 0)


def test_units_with_one_rating_are_no_examples_of_observed_agreement() -> None:
    """30 of 60 pairs agree: the interval of 60 units, however many others have one rating."""
    pairs: list[list[int | None]] = [[0, unit % 2] for unit in range(60)]
    alone: list[list[int | None]] = [[unit % 2, None] for unit in range(60)]
    observed = estimates_of(pairs + alone, 2)["observed"]
    assert (observed.value, observed.units) == (0.5, 60)
    assert observed.interval is not None
    expected = proportion(30, 60)
    assert np.allclose(observed.interval[:2], (expected.low, expected.high))
