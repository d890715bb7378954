"""Definition 1 of the NQ paper for predictions that are known, one by one and as arrays.

In arrays, references are codes of answers, examples × k, and a prediction is the code of one: 0 is
NULL. Only codes of the same example are compared.
"""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import NULL
from annotator.measures.evaluation import BETA, Outcomes
from annotator.measures.intervals.undefined import UndefinedMeasureError


def h_beta(
    annotations: Sequence[Hashable | None], label: Hashable | None, beta: int = BETA
) -> bool:
    """Whether ``label`` is right, given the k ``annotations`` of its example. None is NULL.

    Raises ``UndefinedMeasureError`` without annotations, ``ValueError`` where β isn't 1 to k.
    """
    _check(len(annotations), beta)
    non_null = sum(each is not None for each in annotations)
    if label is None:
        return non_null < beta
    return non_null >= beta and label in annotations


def evaluate(
    references: NDArray[np.int64], predictions: NDArray[np.int64], beta: int = BETA
) -> Outcomes:
    """The outcome of each example for ``predictions`` against k ``references`` each.

    Raises ``UndefinedMeasureError`` without annotations, ``ValueError`` where β isn't 1 to k or
    there aren't as many predictions as examples.
    """
    if len(references) != len(predictions):
        raise ValueError(f"{len(predictions)} predictions don't fit {len(references)} examples")
    _check(references.shape[1], beta)
    answerable = np.count_nonzero(references != NULL, axis=1) >= beta
    answered = predictions != NULL
    seen = (references == predictions[:, None]).any(axis=1)
    hits = answered & answerable & seen
    correct = hits | (~answered & ~answerable)
    return Outcomes(*(each.astype(np.float64) for each in (correct, hits, answered, answerable)))


def _check(annotations: int, beta: int) -> None:
    if annotations == 0:
        raise UndefinedMeasureError("without annotations nothing says what is right")
    if not 1 <= beta <= annotations:
        raise ValueError(f"β is 1 to {annotations}, the number of annotations, and not {beta}")
