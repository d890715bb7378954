"""Decided answers to ambiguous questions: see ``Adjudicating``."""

from collections.abc import Hashable

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.rouge import rouge_l_f1
from annotator.quality.adjudication.kinds import Answer

AGREEMENT = ("rouge_l",)


def key(answer: Answer) -> Hashable:
    """The text, and what is wrong with the disambiguations."""
    return answer["long_form_answer"], answer["concern"]


def closeness(answer: Answer, gold: Answer) -> float | None:
    """ROUGE-L F1 of the two texts."""
    try:
        return rouge_l_f1(answer["long_form_answer"], gold["long_form_answer"])
    except UndefinedMeasureError:
        return None
