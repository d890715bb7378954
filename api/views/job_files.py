"""A job's downloads: its result, and the problems of its input."""

import uuid
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.material.formats.csv_lines import csv_lines
from annotator.workspace.jobs.job_folders import result_of
from annotator.workspace.jobs.models import Job
from api.responses.downloads import file_response, name_download
from api.views.jobs import job_with_files

_BINARY = OpenApiResponse(OpenApiTypes.BINARY)
_COLUMNS = ("file", "line", "field", "problem", "fix")


class JobResultView(APIView):
    """A job's result."""

    @extend_schema(
        parameters=[
            OpenApiParameter("Range", str, "header", description="one range: `bytes=1000-`"),
            OpenApiParameter("If-Range", str, "header", description="the ETag of the first part"),
        ],
        responses={
            (200, "application/octet-stream"): _BINARY,
            (206, "application/octet-stream"): _BINARY,
            416: OpenApiResponse(description="The file ends before the range."),
        },
    )
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponseBase:
        """Download the job's result, or the range of it that is still missing."""
        job = job_with_files(request, pk)
        path = result_of(job)
        if path is None:
            raise NotFound("This job has no result, or it is no longer kept.")
        try:
            return file_response(request, path, name=job.result_name)
        except FileNotFoundError as error:
            raise NotFound("This job's result is no longer kept.") from error


class JobProblemsFileView(APIView):
    """What is wrong with a job's input, as a table."""

    @extend_schema(responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponseBase:
        """Download the job's problems as CSV, in the order of the file."""
        job = job_with_files(request, pk)
        response = StreamingHttpResponse(
            csv_lines(_COLUMNS, _rows(job)), content_type="text/csv; charset=utf-8"
        )
        name = f"problems-{job.filename or job.pk}.csv"
        name_download(response, name)
        return response


def _rows(job: Job) -> Iterator[tuple[Any, ...]]:
    listed = 0
    problems = job.problems.order_by("pk").values_list(*_COLUMNS)
    for listed, row in enumerate(problems.iterator(chunk_size=1000), start=1):  # noqa: B007 - counted
        yield row
    if job.problem_total > listed:
        more = job.problem_total - listed
        yield ("", None, "", f"and {more:,} more that are not listed", "")
