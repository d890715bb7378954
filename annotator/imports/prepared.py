"""An example made ready outside of any transaction: verified, tokenised, compressed."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import orjson

from annotator.annotations.answers import CheckedAnswer
from annotator.annotations.models import Annotation, Source
from annotator.corpus.models import Example
from annotator.corpus.services import PreparedPage


@dataclass(frozen=True, slots=True)
class PreparedAnnotation:
    """An annotation that a file brings along."""

    annotation_id: int
    checked: CheckedAnswer


@dataclass(frozen=True, slots=True)
class PreparedExample:
    """Everything that one line of a file stands for."""

    example_id: int
    question_text: str
    question_tokens: tuple[str, ...] | None
    page: PreparedPage
    split: str
    annotations: tuple[PreparedAnnotation, ...]

    def content(self, *, with_annotations: bool) -> str:
        """A digest that two examples share exactly if they say the same."""
        return _digest(
            self.question_text,
            self.question_tokens,
            self.page.page.fingerprint,
            [_answer_row(a.annotation_id, a.checked) for a in self.annotations]
            if with_annotations
            else [],
        )


def stored_content(example: Example, *, with_annotations: bool) -> str:
    """The same digest for an example of the database; only imported annotations count."""
    page = example.page
    return _digest(
        example.question.text,
        example.question.tokens,
        page.fingerprint if page else "",
        list(_stored_rows(example)) if with_annotations else [],
    )


def _digest(
    text: str,
    tokens: Sequence[str] | None,
    fingerprint: str,
    annotations: Sequence[Sequence[object]],
) -> str:
    question_tokens = None if tokens is None else list(tokens)
    return hashlib.sha256(
        orjson.dumps([text, question_tokens, fingerprint, annotations])
    ).hexdigest()


def _answer_row(annotation_id: int, checked: CheckedAnswer) -> list[object]:
    spans = [[span.start_token, span.end_token] for span in checked.short_answers]
    return [str(annotation_id), checked.candidate_index, spans, checked.yes_no_answer]


def _stored_rows(example: Example) -> Iterable[list[object]]:
    imported = (
        Annotation.objects.filter(example=example, source=Source.IMPORTED, revision_of=None)
        .select_related("natural_questions_answer")
        .order_by("assignment__slot__number")
    )
    for annotation in imported:
        answer = annotation.natural_questions_answer
        yield [
            str(annotation.annotation_id),
            answer.candidate_index,
            [row[2:] for row in answer.short_answers],
            answer.yes_no_answer,
        ]
