"""Simulating a project's annotations: what may be asked for, and doing it."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Protocol

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Max, QuerySet

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.overlaps import LARGEST_OVERLAP
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.simulation.natural_questions import KnownAnswer
from annotator.quality.simulation.people import simulated_annotators
from annotator.quality.simulation.planning import Wish, make_plan
from annotator.quality.simulation.writing import write_batch
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.seeds import check_seed

SIMULATE = "simulate"
_ANNOTATIONS_AT_ONCE = 4000


class Watch(Protocol):
    """A callback for how far a simulation has come."""

    def begins(self, *, total: int) -> None:
        """The number of examples."""

    def wrote(self, *, done: int, written: int, last: int) -> None:
        """In a batch's transaction: examples done in all, annotations of this batch, last key."""

    def between(self) -> None:
        """Everything so far is committed."""


def request_simulation(
    *,
    project: Project,
    wish: Wish,
    at: datetime,
    actor: User | None,
    force: bool = False,
) -> Job:
    """A job that simulates the project's annotations, for the caller to run.

    Raises ``InvalidInputError`` for numbers out of bounds and ``ConflictError`` when the project
    has annotations of people, unless ``force`` says to mix them.
    """
    check_wish(project=project, wish=wish, force=force)
    return create_job(
        kind=SIMULATE,
        parameters=asdict(wish),
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=False,
    )


def check_wish(*, project: Project, wish: Wish, force: bool = False) -> None:
    """See ``request_simulation``."""
    if not 1 <= wish.annotators <= LARGEST_OVERLAP:
        raise _out_of_bounds("annotators", f"Give a number from 1 to {LARGEST_OVERLAP:,}.")
    check_seed(wish.seed)
    needed = wish.annotations
    if needed is not None and needed < 1:
        raise _out_of_bounds("annotations", "Give a number of at least 1, or leave it out.")
    if needed is None:
        needed = _examples(project).aggregate(most=Max("overlap"))["most"]
    if needed is None:
        raise ConflictError(
            "no_examples", "The project has no examples yet. Import questions first."
        )
    if needed > wish.annotators:
        raise _out_of_bounds(
            "annotators",
            f"Nobody annotates an example twice: for {needed} annotations of each, simulate"
            f" {needed} annotators or more.",
        )
    people = Annotation.objects.filter(project=project).exclude(source=Source.SIMULATED)
    if not force and people.exists():
        raise ConflictError(
            "annotated_by_people",
            f"{project.slug} has annotations of people. Simulated ones would be counted beside"
            " them in every figure: simulate in another project, or use --force.",
        )


def simulate(
    *,
    project: Project,
    wish: Wish,
    at: datetime,
    actor: User | None,
    after: int = 0,
    done: int = 0,
    known: Mapping[int, KnownAnswer] | None = None,
    watch: Watch | None = None,
) -> int:
    """Simulate the annotations of examples whose key is greater than ``after``; how many.

    ``known`` has the right answers of examples, by their keys. Annotators joined on the morning of
    their first working day. Each batch of examples is one transaction; ``done`` were simulated
    before.
    """
    plan = make_plan(project, wish, known)
    people = simulated_annotators(
        project=project, number=wish.annotators, at=plan.begins(), actor=actor
    )
    most = int(np.diff(plan.world.starts).max(initial=1))
    size = max(1, min(settings.SIMULATED_AT_ONCE, _ANNOTATIONS_AT_ONCE // most))
    left = plan.keys[plan.keys > after].tolist()
    total = 0
    if watch:
        watch.begins(total=len(plan.keys))
    for first in range(0, len(left), size):
        keys = left[first : first + size]
        with transaction.atomic():
            examples = list(_examples(project).select_related("page").filter(pk__in=keys))
            written = write_batch(
                project=project,
                plan=plan,
                people=people,
                examples=sorted(examples, key=lambda example: example.pk),
            )
            if written:
                _record(project, wish, written, at, actor)
            done, total = done + len(keys), total + written
            if watch:
                watch.wrote(done=done, written=written, last=keys[-1])
        if watch:
            watch.between()
    return total


def _examples(project: Project) -> "QuerySet[Example]":
    return Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)


def _out_of_bounds(field: str, fix: str) -> InvalidInputError:
    return InvalidInputError("invalid_simulation", "This can't be simulated.", fields={field: fix})


def _record(project: Project, wish: Wish, written: int, at: datetime, actor: User | None) -> None:
    record_event(
        at=at,
        actor=actor,
        verb="simulated",
        subject="project",
        subject_id=project.pk,
        project_id=project.pk,
        details={"annotations": written, "annotators": wish.annotators, "seed": wish.seed},
    )
