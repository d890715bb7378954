"""A project's splits: what they are, and drawing them. For leads."""

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.assignments.splitting import (
    draw_splits,
    preview_draw,
)
from annotator.quality.reports.hidden_split import hide_split, show_split
from annotator.workspace.projects.locking import lock_project
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.jobs import JobCreatedOutput
from api.serializers.splits import DrawInput, HiddenInput, PreviewOutput, SplitsOutput


class SplitMixin(ProjectMixin):
    """A view of a project's splits."""

    roles = LEADS

    def answer(self) -> Response:
        """The splits as they are now."""
        return answer(SplitsOutput, self.project, sees_hidden=self.sees_hidden)


class SplitListView(SplitMixin):
    """The splits of a project."""

    @extend_schema(responses=SplitsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The splits with their examples, the draw on record, and which one is hidden."""
        return self.answer()


class HiddenSplitView(SplitMixin):
    """Which split is hidden."""

    @extend_schema(request=HiddenInput, responses=SplitsOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Hide a split: the caller becomes its steward. A steward shows it again."""
        split = valid_values(HiddenInput, request.data)["split"]
        if not self.sees_hidden:
            raise PermissionDenied("Only stewards may show the hidden split or hide another.")
        user = caller(request)
        with transaction.atomic():
            # Jobs are queued while the project is locked, and compare their time with this one.
            lock_project(self.project)
            at = timezone.now()
            if self.project.hidden_split not in ("", split):
                self.project = show_split(project=self.project, at=at, actor=user)
            if split != self.project.hidden_split:
                self.project = hide_split(project=self.project, split=split, steward=user, at=at)
        del self.sees_hidden
        return self.answer()


class SplitPreviewView(ProjectMixin):
    """What a draw would give."""

    roles = LEADS

    @extend_schema(request=DrawInput, responses={200: PreviewOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Count the examples of each part, and change nothing."""
        serializer = DrawInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        preview = preview_draw(
            project=self.project,
            seed=serializer.validated_data["seed"],
            parts=serializer.parts_of(),
        )
        return answer(PreviewOutput, preview)


class SplitDrawView(ProjectMixin):
    """Drawing, once."""

    roles = LEADS

    @extend_schema(request=DrawInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Put the draw on record; a job gives the examples their splits."""
        serializer = DrawInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        _, job = draw_splits(
            project=self.project,
            seed=serializer.validated_data["seed"],
            parts=serializer.parts_of(),
            at=timezone.now(),
            actor=caller(request),
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)
