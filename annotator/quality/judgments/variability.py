"""Asking for many annotations of a round's examples (NQ paper, section 4.4)."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet, Sum

from annotator.collecting.assignments.overlaps import (
    LARGEST_OVERLAP,
    raise_overlap,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.judgments.models import JudgmentRound, Phase, VariabilityRound
from annotator.quality.reviews.working import lock_review, record
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job

ASK_ANNOTATIONS = "ask_annotations"


def request_variability(
    *, round_: JudgmentRound, annotations: int, at: datetime, actor: User | None
) -> VariabilityRound:
    """Give each example of the round ``annotations`` annotations, the judged one included.

    Only these examples change, and those that have more slots already stay as they are. Nobody
    annotates one twice. Examples are done in batches, each in its own transaction; more than 5,000
    slots are left to a job. Asking again, for the same number or a larger one, continues where it
    was interrupted.

    Raises ``ConflictError`` with code ``phase_open`` before the consensus phase and
    ``fewer_annotations`` for a smaller number than before, ``InvalidInputError`` for a number out
    of bounds.
    """
    if not 2 <= annotations <= LARGEST_OVERLAP:  # noqa: PLR2004 - one can't vary
        raise InvalidInputError(
            "invalid_overlap",
            f"{annotations} is not a number of annotations to compare.",
            fields={"annotations": f"Give a whole number from 2 to {LARGEST_OVERLAP:,}."},
        )
    requested, is_left_to_job = _write_request(round_, annotations, at, actor)
    if not is_left_to_job:
        for batch in batches_of(round_):
            ask_for(round_=round_, examples=batch, annotations=annotations, at=at, actor=actor)
    return requested


def batches_of(round_: JudgmentRound, *, after: int = 0) -> Iterator[list[int]]:
    """The keys of the round's examples that are greater than ``after``, in ascending batches."""
    found = _examples(round_).filter(pk__gt=after).order_by("pk")
    keys = list(found.values_list("pk", flat=True))
    # With 24 slots each they are about as many as a transaction adds elsewhere.
    size = max(1, settings.SLOTS_AT_ONCE // 25)
    for first in range(0, len(keys), size):
        yield keys[first : first + size]


def ask_for(
    *,
    round_: JudgmentRound,
    examples: Sequence[int],
    annotations: int,
    at: datetime,
    actor: User | None,
) -> None:
    """Give a batch of the round's examples the slots that they lack, in one transaction; nothing
    where a lead has taken the request back meanwhile.
    """
    with transaction.atomic():
        round_ = lock_review(JudgmentRound, round_.pk, also_cancelled=True)
        if not VariabilityRound.objects.filter(round=round_).exists():
            return
        raise_overlap(
            project=round_.project,
            examples=examples,
            to=annotations,
            at=at,
            actor=actor,
            reason=reason_for(round_),
        )


def reason_for(round_: JudgmentRound) -> str:
    """Why examples got further slots, as their history says it."""
    return f"Further annotations of judgment round {round_.number}"


def asking_jobs(round_: JudgmentRound) -> "QuerySet[Job]":
    """The jobs that are asking for a round's annotations, or wait to do it."""
    jobs = Job.objects.filter(kind=ASK_ANNOTATIONS, project_id=round_.project_id)
    return jobs.filter(parameters__round=round_.pk).exclude(state__in=ENDED)


def _examples(round_: JudgmentRound) -> "QuerySet[Example]":
    """Examples that are still handed out; one with imported annotations can be in training."""
    judged = round_.answers.values("annotation__example")
    return Example.objects.filter(pk__in=judged, purpose=Purpose.MAIN)


@transaction.atomic
def _write_request(
    round_: JudgmentRound, annotations: int, at: datetime, actor: User | None
) -> tuple[VariabilityRound, bool]:
    """The request on record, and whether a job sees to it."""
    round_ = lock_review(JudgmentRound, round_.pk)
    if round_.phase == Phase.INDEPENDENT:
        raise ConflictError(
            "phase_open",
            "You can request more annotations once every expert has closed their verdicts.",
        )
    earlier = VariabilityRound.objects.filter(round=round_).first()
    if earlier and earlier.annotations > annotations:
        raise ConflictError(
            "fewer_annotations",
            f"{earlier.annotations} annotations were already requested.",
            fields={"annotations": f"Give {earlier.annotations} or more."},
        )
    is_left_to_job = _leave_to_job(round_, annotations, at, actor)
    if earlier and earlier.annotations == annotations:
        return earlier, is_left_to_job
    requested, _ = VariabilityRound.objects.update_or_create(
        round=round_,
        defaults={"annotations": annotations, "requested_at": at, "requested_by": actor},
    )
    record(round_, "requested_annotations", at, actor, annotations=annotations)
    return requested, is_left_to_job


def _leave_to_job(
    round_: JudgmentRound, annotations: int, at: datetime, actor: User | None
) -> bool:
    """Queue a job where many slots are missing, unless one is under way. The round is locked."""
    lacking = _examples(round_).filter(overlap__lt=annotations)
    slots = lacking.aggregate(slots=Sum(annotations - F("overlap")))["slots"] or 0
    if slots <= settings.SLOTS_AT_ONCE:
        return False
    if not asking_jobs(round_).filter(parameters__annotations__gte=annotations).exists():
        parameters = {"round": round_.pk, "annotations": annotations}
        create_job(
            kind=ASK_ANNOTATIONS,
            parameters=parameters,
            project_id=round_.project_id,
            at=at,
            created_by=actor,
        )
    return True
