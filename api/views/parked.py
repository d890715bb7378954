"""Parked questions, for leads, who free those that nobody resumes."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.parked import free_parked, parked_of
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import rows_of
from api.serializers.parked import ASKED, FreeInput, ParkedOutput


class ParkedListView(ProjectMixin, generics.GenericAPIView[Assignment]):
    """The project's parked assignments."""

    roles = LEADS
    serializer_class = ParkedOutput
    filter_backends = []

    @extend_schema(responses=ParkedOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List parked questions, the longest parked first."""
        parked = parked_of(self.project).prefetch_related(ASKED)
        return self.get_paginated_response(rows_of(ParkedOutput, self.paginate_queryset(parked)))


class FreeView(ProjectMixin):
    """Freeing a parked slot."""

    roles = LEADS

    @extend_schema(request=FreeInput, responses={204: None})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Hand the slot to others; the annotator's draft stays, and they see the reason."""
        assignment = Assignment.objects.filter(pk=pk, example__in=self.readable_examples()).first()
        if assignment is None:
            raise NotFound("There is no such assignment in this project.")
        values = valid_values(FreeInput, request.data)
        free_parked(
            assignment=assignment,
            reason=values["reason"],
            at=timezone.now(),
            actor=caller(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
