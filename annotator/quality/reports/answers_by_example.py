"""Annotations grouped by example, as sections 4.4 and 5 of the NQ paper count them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import AnswerCounts, count_coded
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns

Part = Literal["long", "short"]
PARTS: tuple[Part, ...] = ("long", "short")
"""The two answers of an annotation; each can be NULL."""


@dataclass(frozen=True, slots=True, eq=False)
class AnsweredExamples:
    """Examples by key, ascending, and their annotations counted: long answers and short ones."""

    keys: NDArray[np.int64]
    long: AnswerCounts
    short: AnswerCounts

    def __len__(self) -> int:
        return len(self.keys)

    def of(self, part: Part) -> AnswerCounts:
        """The long or the short answers."""
        return self.long if part == "long" else self.short

    def spread(self, values: NDArray[np.float64], keys: NDArray[np.int64]) -> NDArray[np.float64]:
        """``values`` of these examples as a column for ``keys``; NaN for the others."""
        column = np.full(len(keys), np.nan)
        column[np.searchsorted(keys, self.keys)] = values
        return column


def answered_examples(
    columns: NaturalQuestionsColumns, *, at_least: int, first: int | None = None
) -> AnsweredExamples:
    """The examples with ``at_least`` annotations, with all of them or the ``first`` ones.

    The first ones are those that come first in the columns: the earliest.
    """
    keys, starts, sizes = np.unique(columns.example, return_index=True, return_counts=True)
    chosen = sizes >= at_least
    ranks = np.arange(len(columns)) - np.repeat(starts, sizes)
    taken = np.repeat(chosen, sizes)
    if first is not None:
        taken &= ranks < first
    places = np.repeat(np.cumsum(chosen) - 1, sizes)[taken]
    long, short = (
        count_coded(places, codes[taken].astype(np.int64), number=int(chosen.sum()))
        for codes in (columns.long, columns.short)
    )
    return AnsweredExamples(keys[chosen], long, short)


def most_annotations(columns: NaturalQuestionsColumns) -> int:
    """How many annotations the example has that has most; 0 without any."""
    return int(np.unique(columns.example, return_counts=True)[1].max(initial=0))
