"""Context passages and their threshold: for leads."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.material.corpus.context_passages import (
    set_context_threshold,
    start_finding_passages,
)
from annotator.material.corpus.context_share import (
    context_share,
    passages_above,
    passages_below,
)
from annotator.material.corpus.models import ContextPassage
from annotator.workspace.projects.models import Project
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.context_passages import (
    ContextPassageOutput,
    ContextShareOutput,
    PassageListParameters,
    ShareQuery,
    ThresholdInput,
)
from api.serializers.jobs import JobCreatedOutput


class ContextThresholdView(ProjectMixin):
    """Above which similarity annotators see a context passage."""

    roles = LEADS

    @extend_schema(parameters=[ShareQuery], responses=ContextShareOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How many disambiguations get a passage, at the project's threshold or another."""
        parameters = valid_values(ShareQuery, request.query_params)
        return _answer(self.project, parameters.get("threshold"))

    @extend_schema(request=ThresholdInput, responses=ContextShareOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Set the threshold. Annotators see the difference when they next open a question."""
        project = set_context_threshold(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **valid_values(ThresholdInput, request.data),
        )
        return _answer(project, None)


class ContextPassageListView(ProjectMixin, generics.GenericAPIView[ContextPassage]):
    """A project's context passages."""

    roles = LEADS
    serializer_class = ContextPassageOutput
    queryset = ContextPassage.objects.none()
    query_class = PassageListParameters

    @extend_schema(
        parameters=[query_class], responses=ContextPassageOutput(many=True), filters=True
    )
    def get(self, request: Request, slug: str) -> Response:
        """List passages on one side of a threshold, the nearest to it first."""
        parameters = valid_values(self.query_class, request.query_params)
        threshold = parameters.get("threshold", self.project.context_threshold)
        find = passages_above if parameters["side"] == "above" else passages_below
        page = self.paginate_queryset(find(self.project, threshold=threshold))
        return self.get_paginated_response(rows_of(ContextPassageOutput, page))

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Find all context passages again, in a job."""
        job = start_finding_passages(project=self.project, at=timezone.now(), actor=caller(request))
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


def _answer(project: Project, threshold: float | None) -> Response:
    at = project.context_threshold if threshold is None else threshold
    counts = context_share(project, threshold=at)
    return answer(ContextShareOutput, counts, project=project, counted_at=at)
