"""Asking for further annotations where an example's answer is unsettled: settings and job."""

from datetime import datetime

import numpy as np
from django.db import transaction

from annotator.collecting.assignments.ordering import MOST_AT_ONCE
from annotator.collecting.assignments.overlaps import raise_overlap
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.quality.reports.adaptive_plan import Adaptation, AdaptivePlan, reason_of
from annotator.quality.reports.agreement_sample import sample_of
from annotator.quality.reports.context import ExampleColumns
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import update_project

ADAPT_OVERLAP = "adapt_overlap"


@transaction.atomic
def set_adaptation(
    *, project: Project, adaptation: Adaptation | None, at: datetime, actor: User | None
) -> Project:
    """Ask for further annotations as ``adaptation`` says, or stop asking; the project.

    Annotations that were already asked for stay. Raises ``ConflictError`` for a project of another
    kind than NQ, ``InvalidInputError`` for values out of bounds and for a cap that the project's
    own number of annotations exceeds.
    """
    project = lock_project(project)
    if not can(project.kind, Ability.ADAPTIVE_OVERLAP):
        raise ConflictError(
            "not_adaptive",
            "Only answers of Natural Questions settle: long-form answers have no posterior.",
        )
    if adaptation is None:
        if project.adaptive_cap is None:
            return project
        return update_project(project=project, at=at, actor=actor, adaptive_cap=None)
    if adaptation.cap <= project.overlap:
        raise InvalidInputError(
            "invalid_cap",
            f"Every example gets {project.overlap} annotations anyway.",
            fields={"cap": f"Give a number above {project.overlap}."},
        )
    wanted = {
        "adaptive_cap": adaptation.cap,
        "adaptive_step": adaptation.step,
        "adaptive_confidence": adaptation.confidence,
        "adaptive_sample_share": adaptation.sample_share,
    }
    _keep_sample(project, adaptation.sample_share, at)
    changes = {name: value for name, value in wanted.items() if getattr(project, name) != value}
    if not changes:
        return project
    return update_project(project=project, at=at, actor=actor, **changes)


def _keep_sample(project: Project, share: float, at: datetime) -> None:
    """Draw the agreement sample if it is new, and note when it becomes larger."""
    sample = sample_of(project)
    if share <= (sample.share if sample else 0):
        return
    if project.adaptive_sample_seed is None:
        project.adaptive_sample_seed = project.seed
    project.adaptive_sample_since = at
    project.save(update_fields=["adaptive_sample_seed", "adaptive_sample_since"])


def adaptation_of(project: Project) -> Adaptation | None:
    """What the project has chosen; None if it asks for nothing further."""
    if project.adaptive_cap is None:
        return None
    return Adaptation(
        project.adaptive_cap,
        project.adaptive_step,
        project.adaptive_confidence,
        project.adaptive_sample_share,
    )


@transaction.atomic
def start_adapting(*, project: Project, at: datetime, queue: bool = True) -> Job | None:
    """Queue the job that asks for further annotations, or the one that is under way; None if the
    project wants none.
    """
    project = lock_project(project)
    if adaptation_of(project) is None:
        return None
    return adapting_job(project) or create_job(
        kind=ADAPT_OVERLAP,
        parameters={},
        project_id=project.pk,
        at=at,
        created_by=None,
        queue=queue,
    )


def adapting_job(project: Project) -> Job | None:
    """The job that asks for further annotations, or waits to do it."""
    jobs = Job.objects.filter(kind=ADAPT_OVERLAP, project_id=project.pk)
    return jobs.exclude(state__in=ENDED).first()


def batches_of(
    plan: AdaptivePlan, examples: ExampleColumns, cap: int
) -> list[tuple[int, str, list[int]]]:
    """The requests to make: number of annotations, reason and up to 1,000 examples at a time.

    The agreement sample comes first, with examples that nobody has annotated yet.
    """
    short = examples.sampled & (examples.overlap < cap)
    groups: dict[tuple[int, str], list[int]] = {
        (cap, f"In the agreement sample: {cap} annotations in any case."): (
            examples.example[short].tolist()
        )
    }
    for place in np.flatnonzero(plan.asks & ~plan.sampled).tolist():
        group = int(plan.wanted[place]), reason_of(int(plan.unsettled[place]))
        groups.setdefault(group, []).append(int(plan.example[place]))
    return [
        (wanted, reason, keys[first : first + MOST_AT_ONCE])
        for (wanted, reason), keys in groups.items()
        for first in range(0, len(keys), MOST_AT_ONCE)
    ]


def ask_for_more(
    *, project: Project, wanted: int, reason: str, examples: list[int], at: datetime
) -> int:
    """Raise the examples' annotations to ``wanted``; how many needed more.

    The project is checked again under its lock, so a cap that was lowered meanwhile holds.
    """
    with transaction.atomic():
        adaptation = adaptation_of(lock_project(project))
        if adaptation is None or wanted > adaptation.cap:
            return 0
        return raise_overlap(
            project=project,
            examples=examples,
            to=wanted,
            at=at,
            actor=None,
            reason=reason,
            is_adaptive=True,
        )
