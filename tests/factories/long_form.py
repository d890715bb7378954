"""Submitted long-form answers for tests, with figures of the test's choice."""

from collections.abc import Sequence
from typing import Any

from annotator.collecting.annotations.models import (
    Annotation,
    KnowledgePiece,
    LongFormAnswer,
    RevisionRequest,
    Source,
)
from annotator.collecting.annotations.services import new_annotation_id
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.services import finish_assignment
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.queries import current_guideline
from tests.factories.asqa import COMPLETE
from tests.factories.corpus import AT
from tests.factories.late import make_assignment

MISSING_SURVEYORS = {"disambiguation": 1, "short_answers": ["Surveyors"]}


def make_long_form_annotation(
    example: Example,
    annotator: User,
    *,
    text: str = COMPLETE,
    missing: Sequence[dict[str, Any]] = (),
    concern: str = "",
    coverage: float | None = 0.5,
    seconds: float | None = None,
    knowledge: Sequence[str] = (),
    assignment: Assignment | None = None,
    source: Source = Source.HUMAN,
) -> Annotation:
    """An annotation as it is after submitting, with these very figures.

    ``assignment`` is one that the annotator has of the example, else there will be a new one.
    """
    assignment = assignment or make_assignment(example, annotator)
    on_time = finish_assignment(assignment=assignment, at=AT)
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=example,
        annotator=annotator,
        project=example.project,
        annotation_id=str(new_annotation_id()),
        created_at=AT,
        is_late=not on_time,
        source=source,
        guideline=current_guideline(example.project),
    )
    _write(
        annotation,
        text=text,
        missing=missing,
        concern=concern,
        coverage=coverage,
        seconds=seconds,
    )
    KnowledgePiece.objects.bulk_create(
        KnowledgePiece(annotation=annotation, number=number, content=content)
        for number, content in enumerate(knowledge)
    )
    return annotation


def revise_long_form(
    annotation: Annotation,
    *,
    text: str = COMPLETE,
    missing: Sequence[dict[str, Any]] = (),
    coverage: float | None = 0.5,
) -> Annotation:
    """The annotation's revision."""
    RevisionRequest.objects.filter(annotation=annotation).delete()
    revision = Annotation.objects.create(
        assignment=annotation.assignment,
        example=annotation.example,
        annotator=annotation.annotator,
        project=annotation.project,
        annotation_id=str(new_annotation_id()),
        created_at=annotation.created_at,
        revision_of=annotation,
        revised_by=annotation.annotator,
        reason="Better now.",
        source=Source.HUMAN,
    )
    _write(revision, text=text, missing=missing, coverage=coverage)
    return revision


def _write(
    annotation: Annotation,
    *,
    text: str,
    missing: Sequence[dict[str, Any]],
    coverage: float | None,
    concern: str = "",
    seconds: float | None = None,
) -> None:
    project = annotation.example.project
    LongFormAnswer.objects.create(
        annotation=annotation,
        text=text,
        missing=list(missing),
        concern=concern,
        word_count=len(text.split()),
        coverage=coverage if text else None,
        seconds_writing=seconds,
        regime=project.regime,
        context_threshold=project.context_threshold,
    )
