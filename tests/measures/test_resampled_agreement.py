"""Coefficients of values that any unit may have, and of a unit's own."""

import numpy as np

from annotator.measures.resampled_agreement import OWN, coefficients, estimate, pairs_within

COMMON = 3
"""Values below it may be given of any unit; the others are each unit's own."""


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


def test_a_unit_with_one_rating_counts_in_what_chance_would_bring() -> None:
    """Two agree on 0, two differ, one says 1 alone: P̄ = ½; p_0 = p_1 = ½, not ¾ and ¼."""
    found = at_one_go([[0, 0, None, None], [0, 1, None, None], [1, None, None, None]], 2)
    assert (found["observed"], found["fleiss"], found["ac1"]) == (0.5, 0, 0)
