"""Agreement of annotators who write answers (ASQA paper, section 3.3)."""

from collections.abc import Sequence
from itertools import combinations
from statistics import mean
from typing import NamedTuple

import numpy as np

from annotator.measures.bootstrap import Interval, bootstrap_sums
from annotator.measures.rouge import rouge_l_f1
from annotator.measures.undefined import UndefinedMeasureError


class LongFormAgreement(NamedTuple):
    """Mean ROUGE-L F1, 0 to 1, over ``questions`` with two answers or more; a 95% interval."""

    value: float
    interval: Interval
    questions: int


def pairwise_rouge_l(answers: Sequence[str]) -> float:
    """The mean ROUGE-L F1, 0 to 1, over all pairs of one question's ``answers``.

    >>> round(pairwise_rouge_l(["the cat sat", "the cat sat", "the dog sat"]), 3)
    0.778

    Raises ``UndefinedMeasureError`` for fewer than two answers, or one without tokens.
    """
    scores = [rouge_l_f1(one, other) for one, other in combinations(answers, 2)]
    if not scores:
        raise UndefinedMeasureError("agreement needs two answers to a question")
    return mean(scores)


def mean_pairwise_rouge_l(
    questions: Sequence[Sequence[str]], *, seed: int, resamples: int = 2000
) -> LongFormAgreement:
    """The mean over questions of ``pairwise_rouge_l``; the paper has 49.6 (times 100).

    Questions with fewer than two answers are left out. The interval is by resampling questions.

    Raises ``UndefinedMeasureError`` where no question has two answers, or one has no tokens.
    """
    found = [pairwise_rouge_l(answers) for answers in questions if len(answers) > 1]
    if not found:
        raise UndefinedMeasureError("no question has two answers, so nobody could agree")
    totals = np.column_stack([found, np.ones(len(found))])
    interval = bootstrap_sums(
        lambda sums: sums[:, 0] / sums[:, 1], totals, seed=seed, resamples=resamples
    )
    return LongFormAgreement(mean(found), interval, len(found))
