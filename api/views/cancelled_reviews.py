"""Cancelling blind reviews and opening them again, for leads."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.reviews.cancelling import cancel_review, reopen_review
from annotator.workspace.projects.models import Role
from api.access.permissions import caller
from api.scopes.error_analyses import AnalysisMixin
from api.scopes.rounds import RoundMixin
from api.scopes.studies import StudyMixin
from api.serializers.comparison_studies import StudyOutput
from api.serializers.error_analyses import ErrorAnalysisOutput
from api.serializers.judgment_rounds import RoundOutput


class RoundCancelView(RoundMixin):
    """Stopping a round."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: RoundOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Cancel a round that is not finished: its experts can't go on, and verdicts stay."""
        cancel_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class RoundReopenView(RoundMixin):
    """Going on with a round."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: RoundOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a cancelled round again, as it was."""
        reopen_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class StudyCancelView(StudyMixin):
    """Stopping a study."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: StudyOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Cancel a study that is not finished: nobody can go on, and comparisons stay."""
        cancel_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class StudyReopenView(StudyMixin):
    """Going on with a study."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: StudyOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Open a cancelled study again, as it was."""
        reopen_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class AnalysisCancelView(AnalysisMixin):
    """Stopping an error analysis."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: ErrorAnalysisOutput})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel an analysis that is not finished: nobody can go on, and labels stay."""
        cancel_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class AnalysisReopenView(AnalysisMixin):
    """Going on with an error analysis."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses={200: ErrorAnalysisOutput})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Open a cancelled analysis again, as it was."""
        reopen_review(review=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()
