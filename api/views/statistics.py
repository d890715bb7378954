"""A project's statistics: its reports, and the examples behind them. For leads."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import NotFoundError
from annotator.reports.example_table import find_examples
from annotator.reports.models import Report
from annotator.reports.services import (
    latest_report,
    standing_of,
    start_statistics,
)
from api.permissions import LEADS, ProjectMixin, caller
from api.presenters.statistics import (
    present_found,
    present_run,
    present_sections,
    present_standing,
)
from api.serializers.jobs import JobCreatedOutput
from api.serializers.statistics import (
    StatisticsExampleOutput,
    StatisticsExamplesParameters,
    StatisticsOutput,
    StatisticsParameters,
    StatisticsRunOutput,
)
from api.validation import valid_values


class StatisticsView(ProjectMixin, generics.GenericAPIView[Report]):
    """The newest report of a project."""

    roles = LEADS
    filter_backends = []

    @extend_schema(parameters=[StatisticsParameters], responses=StatisticsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Its sections, how old it is, and the job that makes the next one.

        Nothing is computed by this call.
        """
        standing = standing_of(self.project)
        only = valid_values(StatisticsParameters, request.query_params).get("section")
        sections = present_sections(standing.report, only=only)
        # A list is paged as a query is.
        page = self.paginate_queryset(sections)
        body = self.get_paginated_response(page).data | present_standing(
            standing, project=self.project
        )
        return Response(StatisticsOutput(body).data)

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Compute a new report in a job; the one that is under way, where there is one."""
        job = start_statistics(project=self.project, at=timezone.now(), actor=caller(request))
        return Response(JobCreatedOutput({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)


class StatisticsRunListView(ProjectMixin, generics.GenericAPIView[Report]):
    """The runs of a project's statistics."""

    roles = LEADS
    serializer_class = StatisticsRunOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[Report]":
        """The project's reports without their content."""
        if getattr(self, "swagger_fake_view", False):
            return Report.objects.none()
        return self.project.reports.defer("content", "example_table", "details")

    @extend_schema(responses=StatisticsRunOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them, newest first, with their parameters and the cost of each stage."""
        page = self.paginate_queryset(self.get_queryset()) or []
        rows = [present_run(report) for report in page]
        return self.get_paginated_response(StatisticsRunOutput(rows, many=True).data)


class StatisticsExampleListView(ProjectMixin, generics.GenericAPIView[Report]):
    """The examples behind the newest report."""

    roles = LEADS
    serializer_class = StatisticsExampleOutput
    queryset = Report.objects.none()

    @extend_schema(
        parameters=[StatisticsExamplesParameters],
        responses=StatisticsExampleOutput(many=True),
        filters=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """List examples whose value in a column is within bounds, the largest first.

        404 while there is no report.
        """
        values = valid_values(StatisticsExamplesParameters, request.query_params)
        report = latest_report(self.project, with_examples=True)
        if report is None:
            raise NotFoundError("no_report", "Nothing has been computed yet. Start the statistics.")
        found = find_examples(report, **values)
        places = self.paginate_queryset(range(len(found))) or []
        rows = present_found(found, places)
        return self.get_paginated_response(StatisticsExampleOutput(rows, many=True).data)
