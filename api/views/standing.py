"""Pausing, archiving and deleting projects, and taking each of these back."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.running.project_bin.deleted_parts import deleted_parts, restore_part
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.standing import (
    change_standing,
    delete_project,
    deleted_projects_of,
    restore_project,
)
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.standing import (
    DeletedPartInput,
    DeletedPartOutput,
    DeletedProjectOutput,
    DeletionInput,
    ProjectStandingInput,
    ProjectStandingOutput,
)


class StandingView(ProjectMixin):
    """Whether a project is active, paused or archived."""

    roles = LEADS
    works_archived = True

    @extend_schema(request=ProjectStandingInput, responses=ProjectStandingOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Pause: nobody gets new questions. Archive: nothing changes, exports work. Or resume."""
        values = valid_values(ProjectStandingInput, request.data)
        project = change_standing(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(ProjectStandingOutput, project)


class DeletionView(ProjectMixin):
    """Putting a project into the bin."""

    roles = LEADS
    works_archived = True

    @extend_schema(request=DeletionInput, responses={200: DeletedProjectOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Put the project into the bin. It can be restored for 30 days; then it is erased."""
        values = valid_values(DeletionInput, request.data)
        project = delete_project(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(DeletedProjectOutput, project)


class DeletedProjectListView(generics.GenericAPIView[Project]):
    """The bin."""

    serializer_class = DeletedProjectOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[Project]":
        """The projects in the bin that the caller led."""
        if getattr(self, "swagger_fake_view", False):
            return Project.objects.none()
        return deleted_projects_of(caller(self.request))

    @extend_schema(responses=DeletedProjectOutput(many=True))
    def get(self, request: Request) -> Response:
        """List the deleted projects that the caller can restore, the latest first."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(rows_of(DeletedProjectOutput, page))


class RestorationView(APIView):
    """Taking a project out of the bin."""

    @extend_schema(request=None, responses={200: ProjectStandingOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Restore the project as it was."""
        user = caller(request)
        project = deleted_projects_of(user).filter(pk=pk).first()
        if project is None:
            raise NotFound("There is no such project in the bin.")
        restored = restore_project(project=project, at=timezone.now(), actor=user)
        return answer(ProjectStandingOutput, restored)


class DeletedPartsView(ProjectMixin, generics.GenericAPIView[Any]):
    """The systems, encoders and error analyses that leads have deleted."""

    roles = LEADS
    serializer_class = DeletedPartOutput
    filter_backends = []
    queryset = Project.objects.none()

    @extend_schema(responses=DeletedPartOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what the caller can restore, the latest first."""
        page = self.paginate_queryset(deleted_parts(self.project, caller(request))) or []
        return self.get_paginated_response(rows_of(DeletedPartOutput, page))


class PartRestorationView(ProjectMixin):
    """Taking something of a project out of the bin."""

    roles = LEADS

    @extend_schema(request=DeletedPartInput, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Restore a deleted system, encoder or error analysis as it was."""
        values = valid_values(DeletedPartInput, request.data)
        restore_part(
            project=self.project,
            kind=values["kind"],
            part=values["id"],
            at=timezone.now(),
            actor=caller(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
