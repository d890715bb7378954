"""The caller's saved views of a project's tables."""

from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.workspace.projects.models import SavedView
from annotator.workspace.projects.saved_views import delete_view, save_view
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import asked_of, valid_values
from api.responses.answers import answer, rows_of
from api.serializers.saved_views import SavedViewInput, SavedViewOutput, SavedViewQuery


class SavedViewListView(ProjectMixin, generics.GenericAPIView[SavedView]):
    """All of them."""

    roles = LEADS
    works_archived = True
    serializer_class = SavedViewOutput
    filter_backends = []
    query_class = SavedViewQuery

    @extend_schema(parameters=[SavedViewQuery], responses=SavedViewOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the caller's saved views by name."""
        own = SavedView.objects.filter(project=self.project, owner=caller(request))
        if table := asked_of(SavedViewQuery, request.query_params)["table"]:
            own = own.filter(table=table)
        page = self.paginate_queryset(own.order_by("name", "pk"))
        return self.get_paginated_response(rows_of(SavedViewOutput, page))

    @extend_schema(request=SavedViewInput, responses={201: SavedViewOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Save a view, or replace the caller's of the same name."""
        values = valid_values(SavedViewInput, request.data)
        view = save_view(project=self.project, owner=caller(request), **values)
        return answer(SavedViewOutput, view, status=status.HTTP_201_CREATED)


class SavedViewView(ProjectMixin):
    """One of them."""

    roles = LEADS
    works_archived = True

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Delete the caller's view."""
        if not delete_view(project=self.project, owner=caller(request), view_id=pk):
            raise NotFound("You have no such saved view.")
        return Response(status=status.HTTP_204_NO_CONTENT)
