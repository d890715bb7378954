"""Comparison studies as the caller may see them."""

from django.db.models import QuerySet

from annotator.quality.comparisons.models import ComparisonStudy, StudyComparer
from annotator.quality.comparisons.queries import with_figures
from annotator.quality.reviews.queries import reviews_of
from annotator.workspace.accounts.models import User
from api.scopes.reviews import ReviewListMixin, ReviewMixin, ShowsReviews
from api.serializers.comparison_studies import StudyOutput


class ShowsStudies(ShowsReviews[ComparisonStudy]):
    """Shows studies with their comparers and figures."""

    output = StudyOutput

    def visible(self, user: User) -> "QuerySet[ComparisonStudy]":
        """With systems, comparers and their counts."""
        return with_figures(reviews_of(ComparisonStudy, project=self.project, user=user))


class StudyListMixin(ShowsStudies, ReviewListMixin[ComparisonStudy]):
    """The studies of a project."""


class StudyMixin(ShowsStudies, ReviewMixin[ComparisonStudy, StudyComparer]):
    """A view below ``comparison-studies/{id}/``."""

    model = ComparisonStudy
