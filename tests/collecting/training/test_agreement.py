"""Automatic grades of NQ answers, each worked by hand."""

from typing import Any

import pytest

from annotator.kinds.natural_questions.automatic_grades import compare_answers


def answer(
    long: tuple[int, int] | None = None,
    short: tuple[tuple[int, int], ...] = (),
    yes_no: str = "NONE",
    quality: str = "good",
) -> dict[str, Any]:
    spans = [{"start_token": start, "end_token": end} for start, end in short]
    box = None if long is None else {"start_token": long[0], "end_token": long[1]}
    return {
        "question_quality": quality,
        "long_answer": box,
        "short_answers": spans,
        "yes_no_answer": yes_no,
    }


BAD = answer(quality="bad")
NULL = answer()
BOX = answer((10, 50))
SPAN = answer((10, 50), ((12, 14), (20, 22)))
YES = answer((10, 50), yes_no="YES")

CASES = [
    # answer, reference: question quality, long answer, short answers
    (SPAN, SPAN, "met met met"),
    # The order of spans says nothing.
    (answer((10, 50), ((20, 22), (12, 14))), SPAN, "met met met"),
    # One span of two; a longer span over one of them; words beside them.
    (answer((10, 50), ((12, 14),)), SPAN, "met met partly"),
    (answer((10, 50), ((12, 16), (20, 22))), SPAN, "met met partly"),
    (answer((10, 50), ((14, 20),)), SPAN, "met met not_met"),
    (BOX, SPAN, "met met not_met"),
    (SPAN, BOX, "met met not_met"),
    # The box inside the reference's, around it, and one that only touches it.
    (answer((20, 30)), BOX, "met partly met"),
    (answer((5, 60)), BOX, "met partly met"),
    (answer((50, 60)), BOX, "met not_met met"),
    (NULL, BOX, "met not_met met"),
    (BOX, NULL, "met not_met met"),
    (NULL, NULL, "met met met"),
    # A bad question has no answer, so no answer to it agrees.
    (NULL, BAD, "not_met met met"),
    (BAD, NULL, "not_met met met"),
    (BAD, SPAN, "not_met not_met not_met"),
    (BAD, BAD, "met met met"),
    (YES, YES, "met met met"),
    (YES, answer((10, 50), yes_no="NO"), "met met not_met"),
    (YES, SPAN, "met met not_met"),
    (SPAN, YES, "met met not_met"),
]


@pytest.mark.parametrize(("given", "reference", "levels"), CASES)
def test_an_answer_is_compared_on_each_criterion_by_itself(
    given: dict[str, Any], reference: dict[str, Any], levels: str
) -> None:
    found = compare_answers(given, reference)
    assert [comparison.criterion.value for comparison in found] == [
        "question_quality",
        "long_answer",
        "short_answers",
    ]
    assert " ".join(comparison.level.value for comparison in found) == levels


def test_a_comparison_says_what_differs() -> None:
    found = compare_answers(answer((20, 30), yes_no="NO"), YES)
    assert [comparison.comment for comparison in found] == [
        "Judged good, as the reference does.",
        "A box that overlaps the reference's.",
        "The reference says yes, not no.",
    ]
