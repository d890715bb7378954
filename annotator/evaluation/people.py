"""How well people do on a split's gold: the rows beside the systems'."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from statistics import fmean
from typing import Any

from annotator.formats.asqa import AsqaExample
from annotator.formats.gold_answers import GoldExample
from annotator.measures.answer_match import Answer
from annotator.measures.answers import AnswerCounts, count_answers
from annotator.measures.evaluation import Outcomes
from annotator.measures.human_bounds import (
    PREDICTORS,
    REFERENCES,
    one_against_others,
    single_annotator,
    super_annotator,
)
from annotator.measures.rouge import rouge_l
from annotator.measures.short_answer_presence import string_exact_match
from annotator.measures.undefined import UndefinedMeasureError

SINGLE, SUPER, ONE = "single_annotator", "super_annotator", "one_against_others"
AGAINST_EACH_OTHER = "annotators_against_each_other"
SCORES = ("f1", "precision", "recall")

Row = dict[str, Any]
"""``who``, over how many ``examples``, and ``metrics`` under the official names."""


def people_on_natural_questions(gold: Sequence[GoldExample]) -> dict[str, list[Row]]:
    """``rows`` of those whom the annotations suffice for, and why others are ``missing``.

    As in the statistics: of examples with 25 annotations the super-annotator and the single one
    (NQ paper, section 5.2), the latter else of those with more than 5; of those with 5, the first
    5, one against the others. People have no scores, so a threshold changes nothing.
    """
    many = _first(gold, REFERENCES + PREDICTORS)
    several = many or [each.annotations for each in gold if len(each.annotations) > REFERENCES]
    few = _first(gold, REFERENCES)
    rows, missing = [], []
    for who, answered, need, expect in (
        (SINGLE, several, REFERENCES + 1, single_annotator),
        (SUPER, many, REFERENCES + PREDICTORS, super_annotator),
        (ONE, few, REFERENCES, one_against_others),
    ):
        if not answered:
            missing.append({"who": who, "reason": f"No example has {need} annotations yet."})
            continue
        metrics = _metrics("long", expect(_counted(answered, _long)))
        metrics |= _metrics("short", expect(_counted(answered, _short)))
        rows.append({"who": who, "examples": len(answered), "metrics": metrics})
    return {"rows": rows, "missing": missing}


def people_on_asqa(gold: Mapping[str, AsqaExample]) -> dict[str, list[Row]]:
    """The first two annotations of each question against each other, as ``rows`` or ``missing``.

    One reference is left for each answer where systems have two. Without a reader's answers there
    is no Disambig-F1.
    """
    pairs = [
        (first.long_form_answer, second.long_form_answer, example)
        for example in gold.values()
        if len(example.annotations) > 1
        for first, second in [example.annotations[:2]]
    ]
    if not pairs:
        reason = "No question has two annotations yet."
        return {"rows": [], "missing": [{"who": AGAINST_EACH_OTHER, "reason": reason}]}
    both = [
        (answer, other, example)
        for one, two, example in pairs
        for answer, other in ((one, two), (two, one))
    ]
    present = [
        string_exact_match(answer, [each.short_answers for each in example.disambiguations])
        for answer, _, example in both
    ]
    metrics = {
        "rougeLsum": 100 * fmean(rouge_l(answer, [other]) for answer, other, _ in both),
        "length": fmean(len(answer.split()) for answer, _, _ in both),
        "str_em": 100 * fmean(present),
    }
    row = {"who": AGAINST_EACH_OTHER, "examples": len(pairs), "metrics": metrics}
    return {"rows": [row], "missing": []}


def _first(gold: Sequence[GoldExample], count: int) -> list[tuple[Answer, ...]]:
    return [each.annotations[:count] for each in gold if len(each.annotations) >= count]


def _counted(
    answered: Sequence[Sequence[Answer]], part: Callable[[Answer], Hashable | None]
) -> AnswerCounts:
    return count_answers([[part(each) for each in answers] for answers in answered])


def _long(answer: Answer) -> Hashable | None:
    return answer.long_answer


def _short(answer: Answer) -> Hashable | None:
    if answer.yes_no_answer != "NONE":
        return answer.yes_no_answer
    return frozenset(answer.short_answers) or None


def _metrics(part: str, outcomes: Outcomes) -> dict[str, float]:
    found = {}
    for score in SCORES:
        try:
            found[f"{part}-best-threshold-{score}"] = float(getattr(outcomes, score)())
        except UndefinedMeasureError:
            continue
    return found
