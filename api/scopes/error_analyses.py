"""Error analyses as the caller may see them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from annotator.exceptions import ConflictError
from annotator.systems.error_analysis.models import ErrorAnalysis, Labeller
from annotator.systems.error_analysis.queries import analyses_of, with_labellers
from annotator.systems.error_analysis.results import ratings_of
from annotator.workspace.accounts.models import User
from api.access.permissions import EXPERTS_AND_LEADS, ProjectMixin
from api.scopes.reviews import ReviewListMixin, ReviewMixin, ShowsReviews
from api.serializers.error_analyses import ErrorAnalysisOutput


class ShowsAnalyses(ShowsReviews[ErrorAnalysis]):
    """Shows analyses with their labellers and, once they are finished, shares."""

    output = ErrorAnalysisOutput

    def visible(self, user: User) -> "QuerySet[ErrorAnalysis]":
        """With their labellers."""
        return with_labellers(analyses_of(project=self.project, user=user))

    def beside(self, reviews: Sequence[ErrorAnalysis]) -> dict[str, Any]:
        """The labels of those that are finished."""
        finished = [each for each in reviews if each.finished_at is not None]
        return {"ratings": ratings_of(finished)}


class AnalysisListMixin(ShowsAnalyses, ReviewListMixin[ErrorAnalysis]):
    """The analyses of a project."""


class AnalysisMixin(ShowsAnalyses, ReviewMixin[ErrorAnalysis, Labeller], ProjectMixin):
    """A view below ``error-analyses/{id}/``."""

    model = ErrorAnalysis
    roles = EXPERTS_AND_LEADS

    def find_project_of(self, pk: int) -> None:
        """The address has named the project already."""

    def require_finished(self) -> None:
        """Raise ``ConflictError`` before everybody has finished: nobody sees others' labels."""
        if self.review.finished_at is None:
            raise ConflictError(
                "labelling_open", "Results appear once everybody who labels has finished."
            )
