"""What waits for an expert, in reviews of every instrument."""

from dataclasses import dataclass

from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.reviews.queries import count_waiting, reviews_of
from annotator.systems.error_analysis.queries import analyses_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class WaitingReviews:
    """In how many reviews there is something to do."""

    judgment_rounds: int
    comparison_studies: int
    error_analyses: int


def waiting_reviews(*, project: Project, user: User) -> WaitingReviews:
    """The reviews that ``user`` sits in and has not finished."""
    rounds = reviews_of(JudgmentRound, project=project, user=user)
    studies = reviews_of(ComparisonStudy, project=project, user=user)
    analyses = analyses_of(project=project, user=user)
    return WaitingReviews(
        judgment_rounds=count_waiting(rounds, user),
        comparison_studies=count_waiting(studies, user),
        error_analyses=count_waiting(analyses, user),
    )
