"""Taking back a request for further annotations of a round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from annotator.collecting.assignments.models import Slot, SlotState
from annotator.collecting.assignments.overlaps import Change, resize_batch
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.quality.judgments.models import JudgedAnswer, JudgmentRound, VariabilityRound
from annotator.quality.judgments.variability import asking_jobs, batches_of, reason_for
from annotator.quality.reviews.working import lock_review, record
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import record_changed_examples
from annotator.workspace.jobs.services import cancel_job, create_job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.queries import overlap_of

WITHDRAW_ANNOTATIONS = "withdraw_annotations"


def withdraw_variability(*, round_: JudgmentRound, at: datetime, actor: User | None) -> None:
    """Take back the further annotations that were asked for in a round.

    Its examples need as many as before. Annotations that are started or done stay, and count as
    any others; only free slots go. More than 5,000 of them are left to a job. Asking again is the
    way back. Raises ``ConflictError`` with code ``nothing_requested`` where nothing is asked for.
    """
    with transaction.atomic():
        round_ = lock_review(JudgmentRound, round_.pk, also_cancelled=True)
        requested = VariabilityRound.objects.filter(round=round_).first()
        if requested is None:
            raise ConflictError(
                "nothing_requested", "No further annotations are requested in this round."
            )
        for job in asking_jobs(round_):
            cancel_job(job=job, at=at)
        annotations = requested.annotations
        requested.delete()
        record(round_, "withdrew_annotations", at, actor, annotations=annotations)
        if _free_slots(round_) > settings.SLOTS_AT_ONCE:
            create_job(
                kind=WITHDRAW_ANNOTATIONS,
                parameters={"round": round_.pk, "annotations": annotations},
                project_id=round_.project_id,
                at=at,
                created_by=actor,
            )
            return
    for batch in batches_of(round_):
        withdraw_from(round_=round_, examples=batch, annotations=annotations, at=at, actor=actor)


@transaction.atomic
def withdraw_from(
    *,
    round_: JudgmentRound,
    examples: Sequence[int],
    annotations: int,
    at: datetime,
    actor: User | None,
) -> None:
    """Take free slots from a batch of the round's examples, in one transaction; nothing where
    somebody has asked again meanwhile.

    Examples that have more slots for another reason keep them.
    """
    round_ = lock_review(JudgmentRound, round_.pk, also_cancelled=True)
    if VariabilityRound.objects.filter(round=round_).exists():
        return
    project = lock_project(round_.project)
    own = Example.objects.filter(pk__in=examples, overlap__lte=annotations)
    before = dict(own.values_list("pk", "overlap"))
    for overlap, keys in _by_overlap(round_, list(own)).items():
        change = Change(None, None, annotations, overlap)
        batch = Example.objects.filter(pk__in=keys)
        resize_batch(project=project, examples=batch, change=change)
        # Adaptive overlap plans as many at first as before.
        batch.filter(first_overlap__gt=overlap).update(first_overlap=overlap)
    after = dict(Example.objects.filter(pk__in=before).values_list("pk", "overlap"))
    record_changed_examples(
        at=at,
        actor=actor,
        project_id=project.pk,
        changes={
            key: ({"overlap": before[key]}, {"overlap": number})
            for key, number in after.items()
            if number < before[key]
        },
        reason=f"{reason_for(round_)} withdrawn",
    )


def _by_overlap(round_: JudgmentRound, examples: Sequence[Example]) -> Mapping[int, list[int]]:
    """The examples' keys by the number that each needs without the request."""
    keys = [example.pk for example in examples]
    earlier: dict[int, int] = {}
    raised = Event.objects.filter(
        example_id__in=keys, verb="changed", subject="example", details__reason=reason_for(round_)
    )
    for key, details in raised.order_by("-pk").values_list("example_id", "details"):
        if key is not None:
            earlier[key] = details["before"]["overlap"]
    others = dict(
        JudgedAnswer.objects.filter(annotation__example__in=keys)
        .exclude(round=round_)
        .values("annotation__example")
        .annotate(most=Max("round__variability__annotations"))
        .filter(most__isnull=False)
        .values_list("annotation__example", "most")
    )
    found = defaultdict(list)
    for each in examples:
        own = earlier.get(each.pk, overlap_of(round_.project, each.split))
        found[max(own, others.get(each.pk, 0))].append(each.pk)
    return found


def _free_slots(round_: JudgmentRound) -> int:
    judged = round_.answers.values("annotation__example")
    return Slot.objects.filter(example__in=judged, state=SlotState.FREE).count()
