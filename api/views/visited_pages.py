"""The pages of an ambiguous question, shown beside it."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.material.corpus.models import Page
from annotator.workspace.projects.models import Regime
from api.access.permissions import LEADS, ProjectMixin
from api.responses.frames import page_response
from api.views.assignments import own_assignment

RENDERING = {(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)}


class AssignmentVisitedPageView(APIView):
    """One of the pages of the caller's assignment."""

    @extend_schema(responses=RENDERING)
    def get(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """The rendering of a visited page; none without context or imported HTML."""
        assignment = own_assignment(request, pk)
        pages = Page.objects.filter(visits__example=assignment.example, visits__number=number)
        page = None if assignment.project.regime == Regime.NO_CONTEXT else pages.first()
        if page is None:
            raise NotFound("This question does not have this page.")
        return page_response(request, page)


class ExampleVisitedPageView(ProjectMixin):
    """One of the pages of an example."""

    roles = LEADS

    @extend_schema(responses=RENDERING)
    def get(self, request: Request, slug: str, pk: int, number: int) -> HttpResponseBase:
        """The rendering of a visited page, if its HTML was imported."""
        page = Page.objects.filter(
            visits__number=number, visits__example__in=self.readable_examples().filter(pk=pk)
        ).first()
        if page is None:
            raise NotFound("There is no such page in this project.")
        return page_response(request, page)
