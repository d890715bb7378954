"""The clock of an assignment: read from its columns, written to them, shown."""

from datetime import datetime, timedelta
from typing import TypedDict

from annotator.collecting.assignments.clock import Clock, is_up, lease_end, started, stopped
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.workspace.projects.models import Project

CLOCK_FIELDS = ("period", "time_limit", "worked", "clock_started_at", "time_was_up_at")
"""Columns to save after starting or stopping an assignment's clock."""


class Time(TypedDict):
    """The ``time`` block of the API; seconds. ``used_seconds`` is what was used up to
    ``running_since``, and ``period`` which full period it is, from 1 on (0: none was begun).
    """

    limit_seconds: int | None
    used_seconds: float
    running_since: datetime | None
    is_up: bool
    was_up_at: datetime | None
    period: int


def lease_of(project: Project) -> timedelta:
    """How long an assignment is kept for somebody who does nothing."""
    return timedelta(minutes=project.lease_minutes)


def limit_of(project: Project) -> timedelta | None:
    """How long a period of work on one question may take; None for as long as one likes."""
    minutes = project.minutes_per_question
    return None if minutes is None else timedelta(minutes=minutes)


def clock_of(assignment: Assignment) -> Clock:
    """The assignment's clock."""
    return Clock(
        limit=assignment.time_limit,
        worked=assignment.worked,
        running_since=assignment.clock_started_at,
        was_up_at=assignment.time_was_up_at,
    )


def start_clock(*, assignment: Assignment, project: Project, at: datetime) -> None:
    """Start the clock and give a lease, on the object alone.

    Opening a question for the first time, or after its time was up, begins a full period under the
    project's current limit; a running period keeps its own.
    """
    if assignment.period == 0 or assignment.time_was_up_at is not None:
        assignment.period += 1
        assignment.time_limit = limit_of(project)
        assignment.worked = timedelta()
        assignment.clock_started_at = None
        assignment.time_was_up_at = None
    _write(assignment, started(clock_of(assignment), at=at))
    assignment.lease_expires_at = lease_end(clock_of(assignment), at=at, lease=lease_of(project))


def stop_clock(*, assignment: Assignment, at: datetime) -> None:
    """Stop the clock at ``at``, or at the lease's end if that was earlier; on the object alone."""
    _write(assignment, _as_of(assignment, at))


def time_is_up(assignment: Assignment, *, at: datetime) -> bool:
    """Whether the limit is reached, be it noticed already or not."""
    return is_up(_as_of(assignment, at), at=at)


def time_of(assignment: Assignment, at: datetime) -> Time:
    """What the annotator is shown of the limit at ``at``. Asks the database nothing but the
    assignment's project.
    """
    lease = assignment.lease_expires_at
    over = assignment.state == AssignmentState.OPEN and lease is not None and lease <= at
    clock = _as_of(assignment, at) if over else clock_of(assignment)
    limit = clock.limit if assignment.period else limit_of(assignment.project)
    return Time(
        limit_seconds=None if limit is None else int(limit.total_seconds()),
        used_seconds=clock.worked.total_seconds(),
        running_since=clock.running_since,
        is_up=is_up(clock, at=at),
        was_up_at=clock.was_up_at,
        period=assignment.period,
    )


def _as_of(assignment: Assignment, at: datetime) -> Clock:
    lease = assignment.lease_expires_at
    return stopped(clock_of(assignment), at=at if lease is None else min(at, lease))


def _write(assignment: Assignment, clock: Clock) -> None:
    assignment.worked = clock.worked
    assignment.clock_started_at = clock.running_since
    assignment.time_was_up_at = clock.was_up_at
