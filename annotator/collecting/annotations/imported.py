"""Writing the annotations from a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.models import (
    Annotation,
    KnowledgePiece,
    LongFormAnswer,
    NaturalQuestionsAnswer,
    Source,
)
from annotator.collecting.annotations.natural_questions import new_natural_questions_answer
from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.foundation.names.derived_ids import derive_id
from annotator.material.corpus.models import Example
from annotator.material.formats.asqa import AsqaAnnotation
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.support import SupportDocument, coverage, disambiguation_text
from annotator.measures.word_count import count_words
from annotator.workspace.accounts.models import User


@dataclass(frozen=True, slots=True)
class ImportedAnnotation:
    """An NQ annotation from a file, and the slot of its position, which is filled."""

    slot: Slot
    annotator: User
    annotation_id: int
    checked: CheckedAnswer


@transaction.atomic
def add_imported_annotations(
    *, arrived: Sequence[ImportedAnnotation], at: datetime
) -> list[Annotation]:
    """Write NQ annotations from a file; byte offsets are kept as ``checked`` has them."""
    assignments = Assignment.objects.bulk_create(
        [
            Assignment(
                example=each.slot.example,
                annotator=each.annotator,
                project_id=each.slot.project_id,
                slot=each.slot,
                state=AssignmentState.SUBMITTED,
                created_at=at,
                submitted_at=at,
            )
            for each in arrived
        ],
        batch_size=500,
    )
    annotations = Annotation.objects.bulk_create(
        [
            Annotation(
                assignment=assignment,
                example=each.slot.example,
                annotator=each.annotator,
                project_id=each.slot.project_id,
                annotation_id=str(each.annotation_id),
                created_at=at,
                source=Source.IMPORTED,
            )
            for assignment, each in zip(assignments, arrived, strict=True)
        ],
        batch_size=500,
    )
    answers = [
        new_natural_questions_answer(annotation=annotation, checked=each.checked)
        for annotation, each in zip(annotations, arrived, strict=True)
    ]
    for answer in answers:
        # Imported files don't say whether a question was good.
        answer.question_quality = None
    NaturalQuestionsAnswer.objects.bulk_create(answers, batch_size=500)
    return annotations


@transaction.atomic
def add_imported_long_form_answer(
    *,
    example: Example,
    slot_number: int,
    annotator: User,
    answer: AsqaAnnotation,
    at: datetime,
) -> Annotation:
    """Write an ASQA annotation from a file, filling the slot of its position.

    The example must have slots. Text and knowledge are kept as they are, null contents too; nobody
    has confirmed what is missing in the text, so nothing is stored as confirmed.
    """
    annotation = _fill_slot(
        example=example,
        slot_number=slot_number,
        annotator=annotator,
        annotation_id=derive_id(example.example_id, slot_number),
        at=at,
    )
    LongFormAnswer.objects.create(
        annotation=annotation,
        text=answer.long_form_answer,
        word_count=count_words(answer.long_form_answer),
        coverage=_coverage(example, answer),
        regime=example.project.regime,
        context_threshold=example.project.context_threshold,
    )
    _write_knowledge(annotation, answer)
    return annotation


def _coverage(example: Example, answer: AsqaAnnotation) -> float | None:
    """From the file alone: found passages come later, if at all."""
    disambiguations = list(example.disambiguations.order_by("number"))
    document = SupportDocument(
        disambiguations=tuple(
            disambiguation_text(each.question, each.short_answers) for each in disambiguations
        ),
        passages=(
            *(each.context for each in disambiguations if each.context),
            *(piece.content for piece in answer.knowledge if piece.content),
        ),
    )
    try:
        return coverage(answer.long_form_answer, document)
    except UndefinedMeasureError:
        return None


def _write_knowledge(annotation: Annotation, answer: AsqaAnnotation) -> Sequence[KnowledgePiece]:
    return KnowledgePiece.objects.bulk_create(
        KnowledgePiece(
            annotation=annotation,
            number=number,
            content=piece.content,
            page_title=piece.page_title,
        )
        for number, piece in enumerate(answer.knowledge)
    )


def _fill_slot(
    *, example: Example, slot_number: int, annotator: User, annotation_id: int, at: datetime
) -> Annotation:
    slot = example.slots.get(number=slot_number)
    slot.state = SlotState.FILLED
    slot.save(update_fields=["state"])
    assignment = Assignment.objects.create(
        example=example,
        annotator=annotator,
        project_id=example.project_id,
        slot=slot,
        state=AssignmentState.SUBMITTED,
        created_at=at,
        submitted_at=at,
    )
    return Annotation.objects.create(
        assignment=assignment,
        example=example,
        annotator=annotator,
        project_id=example.project_id,
        annotation_id=str(annotation_id),
        created_at=at,
        source=Source.IMPORTED,
    )
