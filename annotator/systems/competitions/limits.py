"""How much a team may still submit in a phase."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from annotator.exceptions import ConflictError, TooManyAttemptsError
from annotator.systems.competitions.models import Competition, Phase, Submission, Team
from annotator.systems.competitions.outcomes import REFUSALS, UPLOADS, outcome_of
from annotator.systems.competitions.queries import open_phase

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Standing:
    """A team's uploads left in a phase. ``total_left`` is null without a limit for all of it.

    ``next_at`` is when a week's limit allows the next upload: null for now, or where time alone
    doesn't help.
    """

    left: int
    total_left: int | None
    refused_left: int
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """The phase that takes submissions, and what a team has left in it."""

    phase: Phase
    standing: Standing


def open_to(competition: Competition, team: Team | None, *, at: datetime) -> OpenPhase | None:
    """The phase that takes submissions at ``at``; None is a team that is yet to be formed."""
    phase = open_phase(competition, at=at)
    return OpenPhase(phase, standing_of(team, phase, at=at)) if phase else None


def standing_of(team: Team | None, phase: Phase, *, at: datetime) -> Standing:
    """The uploads that ``team`` has left at ``at``; None is a team that is yet to be formed."""
    made = Submission.objects.filter(team=team, phase=phase).select_related("job", "system")
    told = [(each.submitted_at, outcome_of(each)) for each in made] if team else []
    uploads = sorted(when for when, outcome in told if outcome in UPLOADS)
    refusals = sorted(when for when, outcome in told if outcome in REFUSALS)
    total_left = None if phase.uploads_total is None else max(0, phase.uploads_total - len(uploads))
    week_left, upload_at = _week(uploads, phase.uploads_per_week, at)
    refused_left, refusal_at = _week(refusals, phase.refused_per_week, at)
    left = week_left if total_left is None else min(week_left, total_left)
    times = [when for when in (upload_at, refusal_at) if when is not None]
    return Standing(
        left=left if refused_left else 0,
        total_left=total_left,
        refused_left=refused_left,
        next_at=max(times) if times and total_left != 0 else None,
    )


def _week(times: Sequence[datetime], limit: int, at: datetime) -> tuple[int, datetime | None]:
    """How many of ``limit`` are left of the seven days before ``at``, and when the next one is."""
    recent = [when for when in times if when > at - WEEK]
    left = max(0, limit - len(recent))
    # When enough of them are older than a week for one more.
    return left, None if left else recent[len(recent) - limit] + WEEK


def check_limits(team: Team, phase: Phase, *, at: datetime) -> None:
    """Raise where ``team`` may not upload now: ``ConflictError`` once all uploads of the phase are
    used, ``TooManyAttemptsError`` once the week's are, or too many files were refused.

    Call it with the competition locked, in the transaction that creates the submission.
    """
    standing = standing_of(team, phase, at=at)
    if standing.total_left == 0:
        raise ConflictError(
            "no_uploads_left",
            f"Your team has used all {phase.uploads_total} uploads of {phase.name}.",
        )
    if standing.next_at is None:
        return
    when = f"Submit again on {standing.next_at:%Y-%m-%d %H:%M} UTC."
    seconds = max(1, int((standing.next_at - at).total_seconds()))
    if not standing.refused_left:
        limit = phase.refused_per_week
        were = "A file" if limit == 1 else f"{limit} files"
        sentence = f"{were} of your team were refused, or may be, in the last seven days."
        raise TooManyAttemptsError(f"{sentence} {when}", seconds=seconds)
    limit = phase.uploads_per_week
    used = "its only submission" if limit == 1 else f"all {limit} of its submissions"
    raise TooManyAttemptsError(
        f"Your team has used {used} for the last seven days. {when}", seconds=seconds
    )
