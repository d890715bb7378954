"""How far an NQ answer agrees with a reference. Pure.

Each of the three criteria is compared separately, as in the official NQ evaluation: a long answer
is right if it is the same span, and no answer agrees with no answer. A bad question has none. In
addition there is *partly*, for answers that a lead should look at.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.collecting.training.kinds import Comparison
from annotator.collecting.training.models import Criterion, Level


def compare_answers(
    answer: Mapping[str, Any], reference: Mapping[str, Any]
) -> tuple[Comparison, ...]:
    """Compare two answers as ``TrainingAnswer.shown`` holds them, on all three criteria."""
    return (
        _compare_quality(answer["question_quality"], reference["question_quality"]),
        _compare_long_answers(answer["long_answer"], reference["long_answer"]),
        _compare_short_answers(answer, reference),
    )


def _compare_quality(answered: str, expected: str) -> Comparison:
    same = answered == expected
    return Comparison(
        Criterion.QUESTION_QUALITY,
        Level.MET if same else Level.NOT_MET,
        f"Judged {answered}, as the reference does."
        if same
        else f"Judged {answered}; the reference says {expected}.",
    )


Box = Mapping[str, Any] | None


def _compare_long_answers(answered: Box, expected: Box) -> Comparison:
    level, comment = _judge_boxes(answered, expected)
    return Comparison(Criterion.LONG_ANSWER, level, comment)


def _judge_boxes(answered: Box, expected: Box) -> tuple[Level, str]:
    if answered is None and expected is None:
        return Level.MET, "No long answer, as in the reference."
    if expected is None:
        return Level.NOT_MET, "A long answer where the reference has none."
    if answered is None:
        return Level.NOT_MET, "No long answer where the reference has one."
    if _tokens(answered) == _tokens(expected):
        return Level.MET, "The same box as the reference."
    if _overlap(_tokens(answered), _tokens(expected)):
        return Level.PARTLY, "A box that overlaps the reference's."
    return Level.NOT_MET, "A different box from the reference."


Tokens = tuple[int, int]


def _tokens(span: Mapping[str, Any]) -> Tokens:
    return span["start_token"], span["end_token"]


def _overlap(one: Tokens, other: Tokens) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _compare_short_answers(answer: Mapping[str, Any], reference: Mapping[str, Any]) -> Comparison:
    level, comment = _judge_short_answers(answer, reference)
    return Comparison(Criterion.SHORT_ANSWERS, level, comment)


def _judge_short_answers(
    answer: Mapping[str, Any], reference: Mapping[str, Any]
) -> tuple[Level, str]:
    mine = [_tokens(span) for span in answer["short_answers"]]
    gold = [_tokens(span) for span in reference["short_answers"]]
    said, wanted = answer["yes_no_answer"], reference["yes_no_answer"]
    if set(mine) == set(gold) and said == wanted:
        return Level.MET, _describe_agreement(gold, wanted)
    if said != wanted:
        named = {"NONE": "neither yes nor no"}
        return Level.NOT_MET, (
            f"The reference says {named.get(wanted, wanted.lower())}, not"
            f" {named.get(said, said.lower())}."
        )
    if any(_overlap(one, other) for one in mine for other in gold):
        return Level.PARTLY, "Some of the reference's words, but not the same spans."
    return Level.NOT_MET, (
        "Different words from the reference."
        if mine and gold
        else "Short answers where the reference has none."
        if mine
        else "No short answer where the reference has one."
    )


def _describe_agreement(gold: Sequence[Tokens], wanted: str) -> str:
    if gold:
        return "The same words as the reference."
    if wanted != "NONE":
        return f"{wanted.capitalize()}, as in the reference."
    return "No short answer, as in the reference."
