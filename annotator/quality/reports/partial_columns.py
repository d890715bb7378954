"""Columns of the example table that few examples have a value in, kept without the others.

A project may have hundreds of thousands of examples, and a hundred columns about the hundreds of
them that several people annotated.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

_ROW = np.dtype([("example", np.int64), ("value", np.float64)])


def partial_column(examples: NDArray[np.int64], values: NDArray[Any]) -> NDArray[Any]:
    """A column that has ``values`` of ``examples`` (ascending keys), without those that are NaN.

    The examples need not have annotations.
    """
    known = ~np.isnan(values)
    column = np.empty(int(known.sum()), dtype=_ROW)
    column["example"], column["value"] = examples[known], values[known]
    return column


def keys_and_values(
    column: NDArray[Any], keys: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The examples of a column and their values, NaN for none. A column that isn't partial has the
    examples ``keys``.
    """
    if column.dtype == _ROW:
        return column["example"], column["value"]
    return keys, column.astype(np.float64)
