"""Publishing a project as a data set. For leads."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.models import ReleasedVersion
from annotator.publishing.releases.services import change_card
from annotator.publishing.releases.starting import Choice, start_release
from annotator.publishing.releases.versions import releases_of
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.jobs import JobCreatedOutput
from api.serializers.releases import (
    ReleaseCardInput,
    ReleasedVersionOutput,
    ReleaseInput,
    ReleasePreviewOutput,
    ReleaseQuery,
)


class ReleaseView(ProjectMixin):
    """The next release: its card, and what it would hold."""

    roles = LEADS
    works_archived = True
    query_class = ReleaseQuery

    @extend_schema(parameters=[query_class], responses=ReleasePreviewOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What a release would hold and leave out, with the texts of its card."""
        simulated = valid_values(self.query_class, request.query_params)["simulated"]
        return answer(ReleasePreviewOutput, Contents(self.project, simulated=simulated))

    @extend_schema(request=ReleaseCardInput, responses=ReleasePreviewOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the card."""
        changes = valid_values(ReleaseCardInput, request.data)
        if "examples_left_out" in changes:
            changes["examples_left_out"] = [int(each) for each in changes["examples_left_out"]]
        change_card(project=self.project, changes=changes, at=timezone.now(), actor=caller(request))
        return answer(ReleasePreviewOutput, Contents(self.project))


class ReleaseListView(ProjectMixin, generics.GenericAPIView[ReleasedVersion]):
    """The releases of a project."""

    roles = LEADS
    works_archived = True
    serializer_class = ReleasedVersionOutput
    filter_backends = []

    @extend_schema(responses=ReleasedVersionOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what was released, newest first."""
        page = self.paginate_queryset(releases_of(self.project)) or []
        return self.get_paginated_response(rows_of(ReleasedVersionOutput, page))

    @extend_schema(request=ReleaseInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a release; the job's result is a ZIP of the folder."""
        values = valid_values(ReleaseInput, request.data)
        job = start_release(
            project=self.project, choice=Choice(**values), at=timezone.now(), actor=caller(request)
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)
