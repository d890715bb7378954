"""A project's statistics: its reports, and the examples behind them. For leads."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import NotFoundError
from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.example_table import find_examples
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import (
    latest_report,
    reports_of,
    standing_of,
    start_statistics,
)
from annotator.quality.reports.shown_sections import shown_sections
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.jobs import JobCreatedOutput
from api.serializers.statistics import (
    HiddenSplitParameters,
    StatisticsExampleOutput,
    StatisticsExamplesParameters,
    StatisticsInput,
    StatisticsOutput,
    StatisticsParameters,
    StatisticsRunOutput,
)


class ReportMixin(ProjectMixin):
    """A view of reports: which ones, and whether the caller may see them."""

    roles = LEADS

    def values_of(self, serializer_class: type[HiddenSplitParameters], sent: Any) -> dict[str, Any]:
        """The valid values of a query or a body; only stewards ask for the hidden split."""
        values = valid_values(serializer_class, sent)
        if values["hidden_split"] != HiddenSplit.WITHOUT and not self.sees_hidden:
            raise PermissionDenied("Only stewards see statistics of the hidden split.")
        return values


class StatisticsView(ReportMixin, generics.GenericAPIView[Report]):
    """The newest report of a project."""

    filter_backends = []
    works_archived = True
    query_class = StatisticsParameters

    @extend_schema(parameters=[query_class], responses=StatisticsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Its sections, how old it is, and the job that makes the next one.

        Nothing is computed by this call.
        """
        values = self.values_of(self.query_class, request.query_params)
        standing = standing_of(self.project, values["hidden_split"])
        sections = shown_sections(standing.report, only=values.get("section"))
        # A list is paged as a query is.
        paged = self.get_paginated_response(self.paginate_queryset(sections)).data
        return answer(StatisticsOutput, {**paged, "standing": standing}, kind=self.project.kind)

    @extend_schema(request=StatisticsInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Compute a new report in a job; the one that is under way, where there is one."""
        job = start_statistics(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **self.values_of(StatisticsInput, request.data),
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class StatisticsRunListView(ReportMixin, generics.GenericAPIView[Report]):
    """The runs of a project's statistics."""

    serializer_class = StatisticsRunOutput
    filter_backends = []
    query_class = HiddenSplitParameters

    def get_queryset(self) -> "QuerySet[Report]":
        """The project's reports without their content."""
        if getattr(self, "swagger_fake_view", False):
            return Report.objects.none()
        values = self.values_of(self.query_class, self.request.query_params)
        return reports_of(self.project, **values).defer("content", "example_table", "details")

    @extend_schema(parameters=[query_class], responses=StatisticsRunOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List reports, newest first, with their parameters and the cost of each stage."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(rows_of(StatisticsRunOutput, page))


class StatisticsExampleListView(ReportMixin, generics.GenericAPIView[Any]):
    """The examples behind the newest report."""

    serializer_class = StatisticsExampleOutput
    queryset = Report.objects.none()
    query_class = StatisticsExamplesParameters

    @extend_schema(
        parameters=[query_class],
        responses=StatisticsExampleOutput(many=True),
        filters=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """List examples whose value in a column is within bounds, the largest first.

        404 while there is no report.
        """
        values = self.values_of(self.query_class, request.query_params)
        report = latest_report(self.project, values.pop("hidden_split"), with_examples=True)
        if report is None:
            raise NotFoundError("no_report", "Nothing has been computed yet. Start the statistics.")
        found = find_examples(report, **values)
        places = self.paginate_queryset(range(len(found))) or []
        rows = rows_of(StatisticsExampleOutput, found.at(places))
        return self.get_paginated_response(rows)
