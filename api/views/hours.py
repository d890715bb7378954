"""Hours and cost, and the time sheet. For leads."""

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.material.formats.csv_lines import csv_lines
from annotator.quality.overview.hours import (
    COLUMNS,
    hours_of,
    pay_of,
    set_pay,
    time_sheet_rows,
)
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.serializers.hours import WEEKS, HoursOutput, HoursQuery, PayInput


class HoursView(ProjectMixin):
    """Hours and cost."""

    roles = LEADS

    @extend_schema(parameters=[HoursQuery], responses=HoursOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's active time, what it costs, and what is to come."""
        values = valid_values(HoursQuery, request.query_params)
        return _answer(self, **values)


class TimeSheetView(ProjectMixin):
    """The time sheet."""

    roles = LEADS

    @extend_schema(responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download a row for each person and week, as CSV."""
        response = StreamingHttpResponse(
            csv_lines(COLUMNS, time_sheet_rows(self.project)),
            content_type="text/csv; charset=utf-8",
        )
        name_download(response, f"{self.project.slug}-hours.csv")
        return response


class PayView(ProjectMixin):
    """What the project pays for an hour."""

    roles = LEADS

    @extend_schema(request=PayInput, responses=HoursOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Set the rate, or take it away."""
        set_pay(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **valid_values(PayInput, request.data),
        )
        return _answer(self, weeks=WEEKS)


def _answer(view: ProjectMixin, *, weeks: int) -> Response:
    hours = hours_of(project=view.project, weeks=weeks, at=timezone.now())
    return answer(HoursOutput, hours, pay=pay_of(view.project))
