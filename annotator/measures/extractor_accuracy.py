"""Disambig-F1 and related scores: what an extractor finds in a long-form answer (ASQA paper,
4.1).

Source: the ASQA paper, section 4.1, whose φ is the token F1 of SQuAD's evaluation, and the data
set's scorer, which also counts exact matches (QA-EM) and questions whose disambiguations are all
matched exactly (QA-Hit).
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.normalised_text import normalise


class ExtractorScores(NamedTuple):
    """For one question: the shares of its disambiguations matched, 0 to 1, and whether all are."""

    exact: float
    f1: float
    hit: bool


def token_f1(short_answer: str, found: str) -> float:
    """The F1, 0 to 1, of the tokens that both normalised texts have.

    Tokens are separated by white space. If one of the two has none, F1 is 1 if both have none, else
    0: an extractor that finds nothing says so with an empty text.

    >>> token_f1("the 4 Seasons", "Four seasons")
    0.5
    """
    wanted, given = normalise(short_answer).split(), normalise(found).split()
    if not wanted or not given:
        return float(wanted == given)
    same = sum((Counter(wanted) & Counter(given)).values())
    if same == 0:
        return 0.0
    precision, recall = same / len(given), same / len(wanted)
    return 2 * precision * recall / (precision + recall)


def is_exact(short_answer: str, found: str) -> bool:
    """Whether both are the same text once normalised."""
    return normalise(short_answer) == normalise(found)


def extractor_scores(
    short_answers: Sequence[Sequence[str]], found: Sequence[Sequence[str]]
) -> ExtractorScores:
    """The scores of one question: for each disambiguation its wordings and the extractor's answers.

    Of several wordings or several answers the best pair counts.

    >>> extractor_scores([["1829"], ["Charles X", "Charles"]], [["in 1829"], ["Charles"]])
    ExtractorScores(exact=0.5, f1=0.8333333333333333, hit=False)

    Raises ``UndefinedMeasureError`` without disambiguations, and where one of them has no wording
    or no answer; ``ValueError`` where the two have different lengths.
    """
    if not short_answers:
        raise UndefinedMeasureError("a question without disambiguations has no share of them")
    exact, f1 = 0, 0.0
    for wordings, answers in zip(short_answers, found, strict=True):
        pairs = [(wording, answer) for wording in wordings for answer in answers]
        if not pairs:
            raise UndefinedMeasureError("a disambiguation needs a short answer and a reader's")
        exact += max(is_exact(*pair) for pair in pairs)
        f1 += max(token_f1(*pair) for pair in pairs)
    count = len(short_answers)
    return ExtractorScores(exact / count, f1 / count, exact == count)
