"""An example of Natural Questions made ready to be written: a question and its page."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import orjson

from annotator.annotations.answers import CheckedAnswer
from annotator.annotations.imported import add_imported_annotation
from annotator.annotations.models import Annotation, Source
from annotator.assignments.slots import create_slots
from annotator.corpus.models import Example
from annotator.corpus.services import PreparedPage, create_example, store_page
from annotator.imports.annotators import imported_annotator
from annotator.imports.origin import Origin
from annotator.imports.prepared import PreparedExample


@dataclass(frozen=True, slots=True)
class PreparedAnnotation:
    """An annotation that a file brings along."""

    annotation_id: int
    checked: CheckedAnswer


@dataclass(frozen=True)
class PreparedQuestion(PreparedExample):
    """Everything that one line of a file stands for.

    ``annotations`` is None where none were asked for: then those of the database don't count.
    """

    example_id: int
    question_text: str
    question_tokens: tuple[str, ...] | None
    page: PreparedPage
    split: str
    annotations: tuple[PreparedAnnotation, ...] | None

    @property
    def name(self) -> str:
        """The official id, in digits."""
        return str(self.example_id)

    @property
    def page_bytes(self) -> int:
        """The page's HTML."""
        return self.page.page.byte_count

    @property
    def annotation_count(self) -> int:
        """How many annotations it brings."""
        return len(self.annotations or ())

    def content(self) -> str:
        """A digest of question, page and annotations."""
        return _digest(
            self.question_text,
            self.question_tokens,
            self.page.page.fingerprint,
            [_answer_row(a.annotation_id, a.checked) for a in self.annotations or ()],
        )

    def stored_content(self, example: Example) -> str:
        """The same for an example of the database; only imported annotations count."""
        page = example.page
        return _digest(
            example.question.text,
            example.question.tokens,
            page.fingerprint if page else "",
            [] if self.annotations is None else list(_stored_rows(example)),
        )

    def write(self, origin: Origin) -> Example:
        """Write the example with its slots, unpublished, and its annotations."""
        annotations = self.annotations or ()
        split = self.split or origin.split
        example = create_example(
            project=origin.project,
            example_id=self.example_id,
            question_text=self.question_text,
            question_tokens=None if self.question_tokens is None else list(self.question_tokens),
            page=store_page(prepared=self.page),
            position=origin.position,
            at=origin.at,
            split=split,
            overlap=origin.overlap(split, annotations=len(annotations)),
            import_job=origin.job,
        )
        create_slots(examples=[example])
        for number, annotation in enumerate(annotations):
            add_imported_annotation(
                example=example,
                slot_number=number,
                annotator=imported_annotator(project=origin.project, position=number),
                annotation_id=annotation.annotation_id,
                checked=annotation.checked,
                at=origin.at,
            )
        return example


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
