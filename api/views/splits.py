"""A project's splits: what they are, and drawing them. For leads."""

from typing import Any

from django.db.models import Count
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.assignments.splitting import draw_job, draw_splits, is_left_undone, preview_draw
from annotator.corpus.models import Example
from annotator.corpus.split_draws import draw_of, parts_of
from annotator.projects.models import Project
from api.permissions import LEADS, ProjectMixin, caller
from api.serializers.jobs import JobCreatedOutput
from api.serializers.splits import DrawInput, PreviewOutput, SplitsOutput


def split_counts(project: Project) -> list[dict[str, Any]]:
    """How many examples of the main task each split has; those of none under ""."""
    main = Example.objects.filter(project=project).of_main_task()
    found = main.values("split").annotate(examples=Count("pk")).order_by("split")
    return [{"name": row["split"], "examples": row["examples"]} for row in found]


def _present_draw(project: Project) -> dict[str, Any] | None:
    draw, job = draw_of(project), draw_job(project)
    if draw is None:
        return None
    return {
        "seed": draw.seed,
        "parts": parts_of(draw),
        "drawn_at": draw.drawn_at,
        "job": job.pk if job else None,
        "is_left_undone": is_left_undone(project),
    }


class SplitListView(ProjectMixin):
    """The splits of a project."""

    roles = LEADS

    @extend_schema(responses=SplitsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The splits with their examples, and the draw on record."""
        body = {"splits": split_counts(self.project), "draw": _present_draw(self.project)}
        return Response(SplitsOutput(body).data)


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
        body = {
            "splits": [
                {"name": name, "examples": examples} for name, examples in preview.examples.items()
            ],
            "joined": preview.joined,
            "is_exact": preview.is_exact,
        }
        return Response(PreviewOutput(body).data)


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
        return Response(JobCreatedOutput({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)
