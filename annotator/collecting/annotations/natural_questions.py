"""NQ answers: checked against their example's page, and made into rows."""

from collections.abc import Mapping
from typing import Any

from annotator.collecting.annotations.answers import CheckedAnswer, check_answer
from annotator.collecting.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.material.corpus.models import Example
from annotator.material.corpus.queries import packed_candidates_of, packed_tokens_of

STAGES = ("question", "long_answer", "short_answer")
"""Each has its active time in a column of ``NaturalQuestionsAnswer``: ``seconds_question``…"""


def check_natural_questions_for_example(
    example: Example, answer: Mapping[str, Any]
) -> CheckedAnswer:
    """Check an answer against its example's page; see ``check_answer``.

    Reads the page's tokens and candidates, unless the process keeps them or the question is bad.
    """
    if answer["question_quality"] == "bad" or example.page is None:
        return check_answer(answer, tokens=[], candidates=[])
    return check_answer(
        answer,
        tokens=packed_tokens_of(example.page),
        candidates=packed_candidates_of(example.page),
    )


def new_natural_questions_answer(
    *,
    annotation: Annotation | None,
    checked: CheckedAnswer,
    active_seconds: Mapping[str, float] | None = None,
) -> NaturalQuestionsAnswer:
    """The row of a checked answer, not stored yet. ``active_seconds`` are by ``STAGES``; a stage
    that is left out is null.
    """
    box = checked.candidate
    seconds = {f"seconds_{stage}": (active_seconds or {}).get(stage) for stage in STAGES}
    return NaturalQuestionsAnswer(
        annotation=annotation,
        question_quality=checked.question_quality,
        candidate_index=checked.candidate_index,
        long_answer_tag=checked.tag,
        long_answer_top_level=box.top_level if box else None,
        long_start_byte=box.start_byte if box else None,
        long_end_byte=box.end_byte if box else None,
        long_start_token=box.start_token if box else None,
        long_end_token=box.end_token if box else None,
        short_answers=[
            [span.start_byte, span.end_byte, span.start_token, span.end_token]
            for span in checked.short_answers
        ],
        long_answer_preview=checked.preview,
        short_answer_texts=[span.text for span in checked.short_answers],
        short_answer_count=len(checked.short_answers),
        yes_no_answer=checked.yes_no_answer,
        **checked.beside,
        **seconds,
    )
