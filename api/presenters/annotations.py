"""Annotations and examples as the API shows them."""

from typing import Any

from annotator.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.corpus.models import Example


def _long_answer(answer: NaturalQuestionsAnswer) -> dict[str, Any] | None:
    if answer.candidate_index is None:
        return None
    return {
        "candidate_index": answer.candidate_index,
        "tag": answer.long_answer_tag,
        "start_token": answer.long_start_token,
        "end_token": answer.long_end_token,
        "start_byte": answer.long_start_byte,
        "end_byte": answer.long_end_byte,
        "text": answer.long_answer_preview,
    }


def _short_answers(answer: NaturalQuestionsAnswer) -> list[dict[str, Any]]:
    return [
        {
            "start_byte": row[0],
            "end_byte": row[1],
            "start_token": row[2],
            "end_token": row[3],
            "text": text,
        }
        for row, text in zip(answer.short_answers, answer.short_answer_texts, strict=True)
    ]


def _active_seconds(answer: NaturalQuestionsAnswer) -> dict[str, float] | None:
    seconds = {
        "question": answer.seconds_question,
        "long_answer": answer.seconds_long_answer,
        "short_answer": answer.seconds_short_answer,
    }
    if all(value is None for value in seconds.values()):
        return None
    return {stage: value or 0.0 for stage, value in seconds.items()}


def present_annotation(annotation: Annotation) -> dict[str, Any]:
    """An annotation with its answer in tokens, bytes and words."""
    answer = annotation.natural_questions_answer
    page = annotation.example.page
    return {
        "id": annotation.pk,
        "annotation_id": annotation.annotation_id,
        "example": annotation.example_id,
        "question": annotation.example.question.text,
        "page_title": page.title if page else "",
        "annotator": annotation.annotator.username,
        "created_at": annotation.created_at,
        "is_late": annotation.is_late,
        "source": annotation.source,
        "question_quality": answer.question_quality,
        "long_answer": _long_answer(answer),
        "short_answers": _short_answers(answer),
        "yes_no_answer": answer.yes_no_answer,
        "active_seconds": _active_seconds(answer),
    }


def present_example(example: Example) -> dict[str, Any]:
    """A row of the list of examples (from ``published_examples``)."""
    page = example.page
    counts = ("annotations_submitted", "annotations_required", "open_assignments")
    return {
        "id": example.pk,
        "example_id": str(example.example_id),
        "question": example.question.text,
        "page_title": page.title if page else "",
        "page_url": page.url if page else "",
        "split": example.split,
        **{name: getattr(example, name) for name in counts},
    }
