"""Newer revisions of a project's pages: for leads."""

import uuid
from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exchange.intake.page_refreshing import (
    REFRESH_PAGES,
    ask_again,
    refreshed_pages,
    start_refreshing,
)
from annotator.workspace.jobs.models import Job
from api.access.hidden_jobs import has_hidden
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.jobs import JobCreatedOutput
from api.serializers.page_refreshes import PageRefreshInput, RefreshedPageOutput


class PageRefreshesView(ProjectMixin):
    """Looking for newer revisions."""

    roles = LEADS

    @extend_schema(request=PageRefreshInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Fetch the current revision of pages and compare, in a job."""
        values = valid_values(PageRefreshInput, request.data)
        values["example_ids"] = [int(each) for each in values["example_ids"]]
        with transaction.atomic():
            job = start_refreshing(
                project=self.project, at=timezone.now(), actor=caller(request), **values
            )
        return _created(job)


class RefreshedPagesView(ProjectMixin, generics.GenericAPIView[Any]):
    """What such a job found."""

    roles = LEADS
    serializer_class = RefreshedPageOutput
    queryset = Job.objects.none()

    @extend_schema(responses=RefreshedPageOutput(many=True), filters=True)
    def get(self, request: Request, slug: str, pk: uuid.UUID) -> Response:
        """List the pages, in the order of their examples."""
        page = self.paginate_queryset(refreshed_pages(_job_of(self, pk)))
        return self.get_paginated_response(rows_of(RefreshedPageOutput, page))


class AskAgainView(ProjectMixin):
    """Asking the touched questions again."""

    roles = LEADS

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str, pk: uuid.UUID) -> Response:
        """Import exactly the touched questions with the new revision; nothing old changes."""
        with transaction.atomic():
            job = ask_again(job=_job_of(self, pk), at=timezone.now(), actor=caller(request))
        return _created(job)


def _job_of(view: ProjectMixin, pk: uuid.UUID) -> Job:
    job = Job.objects.filter(pk=pk, kind=REFRESH_PAGES, project_id=view.project.pk).first()
    if job is None or (has_hidden(job, view.project) and not view.sees_hidden):
        raise NotFound("This project has no such check of its pages.")
    return job


def _created(job: Job) -> Response:
    return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)
