"""What annotators of the same example decided, as pairs of annotations.

Five decisions are compared: whether the question is good, whether there is a long answer, which
one, yes or no, and the short answer. NULL is an answer of each of the last four.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.resampled_agreement import OWN, Pairs, pairs_within
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns

FIELDS = ("quality", "null", "long", "yes_no", "short")
"""In the order in which annotators decide."""

BINARY = 2
YES_NO_NONE = 3


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One decision. ``rows`` are places among the compared annotations, in order; the other arrays
    go with them. ``common`` numbers the values that any example may have (``OWN`` for others),
    ``values`` are equal just where two annotations of an example decide the same. ``categories``
    is how many values there are to choose from; None where each example has its own.
    """

    name: str
    rows: NDArray[np.int64]
    common: NDArray[np.int64]
    values: NDArray[np.int64]
    categories: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The annotations of examples that have at least two.

    ``examples`` are their keys, ascending; ``rows`` places in ``columns``, ``unit`` the place of
    each one's example in ``examples``. ``pairs`` are of places in ``rows``, ``fields`` by name.
    """

    columns: NaturalQuestionsColumns
    examples: NDArray[np.int64]
    rows: NDArray[np.int64]
    unit: NDArray[np.int64]
    pairs: Pairs
    fields: Mapping[str, Field]

    def __len__(self) -> int:
        return len(self.examples)

    def of(self, column: NDArray[Any]) -> NDArray[Any]:
        """A column's values for the compared annotations."""
        return column[self.rows]

    def pairs_of(self, field: Field) -> tuple[Pairs, NDArray[np.bool_]]:
        """The pairs of annotations that both decided on ``field``, and whether they did alike;
        pairs are of places in ``rows``.
        """
        values = np.zeros(len(self.rows), dtype=np.int64)
        rated = np.zeros(len(self.rows), dtype=np.bool_)
        values[field.rows], rated[field.rows] = field.values, True
        pairs = self.pairs.take(rated[self.pairs.first] & rated[self.pairs.second])
        return pairs, values[pairs.first] == values[pairs.second]


def compare(columns: NaturalQuestionsColumns) -> Compared:
    """The annotations of examples with at least two of them, ready to be compared."""
    _, place, sizes = np.unique(columns.example, return_inverse=True, return_counts=True)
    rows = np.flatnonzero(sizes[place] > 1)
    examples, unit = np.unique(columns.example[rows], return_inverse=True)
    fields = {name: _field(name, columns, rows) for name in FIELDS}
    return Compared(columns, examples, rows, unit.astype(np.int64), pairs_within(unit), fields)


def _field(name: str, columns: NaturalQuestionsColumns, rows: NDArray[np.int64]) -> Field:
    everything = np.arange(len(rows))
    quality, long = columns.quality[rows].astype(np.int64), columns.long[rows].astype(np.int64)
    yes_no, short = columns.yes_no[rows].astype(np.int64), columns.short[rows].astype(np.int64)
    if name == "quality":
        said = np.flatnonzero(quality >= 0)
        return Field(name, said, quality[said], quality[said], BINARY)
    if name == "null":
        null = (long == 0).astype(np.int64)
        return Field(name, everything, null, null, BINARY)
    if name == "yes_no":
        return Field(name, everything, yes_no, yes_no, YES_NO_NONE)
    if name == "long":
        common = np.where(long == 0, 0, OWN)
        return Field(name, everything, common, long, None)
    common = np.where(yes_no > 0, yes_no, np.where(short == 0, 0, OWN))
    return Field(name, everything, common, short, None)


@dataclass(frozen=True, slots=True, eq=False)
class SharedTokens:
    """For pairs of short answers: how many tokens they share and have. NULL, yes and no are one
    token each, which nothing else has. ``both_spans``: whether both are spans.
    """

    shared: NDArray[np.float64]
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    both_spans: NDArray[np.bool_]


def shared_tokens(compared: Compared) -> SharedTokens:
    """Tokens of the short answers of ``compared.pairs``."""
    columns, rows = compared.columns, compared.rows
    short = columns.short[rows].astype(np.int64)
    answers, first_row, answer = np.unique(
        np.column_stack([compared.unit, short]), axis=0, return_index=True, return_inverse=True
    )
    tokens = _incidence(columns, rows[first_row], answers[:, 1])
    sizes = np.asarray(tokens.sum(axis=1), dtype=np.float64).reshape(-1)
    one, other = answer.reshape(-1)[compared.pairs.first], answer.reshape(-1)[compared.pairs.second]
    shared = np.asarray((tokens[one] * tokens[other]).sum(axis=1), dtype=np.float64).reshape(-1)
    has_spans = columns.spans[rows] > 0
    both = has_spans[compared.pairs.first] & has_spans[compared.pairs.second]
    return SharedTokens(shared, sizes[one], sizes[other], both)


def _incidence(
    columns: NaturalQuestionsColumns, rows: NDArray[Any], codes: NDArray[np.int64]
) -> scipy.sparse.csr_array:
    """A row for each answer, 1 for each token that it has. What has no tokens has one that no
    other answer of its example has.
    """
    starts, ends = columns.span_offsets[rows], columns.span_offsets[rows + 1]
    spans = _ranges(starts, ends)
    answer_of_span = np.repeat(np.arange(len(rows)), ends - starts)
    first, last = columns.span_tokens[spans, 0], columns.span_tokens[spans, 1]
    last = np.maximum(first, last)
    token = _ranges(first, last)
    answer = np.repeat(answer_of_span, last - first)
    without = np.flatnonzero(np.bincount(answer, minlength=len(rows)) == 0)
    alone = int(token.max(initial=0)) + 1 + codes[without]
    cells = np.unique(
        np.column_stack([np.concatenate([answer, without]), np.concatenate([token, alone])]), axis=0
    )
    width = int(cells[:, 1].max(initial=0)) + 1
    ones = np.ones(len(cells), dtype=np.int32)
    return scipy.sparse.csr_array((ones, (cells[:, 0], cells[:, 1])), shape=(len(rows), width))


def _ranges(starts: NDArray[Any], ends: NDArray[Any]) -> NDArray[np.int64]:
    """All whole numbers from each start up to its end, one after the other."""
    sizes = (ends - starts).astype(np.int64)
    before = np.cumsum(sizes) - sizes
    return np.asarray(np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes))
