"""Decisions of annotators as arrays: the input of every annotator model."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.undefined import UndefinedMeasureError

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Three arrays of one length: decision *n* is that ``annotators[n]`` gave ``units[n]`` the
    label ``labels[n]``. Each is a number from 0; a missing decision has no row.

    ``unit_count``, ``annotator_count`` and ``label_count`` are one more than the largest numbers
    that may occur. Raises ``UndefinedMeasureError`` without decisions, and ``ValueError`` if the
    lengths differ, a number is out of bounds, or an annotator decides about a unit twice.
    """

    units: Integers
    annotators: Integers
    labels: Integers
    unit_count: int
    annotator_count: int
    label_count: int

    def __post_init__(self) -> None:
        columns = {
            "unit": (self.units, self.unit_count),
            "annotator": (self.annotators, self.annotator_count),
            "label": (self.labels, self.label_count),
        }
        if len({len(column) for column, _ in columns.values()}) != 1:
            raise ValueError("Give as many units as annotators and labels.")
        if not len(self.units):
            raise UndefinedMeasureError("nobody has decided anything yet")
        for name, (column, count) in columns.items():
            if column.min() < 0 or column.max() >= count:
                raise ValueError(f"A number of a {name} is not between 0 and {count - 1}.")
        who = self.units * self.annotator_count + self.annotators
        if len(np.unique(who)) != len(who):
            raise ValueError("An annotator has decided about a unit twice.")

    def votes(self) -> Floats:
        """How many gave each unit each label: units × labels."""
        cells = np.bincount(
            self.units * self.label_count + self.labels,
            minlength=self.unit_count * self.label_count,
        )
        return cells.reshape(self.unit_count, self.label_count).astype(np.float64)

    def decided(self) -> NDArray[np.bool_]:
        """Which units anybody has decided about."""
        return np.bincount(self.units, minlength=self.unit_count) > 0


def normalised(rows: Floats) -> Floats:
    """Rows that each sum to 1; a row of zeros becomes uniform."""
    sums = rows.sum(axis=-1, keepdims=True)
    uniform = np.full_like(rows, 1 / rows.shape[-1])
    result: Floats = np.divide(rows, sums, out=uniform, where=sums > 0)
    return result


def from_logarithms(rows: Floats) -> tuple[Floats, Floats]:
    """Probabilities of rows of unnormalised logarithms, and the logarithm of each row's sum."""
    largest = rows.max(axis=1, keepdims=True)
    shifted = np.exp(rows - largest)
    sums = shifted.sum(axis=1, keepdims=True)
    return shifted / sums, (largest + np.log(sums))[:, 0]


def summed(values: Floats, numbers: Integers, count: int) -> Floats:
    """The rows of ``values`` (decisions × columns) added up by ``numbers``: count × columns."""
    columns = [np.bincount(numbers, weights=column, minlength=count) for column in values.T]
    return np.stack(columns, axis=1)
