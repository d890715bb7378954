"""Submissions against the hidden split: who may make them, and how many a week.

A submitter sees aggregated scores alone. Each upload reveals a little about the hidden answers, so
few are allowed each week. Failed or cancelled ones reveal nothing and don't count.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotator.accounts.models import User
from annotator.evaluation.job_handlers import SCORE_SYSTEM
from annotator.evaluation.models import Leaderboard, Score, Submitters
from annotator.exceptions import ConflictError, NotAllowedError, TooManyAttemptsError
from annotator.history.services import record_event
from annotator.jobs.models import Job, JobState
from annotator.projects.models import Project, Role

WEEK = timedelta(days=7)

_ROLES = {
    Submitters.LEADS: (Role.LEAD,),
    Submitters.EXPERTS: (Role.LEAD, Role.EXPERT),
    Submitters.MEMBERS: (Role.LEAD, Role.EXPERT, Role.ANNOTATOR),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What a member may submit now: ``left`` uploads of ``per_week``, the next at ``next_at``."""

    split: str
    non_null_annotations: int
    may_submit: bool
    per_week: int
    left: int
    next_at: datetime | None


@transaction.atomic
def change_competition(
    *, project: Project, at: datetime, actor: User | None, **rules: Any
) -> Leaderboard:
    """Change some of the rules for predictions for the hidden split: ``submitters``,
    ``uploads_per_week`` and ``non_null_annotations`` (see ``Leaderboard``).
    """
    board, _ = Leaderboard.objects.select_for_update().get_or_create(project=project)
    before = {name: getattr(board, name) for name in rules}
    if before != rules:
        for name, value in rules.items():
            setattr(board, name, value)
        board.save(update_fields=list(rules))
        record_event(
            at=at,
            actor=actor,
            verb="changed",
            subject="leaderboard",
            subject_id=project.pk,
            project_id=project.pk,
            details={"before": before, "after": rules},
        )
    return board


def board_of(project: Project) -> Leaderboard:
    """The project's leaderboard; one that is not stored where nobody has changed anything."""
    return Leaderboard.objects.filter(project=project).first() or Leaderboard(project=project)


def standing_of(*, project: Project, user: User, role: str, at: datetime) -> Standing:
    """Whether ``user`` may submit, and how often this week."""
    board = board_of(project)
    may_submit = project.hidden_split != "" and role in _ROLES[Submitters(board.submitters)]
    times = sorted(_counted(project, user, since=at - WEEK).values_list("created_at", flat=True))
    left = max(0, board.uploads_per_week - len(times))
    # When enough of them are older than a week for one more.
    next_at = None if left else times[len(times) - board.uploads_per_week] + WEEK
    return Standing(
        split=project.hidden_split,
        non_null_annotations=board.non_null_annotations,
        may_submit=may_submit,
        per_week=board.uploads_per_week,
        left=left,
        next_at=next_at,
    )


def check_submission(*, project: Project, user: User, role: str, at: datetime) -> None:
    """Raise where ``user`` may not submit now: ``ConflictError`` without a hidden split,
    ``NotAllowedError`` for a role that may not, ``TooManyAttemptsError`` once the week is used up.

    Call it in the transaction that creates the job, with the project locked.
    """
    standing = standing_of(project=project, user=user, role=role, at=at)
    if role not in _ROLES[Submitters(board_of(project).submitters)]:
        raise NotAllowedError(
            "not_a_submitter", "You may not submit. The leads of this project decide who may."
        )
    if not standing.split:
        raise ConflictError("nothing_hidden", "This project has no hidden split to submit to.")
    if standing.next_at is not None:
        per_week = standing.per_week
        used = "your only submission" if per_week == 1 else f"all {per_week} of your submissions"
        raise TooManyAttemptsError(
            f"You have used {used} for the last seven days."
            f" Submit again on {standing.next_at:%Y-%m-%d %H:%M} UTC.",
            seconds=max(1, int((standing.next_at - at).total_seconds())),
        )


def newest_job(*, project: Project, user: User) -> Job | None:
    """The user's newest scoring on the hidden split."""
    jobs = _scorings(project, user).select_related("created_by")
    return jobs.order_by("-created_at", "id").first()


def _counted(project: Project, user: User, *, since: datetime) -> "QuerySet[Job]":
    jobs = _scorings(project, user).filter(created_at__gt=since)
    return jobs.exclude(state__in=[JobState.FAILED, JobState.CANCELLED])


def _scorings(project: Project, user: User) -> "QuerySet[Job]":
    return Job.objects.filter(
        kind=SCORE_SYSTEM,
        project_id=project.pk,
        created_by=user,
        parameters__split=project.hidden_split,
    )


def submissions_of(*, project: Project, user: User) -> "QuerySet[Score]":
    """The user's scores on the hidden split, the newest first."""
    own = Score.objects.filter(
        system__project=project, split=project.hidden_split, uploaded_by=user
    )
    return own.select_related("system").prefetch_related("files").order_by("-scored_at", "-pk")
