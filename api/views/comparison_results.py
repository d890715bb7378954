"""What came of comparison studies: Tables 4 and 5. For leads."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.comparisons.kept_results import standing_of, start_results
from annotator.quality.comparisons.studies import change_scores
from annotator.workspace.projects.models import Role
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.scopes.studies import StudyMixin
from api.serializers.comparison_studies import (
    CorrelationsOutput,
    ResultsOutput,
    ScoreChangesInput,
)
from api.serializers.jobs import JobCreatedOutput


class StudyResultsView(StudyMixin):
    """Table 4 of a study."""

    for_role = Role.LEAD

    @extend_schema(responses=ResultsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """What the comparisons said of the systems when that was last computed, and how old it is.

        Nothing is computed by this call.
        """
        return answer(ResultsOutput, standing_of(self.review))

    @extend_schema(
        request=None,
        responses={
            202: JobCreatedOutput,
            409: OpenApiResponse(description="Nobody has compared anything yet."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Compute the results in a job, or return the job that is already computing them."""
        job = start_results(study=self.review, at=timezone.now(), actor=caller(request))
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class StudyScoresView(StudyMixin):
    """Automatic scores of a study's systems."""

    for_role = Role.LEAD

    @extend_schema(request=ScoreChangesInput, responses=CorrelationsOutput)
    def patch(self, request: Request, pk: int) -> Response:
        """Change the named scores; all others stay. Returns the new correlations."""
        values = valid_values(ScoreChangesInput, request.data)
        change_scores(study=self.review, at=timezone.now(), actor=caller(request), **values)
        return answer(CorrelationsOutput, self.review)


class StudyCorrelationsView(StudyMixin):
    """Table 5 of a study."""

    for_role = Role.LEAD

    @extend_schema(responses=CorrelationsOutput)
    def get(self, request: Request, pk: int) -> Response:
        """Pearson's correlations with the automatic scores, of the results as last computed."""
        return answer(CorrelationsOutput, self.review)
