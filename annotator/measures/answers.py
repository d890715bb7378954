"""Annotations of examples as counts: how many said NULL, and how many gave each other answer.

All that sections 4.4 and 5 of the NQ paper measure depends on these counts alone, so that a hundred
thousand examples are a few arrays. An answer is any hashable value and only has to differ from
others of its own example; None is NULL, which is an answer too.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

NULL = 0
"""The code of NULL; other answers have codes from 1."""

Over = Literal["all", "non_null"]
"""Whether NULL counts among the answers, or annotations with NULL are left aside."""


@dataclass(frozen=True, slots=True, eq=False)
class AnswerCounts:
    """``nulls[i]`` annotations of example i are NULL; ``counts[i]`` has the others by answer.

    A row of ``counts`` has the most popular answer first, and zeros after the last.
    """

    nulls: NDArray[np.int64]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.nulls)

    @property
    def non_nulls(self) -> NDArray[np.int64]:
        """g(a) of each example: how many annotations are not NULL."""
        return np.asarray(self.counts.sum(axis=1))

    @property
    def sizes(self) -> NDArray[np.int64]:
        """k of each example: how many annotations it has."""
        return self.nulls + self.non_nulls

    def ranked(self, over: Over) -> NDArray[np.int64]:
        """How many annotations each answer has, the most popular first, NULL among them or not."""
        if over == "non_null":
            return self.counts
        both = np.column_stack([self.counts, self.nulls])
        return np.asarray(-np.sort(-both, axis=1))


def count_answers(annotations: Sequence[Sequence[Hashable | None]]) -> AnswerCounts:
    """``annotations`` of each example, counted. Examples may differ in how many they have.

    >>> counted = count_answers([["a", "b", None, "b"], [None]])
    >>> counted.nulls.tolist(), counted.counts.tolist()
    ([1, 1], [[2, 1], [0, 0]])
    """
    examples = np.repeat(np.arange(len(annotations)), [len(row) for row in annotations])
    numbers: dict[Hashable | None, int] = {None: NULL}
    codes = np.array(
        [numbers.setdefault(each, len(numbers)) for row in annotations for each in row],
        dtype=np.int64,
    )
    return count_coded(examples, codes, number=len(annotations))


def count_coded(examples: NDArray[Any], codes: NDArray[np.int64], *, number: int) -> AnswerCounts:
    """The same of one long list: annotation i belongs to ``examples[i]`` and says ``codes[i]``.

    ``examples`` are numbers from 0 to ``number``, exclusive, in any order; a code is ``NULL`` or
    above.

    >>> counted = count_coded(np.array([0, 1, 0]), np.array([7, 0, 7]), number=2)
    >>> counted.nulls.tolist(), counted.counts.tolist()
    ([0, 1], [[2], [0]])
    """
    if len(codes) and codes.min() < NULL:
        raise ValueError("the code of an answer is 0 for NULL or above")
    is_null = codes == NULL
    nulls = np.bincount(examples[is_null], minlength=number).astype(np.int64)
    width = int(codes.max(initial=0)) + 1
    keys, counts = np.unique(
        examples[~is_null].astype(np.int64) * width + codes[~is_null], return_counts=True
    )
    of_example = keys // width
    order = np.lexsort((-counts, of_example))
    starts = np.searchsorted(of_example, np.arange(number))
    ranks = np.arange(len(keys)) - starts[of_example]
    ranked = np.zeros((number, int(ranks.max(initial=-1)) + 1), dtype=np.int64)
    ranked[of_example, ranks] = counts[order]
    return AnswerCounts(nulls, ranked)
