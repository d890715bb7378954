"""The examples behind the bars of a report's plots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.reports.models import Report
from annotator.quality.reports.packing import unpack_columns
from annotator.quality.reports.partial_columns import keys_and_values

KEY = "example"
COUNT = "annotations"


class FoundExample(NamedTuple):
    """An example, how many annotations of it counted, and the column's value."""

    example: Example
    annotations: int
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class FoundExamples:
    """Examples' keys, how many annotations of each counted, and the column's value; all alike
    long.
    """

    example: NDArray[np.int64]
    annotations: NDArray[np.int64]
    value: NDArray[np.float64]

    def at(self, places: Sequence[int]) -> list[FoundExample]:
        """The examples at ``places``; one that is gone by now is left out."""
        keys = [int(self.example[place]) for place in places]
        examples = Example.objects.select_related("question").in_bulk(keys)
        return [
            FoundExample(examples[key], int(self.annotations[place]), float(self.value[place]))
            for key, place in zip(keys, places, strict=True)
            if key in examples
        ]

    def __len__(self) -> int:
        return len(self.example)


def find_examples(
    report: Report, *, column: str, low: float | None = None, high: float | None = None
) -> FoundExamples:
    """The examples with ``low`` ≤ value ≤ ``high`` in a column of the report's example table.

    The largest value comes first, equal ones in the order of their keys; examples without a value
    in the column are left out. Raises ``InvalidInputError`` for a column that the table doesn't
    have, with the names of those that it has.
    """
    table = unpack_columns(report.example_table)
    names = sorted(set(table) - {KEY})
    if column not in names:
        raise InvalidInputError(
            "unknown_column",
            f"The report has no column {column}.",
            fields={"column": f"Use one of {', '.join(names)}."},
        )
    keys, values = keys_and_values(table[column], table[KEY])
    among = ~np.isnan(values)
    if low is not None:
        among &= values >= low
    if high is not None:
        among &= values <= high
    places = np.flatnonzero(among)
    # Stable, and columns are ordered by key.
    places = places[np.argsort(-values[places], kind="stable")]
    counts = _annotations_of(keys[places], table[KEY], table[COUNT])
    return FoundExamples(keys[places], counts, values[places])


def _annotations_of(
    examples: NDArray[np.int64], keys: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each example the count of its key, 0 if it is not among the ``keys``."""
    if not len(keys):
        return np.zeros(len(examples), dtype=np.int64)
    places = np.minimum(np.searchsorted(keys, examples), len(keys) - 1)
    return np.where(keys[places] == examples, counts[places], 0)
