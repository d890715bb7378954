"""Queries of logs, the funnel and its filters: for leads."""

import uuid

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exchange.intake.filtering_again import start_filtering_again
from annotator.exchange.intake.models import Query, QueryFilters
from annotator.exchange.intake.page_finding import start_finding_pages
from annotator.exchange.intake.page_search import search_of, set_page_search
from annotator.exchange.intake.queries import funnel_of, shown_queries
from annotator.exchange.intake.services import decide_query, set_query_filters
from annotator.exchange.intake.uploaded_previews import preview_upload
from annotator.workspace.jobs.job_folders import stored_uploads
from api.access.chosen_splits import check_new_split
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.jobs import JobCreatedOutput
from api.serializers.queries import (
    FunnelOutput,
    PageSearchInput,
    PageSearchOutput,
    QueryDecisionInput,
    QueryFiltersOutput,
    QueryListParameters,
    QueryOutput,
    QueryPagesInput,
    QueryPreviewInput,
    QueryPreviewOutput,
    QueryResultsInput,
)


class QueryListView(ProjectMixin, generics.GenericAPIView[Query]):
    """A project's queries."""

    roles = LEADS
    serializer_class = QueryOutput
    queryset = Query.objects.none()
    query_class = QueryListParameters

    @extend_schema(parameters=[query_class], responses=QueryOutput(many=True), filters=True)
    def get(self, request: Request, slug: str) -> Response:
        """List them, those issued most often first; questions of the hidden split for stewards."""
        chosen = valid_values(self.query_class, request.query_params)
        queries = shown_queries(self.project, caller(request))
        page = self.paginate_queryset(queries.filter(**chosen))
        return self.get_paginated_response(rows_of(QueryOutput, page))


class QueryPreviewView(ProjectMixin):
    """How a query log would be read."""

    roles = LEADS
    parser_classes = [MultiPartParser]

    @extend_schema(request={"multipart/form-data": QueryPreviewInput}, responses=QueryPreviewOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Show the first queries of a log, or why it can't be imported. Nothing is stored."""
        values = valid_values(QueryPreviewInput, request.data)
        preview = preview_upload(upload=values["file"], is_part=values["is_part"])
        return answer(QueryPreviewOutput, preview)


class QueryDecisionView(ProjectMixin):
    """A lead's decision about a query."""

    roles = LEADS

    @extend_schema(request=QueryDecisionInput, responses=QueryOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Keep the query, or leave it out."""
        query = shown_queries(self.project, caller(request)).filter(pk=pk).first()
        if query is None:
            raise NotFound("There is no such query in this project.")
        values = valid_values(QueryDecisionInput, request.data)
        decided = decide_query(query=query, at=timezone.now(), actor=caller(request), **values)
        return answer(QueryOutput, decided)


class QueryFunnelView(ProjectMixin):
    """What became of a project's queries."""

    roles = LEADS

    @extend_schema(responses=FunnelOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How many ended at each step, with samples."""
        steps = funnel_of(self.project, caller(request))
        return answer(FunnelOutput, steps)


class QueryPagesView(ProjectMixin):
    """Examples of the kept queries."""

    roles = LEADS

    @extend_schema(request=QueryPagesInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Find and fetch a page for each kept query and import both, in jobs."""
        values = valid_values(QueryPagesInput, request.data)
        check_new_split(self.project, values["split"], caller(request))
        job = start_finding_pages(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class QueryResultsView(ProjectMixin):
    """Examples of the kept queries that a file of results has."""

    roles = LEADS
    parser_classes = [MultiPartParser]
    takes_files = True

    @extend_schema(
        request={"multipart/form-data": QueryResultsInput}, responses={202: JobCreatedOutput}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload what a search found; pages are fetched and imported in jobs."""
        values, job_id = valid_values(QueryResultsInput, request.data), uuid.uuid4()
        check_new_split(self.project, values["split"], caller(request))
        uploads = {"file": values.pop("file")}
        with stored_uploads(uploads=uploads, job_id=job_id) as paths:
            job = start_finding_pages(
                project=self.project,
                at=timezone.now(),
                actor=caller(request),
                job_id=job_id,
                results=str(paths["file"]),
                **values,
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class PageSearchView(ProjectMixin):
    """What finds pages for the project's queries."""

    roles = LEADS

    @extend_schema(responses=PageSearchOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The settings of the search for pages, without secrets."""
        return answer(PageSearchOutput, search_of(self.project))

    @extend_schema(request=PageSearchInput, responses=PageSearchOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some settings of the search for pages."""
        search = set_page_search(
            project=self.project,
            changes=valid_values(PageSearchInput, request.data),
            at=timezone.now(),
            actor=caller(request),
        )
        return answer(PageSearchOutput, search)


class QueryFilteringView(ProjectMixin):
    """Filtering the project's queries again."""

    roles = LEADS

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Filter the stored queries again, in a job. What a lead decided stays."""
        with transaction.atomic():
            job = start_filtering_again(
                project=self.project, at=timezone.now(), actor=caller(request)
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class QueryFiltersView(ProjectMixin):
    """What the project's queries must be."""

    roles = LEADS

    @extend_schema(responses=QueryFiltersOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The filters of queries."""
        stored = QueryFilters.objects.filter(project=self.project).first()
        filters = stored or QueryFilters(project=self.project)
        return answer(QueryFiltersOutput, filters)

    @extend_schema(request=QueryFiltersOutput(partial=True), responses=QueryFiltersOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some filters. Stored queries keep their decisions."""
        serializer = QueryFiltersOutput(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        filters = set_query_filters(
            project=self.project,
            changes=dict(serializer.validated_data),
            at=timezone.now(),
            actor=caller(request),
        )
        return answer(QueryFiltersOutput, filters)
