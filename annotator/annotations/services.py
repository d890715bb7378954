"""Writing drafts and annotations."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.annotations.answers import CheckedAnswer, check_answer
from annotator.annotations.models import Annotation, Draft, NaturalQuestionsAnswer, Source
from annotator.assignments.models import Assignment, AssignmentState, SlotState
from annotator.assignments.services import complete_assignment, lock_assignment, renew_lease
from annotator.corpus.models import Example
from annotator.corpus.queries import candidates_of, tokens_of
from annotator.exceptions import ConflictError
from annotator.history.services import record_event
from annotator.projects.queries import current_guideline

DRAFTABLE = (
    AssignmentState.RESERVED,
    AssignmentState.OPEN,
    AssignmentState.PARKED,
    AssignmentState.EXPIRED,
)
STAGES = ("question", "long_answer", "short_answer")


@transaction.atomic
def save_draft(
    *, assignment: Assignment, version: int, answer: dict[str, Any], at: datetime
) -> Draft:
    """Store the answer so far and renew the lease.

    ``version`` is the one that was read (0: none yet). Raises ``ConflictError`` with code
    ``stale_draft`` when another tab saved a later one, ``not_open`` when there is nothing to
    draft any more. The first draft that calls the question good is what shows the page.
    """
    assignment = lock_assignment(assignment)
    if assignment.state not in DRAFTABLE:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    draft = Draft.objects.filter(assignment=assignment).first()
    current = draft.version if draft else 0
    if version != current:
        raise ConflictError("stale_draft", "Another tab has saved a later version of this answer.")
    draft = draft or Draft(assignment=assignment)
    draft.version = current + 1
    draft.answer = answer
    draft.saved_at = at
    draft.save()
    if answer.get("question_quality") == "good" and assignment.page_shown_at is None:
        assignment.page_shown_at = at
        assignment.save(update_fields=["page_shown_at"])
    renew_lease(assignment=assignment, at=at)
    return draft


def new_annotation_id() -> int:
    """A random positive 63-bit id."""
    return secrets.randbits(63)


@transaction.atomic
def submit_annotation(
    *,
    assignment: Assignment,
    answer: Mapping[str, Any],
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    active_seconds: Mapping[str, float] | None = None,
    client_version: str = "",
) -> tuple[Annotation, bool]:
    """Submit an NQ answer; the annotation, and whether it is new.

    The same ``idempotency_key`` again gives the same annotation. An answer whose lease was given
    away takes a free slot of its example, else it is kept as a late annotation. Raises
    ``InvalidInputError`` for an impossible answer, ``ConflictError`` with code ``stale_draft``
    when ``version`` is not the draft's and ``already_submitted`` for a second submission.
    """
    assignment = lock_assignment(assignment)
    earlier = assignment.annotations.order_by("pk").first()
    if earlier is not None:
        if idempotency_key and earlier.idempotency_key == idempotency_key:
            return earlier, False
        raise ConflictError("already_submitted", "This question is already submitted.")
    if assignment.state in (AssignmentState.SKIPPED, AssignmentState.RELEASED):
        raise ConflictError("not_open", f"This question was {assignment.state}.")
    if version is not None:
        draft = Draft.objects.filter(assignment=assignment).first()
        if version != (draft.version if draft else 0):
            raise ConflictError(
                "stale_draft", "Another tab has saved a later version of this answer."
            )
    checked = _check(assignment.example, answer)
    on_time = complete_assignment(assignment=assignment, at=at)
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator_id=assignment.annotator_id,
        annotation_id=str(new_annotation_id()),
        created_at=at,
        idempotency_key=idempotency_key,
        is_late=not on_time,
        guideline=current_guideline(assignment.project),
        client_version=client_version,
    )
    write_answer(annotation=annotation, checked=checked, active_seconds=active_seconds)
    record_event(
        at=at,
        actor=assignment.annotator,
        verb="submitted",
        subject="annotation",
        subject_id=annotation.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={"late": annotation.is_late},
    )
    return annotation, True


def _check(example: Example, answer: Mapping[str, Any]) -> CheckedAnswer:
    if answer["question_quality"] == "bad" or example.page is None:
        return check_answer(answer, tokens=[], candidates=[])
    return check_answer(
        answer, tokens=tokens_of(example.page), candidates=candidates_of(example.page)
    )


def write_answer(
    *,
    annotation: Annotation,
    checked: CheckedAnswer,
    active_seconds: Mapping[str, float] | None = None,
    question_quality_known: bool = True,
) -> NaturalQuestionsAnswer:
    """Write a checked answer's columns. Imported files don't say whether a question was good."""
    box = checked.candidate
    seconds = {f"seconds_{stage}": (active_seconds or {}).get(stage) for stage in STAGES}
    return NaturalQuestionsAnswer.objects.create(
        annotation=annotation,
        question_quality=checked.question_quality if question_quality_known else None,
        candidate_index=checked.candidate_index,
        long_answer_tag=checked.tag,
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
        **seconds,
    )


@transaction.atomic
def add_imported_annotation(
    *,
    example: Example,
    slot_number: int,
    annotator: User,
    annotation_id: int,
    checked: CheckedAnswer,
    at: datetime,
) -> Annotation:
    """Write an annotation that a file brought, filling the slot of its position.

    The example must have slots (``create_slots``); byte offsets are kept as ``checked`` has them.
    """
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
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=example,
        annotator=annotator,
        annotation_id=str(annotation_id),
        created_at=at,
        source=Source.IMPORTED,
    )
    write_answer(annotation=annotation, checked=checked, question_quality_known=False)
    return annotation
