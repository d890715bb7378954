"""The examples behind a bar."""

import math

import numpy as np
import pytest

from annotator.exceptions import InvalidInputError
from annotator.quality.reports.example_table import find_examples
from annotator.quality.reports.models import Report
from annotator.quality.reports.packing import pack_columns
from annotator.quality.reports.partial_columns import partial_column

TABLE = {
    "example": np.array([2, 3, 5, 7, 11]),
    "annotations": np.array([5, 5, 25, 1, 5]),
    "mu": np.array([0.2, 0.8, 0.2, math.nan, 1.0]),
}
REPORT = Report(example_table=pack_columns(TABLE))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (None, None, [11, 3, 2, 5]),
        (0.2, 0.2, [2, 5]),
        (0.2000001, 1.0, [11, 3]),
        (0.8, None, [11, 3]),
        (None, 0.79, [2, 5]),
        (0.9, 0.1, []),
        (math.nan, None, []),
    ],
)
def test_bounds_include_their_ends_and_the_largest_comes_first(
    low: float | None, high: float | None, expected: list[int]
) -> None:
    found = find_examples(REPORT, column="mu", low=low, high=high)
    assert found.example.tolist() == expected


def test_an_example_comes_with_its_annotations_and_its_value() -> None:
    found = find_examples(REPORT, column="mu", high=0.2)
    assert list(zip(found.example, found.annotations, found.value, strict=True)) == [
        (2, 5, 0.2),
        (5, 25, 0.2),
    ]


def test_a_partial_column_has_examples_without_annotations_too() -> None:
    column = partial_column(np.array([1, 3, 7, 12]), np.array([0.5, math.nan, 0.9, 0.2]))
    report = Report(example_table=pack_columns({**TABLE, "some": column}))
    found = find_examples(report, column="some", low=0.3)
    assert list(zip(found.example, found.annotations, found.value, strict=True)) == [
        (7, 1, 0.9),
        (1, 0, 0.5),
    ]


@pytest.mark.parametrize("name", ["nonsense", "example", ""])
def test_a_column_that_is_not_there_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        find_examples(REPORT, column=name)
    assert error.value.code == "unknown_column"
    assert error.value.fields == {"column": "Use one of annotations, mu."}
