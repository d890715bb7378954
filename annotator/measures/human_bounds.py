"""What people reach on the evaluation measure (NQ paper, section 5.2 and the last rows of Table 3).

Of the annotations of an example, k are drawn as references; from the others comes the prediction.
The paper draws once. Here the expectation over all draws is counted out exactly: precision, recall
and F1 are ratios of expected sums. It depends on nothing but how many annotations are NULL and how
many give each other answer, so examples with the same counts are worked out once.
"""

from collections.abc import Callable

import numpy as np

from annotator.measures.answers import AnswerCounts
from annotator.measures.evaluation import BETA, Outcomes
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.reference_draws import Expected, expect_single, expect_super

REFERENCES = 5
"""k: how many annotations of an example are references."""
PREDICTORS = 20
"""So many annotations make up the super-annotator."""
ALPHA = 8
"""So many of them must be non-null for the super-annotator to answer."""


def single_annotator(
    answers: AnswerCounts, *, references: int = REFERENCES, beta: int = BETA
) -> Outcomes:
    """The expected outcome of each example for one annotation against ``references`` others.

    The one and its references are drawn without replacement; the formula is at ``expect_single``.
    In the paper 80.4% precision, 67.6% recall and 73.4% F1 for long answers.

    Raises ``UndefinedMeasureError`` if an example has no more annotations than there are
    references, ``ValueError`` where β isn't 1 to k.
    """
    _check(answers, references, beta)
    return _outcomes(answers, lambda nulls, counts: expect_single(nulls, counts, references, beta))


def single_on_all(answers: AnswerCounts, *, beta: int = BETA) -> Outcomes:
    """The mean outcome of each annotation of an example against all its others.

    As systems against all annotations. Examples may differ in how many they have, and those with
    one have nothing answerable. Raises ``UndefinedMeasureError`` without examples.
    """
    if not len(answers):
        raise UndefinedMeasureError("without examples nobody predicts")
    return _outcomes(
        answers,
        lambda nulls, counts: expect_single(nulls, counts, nulls + sum(counts) - 1, beta),
    )


def one_against_others(answers: AnswerCounts, *, beta: int = BETA) -> Outcomes:
    """The mean outcome of each annotation of an example against all its others.

    For 5-way data: every example has the same number of annotations, and each of them predicts
    once. It is right less often than in the paper, whose single annotator has five references.

    Raises ``UndefinedMeasureError`` without examples or where they have one annotation,
    ``ValueError`` where they differ in how many they have.
    """
    return single_annotator(answers, references=_same_size(answers) - 1, beta=beta)


def super_annotator(
    answers: AnswerCounts,
    *,
    alpha: int = ALPHA,
    references: int = REFERENCES,
    predictors: int = PREDICTORS,
    beta: int = BETA,
) -> Outcomes:
    """The expected outcome of each example for the super-annotator (section 5.2).

    ``references`` of the annotations are drawn, the other ``predictors`` predict: NULL if fewer
    than α of them are non-null, else their most popular non-null answer. Each of several equally
    popular answers is predicted with the same probability; the paper leaves that open. In the paper
    90.0% precision, 84.6% recall and 87.2% F1 for long answers, with α = 8.

    Raises ``UndefinedMeasureError`` without examples, ``ValueError`` where one hasn't exactly
    ``references + predictors`` annotations, or if β isn't 1 to k or α not 1 to ``predictors``.
    """
    _check_super(answers, alpha, references, predictors, beta)
    return _outcomes(
        answers, lambda nulls, counts: expect_super(nulls, counts, references, alpha, beta)
    )


def _outcomes(
    answers: AnswerCounts, expect: Callable[[int, tuple[int, ...]], Expected]
) -> Outcomes:
    patterns, of_example = np.unique(
        np.column_stack([answers.nulls, answers.counts]), axis=0, return_inverse=True
    )
    expected = np.array(
        [
            [float(each) for each in expect(nulls, tuple(count for count in counts if count))]
            for nulls, *counts in patterns.tolist()
        ]
    )
    return Outcomes(*expected[of_example.reshape(-1)].T)


def _same_size(answers: AnswerCounts) -> int:
    sizes = np.unique(answers.sizes)
    if not len(sizes):
        raise UndefinedMeasureError("without examples nobody predicts")
    if len(sizes) > 1:
        raise ValueError("some examples have more annotations than others")
    return int(sizes[0])


def _check(answers: AnswerCounts, references: int, beta: int) -> None:
    if not len(answers):
        raise UndefinedMeasureError("without examples nobody predicts")
    size = int(answers.sizes.min())
    if size <= max(references, 1):
        raise UndefinedMeasureError(
            f"an example with {size} annotations has none left beside {references} references"
        )
    if not 1 <= beta <= references:
        raise ValueError(f"β is 1 to {references}, the number of references, and not {beta}")


def _check_super(
    answers: AnswerCounts, alpha: int, references: int, predictors: int, beta: int
) -> None:
    if _same_size(answers) != references + predictors:
        raise ValueError(
            f"{references} references and {predictors} that predict want "
            f"{references + predictors} annotations of each example"
        )
    _check(answers, references, beta)
    if not 1 <= alpha <= predictors:
        raise ValueError(f"α is 1 to {predictors}, the number that predict, and not {alpha}")
