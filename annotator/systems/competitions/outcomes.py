"""Outcomes of submissions, from their jobs: said here and nowhere else."""

from enum import StrEnum

from annotator.systems.competitions.models import Submission
from annotator.workspace.jobs.models import JobState


class Outcome(StrEnum):
    """The outcome of a submission."""

    WAITING = "waiting"
    SCORED = "scored"
    REFUSED = "refused"
    CANCELLED = "cancelled"
    FAILED = "failed"
    DELETED = "deleted"


OUTCOMES = tuple(each.value for each in Outcome)

UPLOADS = frozenset({Outcome.WAITING, Outcome.SCORED, Outcome.DELETED})
"""They count as uploads: a score was seen, or will be. Deleting a system gives none back."""

REFUSALS = frozenset({Outcome.WAITING, Outcome.REFUSED})
"""They count against the limit of refused files, those that may still be refused too."""


def outcome_of(submission: Submission) -> Outcome:
    """The outcome of a submission, whose job is loaded.

    A file was refused if it had problems, or if its team stopped the job once a worker had begun:
    the team may have seen by then that the file was accepted. Where the platform itself failed,
    nothing was told, and it counts for nothing.
    """
    if submission.scored_system is not None:
        return Outcome.SCORED
    job = submission.job
    if job is None or job.state == JobState.SUCCEEDED:
        return Outcome.DELETED
    if not job.is_ended:
        return Outcome.WAITING
    if job.problem_total:
        return Outcome.REFUSED
    if job.state == JobState.CANCELLED:
        return Outcome.REFUSED if job.started_at else Outcome.CANCELLED
    return Outcome.FAILED
