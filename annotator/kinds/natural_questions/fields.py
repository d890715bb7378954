"""The fields of an NQ answer."""

from typing import Any

from annotator.collecting.annotations.answer_fields import (
    AnswerField,
    Choice,
    Structure,
    Truth,
    Whole,
    column,
)
from annotator.collecting.annotations.models import (
    BadReason,
    NaturalQuestionsAnswer,
    QuestionQuality,
    YesNoAnswer,
)

_SPAN = ("start_byte", "end_byte", "start_token", "end_token")


def _is_good(row: NaturalQuestionsAnswer) -> bool:
    return row.question_quality == QuestionQuality.GOOD


def _has_long_answer(row: NaturalQuestionsAnswer) -> bool:
    return row.candidate_index is not None


def _chosen(row: NaturalQuestionsAnswer) -> dict[str, Any] | None:
    return {"candidate_index": row.candidate_index} if _has_long_answer(row) else None


def _shown_long_answer(row: NaturalQuestionsAnswer) -> dict[str, Any] | None:
    found = _exported_long_answer(row)
    return found and {**found, "tag": row.long_answer_tag, "text": row.long_answer_preview}


def _exported_long_answer(row: NaturalQuestionsAnswer) -> dict[str, Any] | None:
    """Offsets as in NQ's own format."""
    chosen = _chosen(row)
    return chosen and chosen | {name: getattr(row, f"long_{name}") for name in _SPAN}


def _marked(row: NaturalQuestionsAnswer) -> list[dict[str, int]]:
    return [{"start_token": start, "end_token": end} for _, _, start, end in row.short_answers]


def _shown_short_answers(row: NaturalQuestionsAnswer) -> list[dict[str, Any]]:
    shown = zip(_exported_short_answers(row), row.short_answer_texts, strict=True)
    return [{**span, "text": text} for span, text in shown]


def _exported_short_answers(row: NaturalQuestionsAnswer) -> list[dict[str, int]]:
    return [dict(zip(_SPAN, span, strict=True)) for span in row.short_answers]


def _first_stage(row: NaturalQuestionsAnswer) -> str:
    """Where the answer is seen on its page; a bad question has no page."""
    if _has_long_answer(row):
        return "short_answer"
    return "long_answer" if _is_good(row) else "review"


ANSWERED = (
    column(
        "question_quality",
        Choice(QuestionQuality.choices, null=True),
        is_required=True,
        # Files don't say whether a question was good; only a good one has an answer.
        submitted=lambda row: row.question_quality or QuestionQuality.GOOD.value,
    ),
    AnswerField(
        name="long_answer",
        value=Structure(),
        columns=(
            *("candidate_index", "long_answer_tag", "long_answer_preview"),
            *("long_start_byte", "long_end_byte"),
        ),
        derived=("long_answer_top_level", "long_start_token", "long_end_token"),
        submitted=_chosen,
        drafted=_chosen,
        shown=_shown_long_answer,
        exported=_exported_long_answer,
    ),
    AnswerField(name="long_answer_decided", value=Truth(), default=False, drafted=_is_good),
    AnswerField(
        name="short_answers",
        value=Structure(),
        columns=("short_answers", "short_answer_texts"),
        derived=("short_answer_count",),
        default=(),
        submitted=_marked,
        drafted=_marked,
        shown=_shown_short_answers,
        exported=_exported_short_answers,
    ),
    AnswerField(
        name="short_answer_decided", value=Truth(), default=False, drafted=_has_long_answer
    ),
    column("yes_no_answer", Choice(YesNoAnswer.choices), default=YesNoAnswer.NONE.value),
    AnswerField(
        name="stage",
        value=Choice(("question", "long_answer", "short_answer", "review")),
        default="question",
        drafted=_first_stage,
    ),
)
"""The long and the short answer, and the stage that a draft has come to."""

BESIDE = (
    column(
        "bad_reason",
        Choice(BadReason.choices, blank=True),
        default="",
        in_training=False,
        help="Why the question is bad after its page was shown; `not_given` if left out.",
        shown_help="Why it was called bad after its page was shown; empty for any other answer.",
    ),
    column(
        "word_jumps",
        Whole(0, 1_000_000),
        in_training=False,
        stays=True,
        help="How often the annotator jumped to a box with words of the question.",
    ),
)
"""Beside the answer; no page is needed to check it."""

FIELDS = (*ANSWERED, *BESIDE)
