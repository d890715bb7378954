"""Receipts of a team's own scores."""

from dataclasses import dataclass

from annotator.exceptions import NotFoundError
from annotator.systems.competitions.models import Submission, Team
from annotator.systems.evaluation.models import Score


@dataclass(frozen=True, slots=True)
class OwnScore:
    """A score and the submission that it is of."""

    submission: Submission
    score: Score


def find_own_score(*, team: Team, receipt: str) -> OwnScore:
    """The team's score, of today or of the past, with a receipt that begins with ``receipt``.

    Raises ``NotFoundError`` where there is none, or where several begin so.
    """
    found = (
        Score.ever.filter(
            system__submission__team=team,
            system__deleted_at=None,
            split=team.competition.split,
            staged_by__isnull=True,
            receipt__startswith=receipt.lower(),
        )
        .select_related("system__project", "system__submission__phase", "gold")
        .defer("replicates", "gold__content")
    )
    scores = list(found[:2])
    if len(scores) != 1:
        problem = "Several scores have" if scores else "No score of your team has"
        raise NotFoundError(
            "no_such_receipt",
            f"{problem} such a receipt.",
            fields={"receipt": "Give its 64 digits."},
        )
    submission = scores[0].system.submission
    submission.phase.competition = team.competition
    return OwnScore(submission, scores[0])
