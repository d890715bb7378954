"""Leases: renewed while somebody works, and ended when nobody does or the time is up."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from annotator.collecting.assignments.holding import let_go, record_assignment
from annotator.collecting.assignments.models import LIVE_STATES, Assignment, AssignmentState
from annotator.collecting.assignments.timing import (
    CLOCK_FIELDS,
    start_clock,
    stop_clock,
    time_is_up,
)
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.workspace.projects.models import Membership, Project, Role

LEASE_FIELDS = ("lease_expires_at", *CLOCK_FIELDS)
EXPIRED_AT_ONCE = 200
"""Leases that one transaction ends."""

_OVERDUE = CompiledQuery(
    "overdue_lease",
    lambda: Assignment.objects.filter(
        project=Parameter("project"), state__in=LIVE_STATES, lease_expires_at__lte=Parameter("at")
    )[:1],
)


@transaction.atomic(savepoint=False)
def expire_leases(*, project: Project, at: datetime) -> int:
    """Free the slots whose lease has run out; how many. Drafts stay.

    A reservation that was never opened leaves nothing behind: its example is as new to the
    annotator as before.
    """
    if _OVERDUE.first(project=project.pk, at=at) is None:
        return 0
    overdue = list(
        Assignment.objects.filter(project=project, state__in=LIVE_STATES, lease_expires_at__lte=at)
        .select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
        )
        .select_related("slot")
        .order_by("pk")[:EXPIRED_AT_ONCE]
    )
    for assignment in overdue:
        let_go(assignment, AssignmentState.EXPIRED, at, None)
    return len(overdue)


def expire_leases_everywhere(*, at: datetime) -> int:
    """Free the slots of all projects whose lease has run out. Returns how many.

    Rows that somebody else is changing are left to them, or to the next call. Safe to call at any
    time, while people work: each batch is a short transaction.
    """
    overdue = Assignment.objects.filter(state__in=LIVE_STATES, lease_expires_at__lte=at)
    projects = Project.objects.filter(pk__in=overdue.values("project"))
    expired = 0
    for project in projects:
        while batch := expire_leases(project=project, at=at):
            expired += batch
    return expired


def release_parked_of_former_annotators(*, at: datetime) -> int:
    """Free parked questions of people who are no longer annotators of the project. Returns how
    many.

    They could not resume them, and no lease would ever end. The drafts stay, in case somebody
    becomes an annotator again.
    """
    annotators = Q(role=Role.ANNOTATOR, is_active=True)
    former = Membership.objects.exclude(annotators)
    still = Membership.objects.filter(
        annotators, project=OuterRef("project"), user=OuterRef("annotator")
    )
    left = Assignment.objects.filter(
        ~Exists(still), annotator__in=former.values("user"), state=AssignmentState.PARKED
    )
    return sum(_release_if_parked(key, at) for key in left.values_list("pk", flat=True))


@transaction.atomic
def _release_if_parked(key: int, at: datetime) -> bool:
    assignment = (
        Assignment.objects.select_for_update(of=("self",))
        .select_related("slot")
        .filter(pk=key, state=AssignmentState.PARKED)
        .first()
    )
    if assignment is not None:
        let_go(assignment, AssignmentState.RELEASED, at, None)
    return assignment is not None


def renew_lease(*, assignment: Assignment, at: datetime) -> None:
    """Extend the lease of somebody who works, but not beyond the limit; if that is reached, the
    slot goes back. Call it under the assignment's lock; the caller saves ``LEASE_FIELDS``.
    """
    if assignment.state != AssignmentState.OPEN or notice_the_limit(assignment, at):
        return
    before = assignment.lease_expires_at
    had_run_out = before is not None and before <= at
    if had_run_out:
        stop_clock(assignment=assignment, at=at)
    start_clock(assignment=assignment, project=assignment.project, at=at)
    if before is not None and had_run_out:
        expired = {"expired_at": before.isoformat()}
        record_assignment(assignment, "renewed", at, assignment.annotator, expired)


def notice_the_limit(assignment: Assignment, at: datetime) -> bool:
    """Give back the slot of an open assignment whose time is up; whether that was so.

    Call it under the assignment's lock.
    """
    if assignment.state != AssignmentState.OPEN or not time_is_up(assignment, at=at):
        return False
    let_go(assignment, AssignmentState.EXPIRED, at, None)
    return True
