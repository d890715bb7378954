"""Imports, exports and the jobs that do them."""

import shutil
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import FileResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.exceptions import InvalidInputError
from annotator.jobs.models import Job, JobProblem, JobState
from annotator.jobs.services import cancel_job, create_job
from annotator.projects.models import Project, Role
from annotator.projects.queries import role_of
from api.permissions import LEADS, ProjectMixin, caller
from api.serializers.jobs import (
    ExportInput,
    ImportInput,
    JobCreatedOutput,
    JobOutput,
    JobProblemOutput,
)


def _store_upload(upload: Any, job_id: uuid.UUID) -> Path:
    """Move an uploaded file to where the worker finds it."""
    if upload.size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES // 1024**2
        raise InvalidInputError(
            "upload_too_large",
            f"The file is larger than {limit} MiB.",
            fields={"file": "Split it, or import it with the command on the server."},
        )
    folder = Path(settings.UPLOAD_DIR) / str(job_id)
    folder.mkdir(parents=True)
    path = folder / Path(upload.name).name
    with path.open("wb") as target:
        shutil.copyfileobj(upload, target)
    return path


class ImportView(ProjectMixin):
    """Imports, for leads."""

    roles = LEADS
    parser_classes = [MultiPartParser]

    @extend_schema(request={"multipart/form-data": ImportInput}, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Upload a file and queue its import."""
        serializer = ImportInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = dict(serializer.validated_data)
        upload, job_id = values.pop("file"), uuid.uuid4()
        path = _store_upload(upload, job_id)
        with transaction.atomic():
            job = create_job(
                job_id=job_id,
                kind=f"import_{values.pop('format')}",
                parameters={"paths": [str(path)], **values},
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=caller(request),
                filename=path.name,
            )
        return Response(JobCreatedOutput({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)


class ExportView(ProjectMixin):
    """Exports, for leads."""

    roles = LEADS

    @extend_schema(request=ExportInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Queue an export."""
        serializer = ExportInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        chosen = serializer.validated_data["format"]
        with transaction.atomic():
            job = create_job(
                kind="export_nq",
                parameters={"simplified": chosen == "nq-simplified"},
                filename=f"{self.project.slug}-{chosen}.jsonl.gz",
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=caller(request),
            )
        return Response(JobCreatedOutput({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)


class JobListView(ProjectMixin, generics.GenericAPIView[Job]):
    """A project's jobs, for leads."""

    roles = LEADS
    serializer_class = JobOutput
    filter_backends = []

    @extend_schema(responses=JobOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """List them, newest first."""
        jobs = (
            Job.objects.filter(project_id=self.project.pk)
            .select_related("created_by")
            .annotate(problem_total=Count("problems"))
            .order_by("-created_at", "id")
        )
        page = self.paginate_queryset(jobs)
        return self.get_paginated_response(JobOutput(page, many=True).data)


def visible_job(request: Request, job_id: uuid.UUID) -> Job:
    """A job of a project that the caller leads; raises ``NotFound`` for any other."""
    job = Job.objects.select_related("created_by").filter(pk=job_id).first()
    if job is None or job.project_id is None:
        raise NotFound("There is no such job.")
    project = Project.objects.filter(pk=job.project_id).first()
    if project is None or role_of(user=caller(request), project=project) != Role.LEAD:
        raise NotFound("There is no such job.")
    return job


class JobView(APIView):
    """One job."""

    @extend_schema(responses=JobOutput)
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """Where it stands."""
        return Response(JobOutput(visible_job(request, pk)).data)


class JobCancelView(APIView):
    """Stopping a job."""

    @extend_schema(request=None, responses=JobOutput)
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Ask it to stop; it undoes what it did."""
        job = cancel_job(job=visible_job(request, pk), at=timezone.now())
        return Response(JobOutput(job).data)


class JobProblemListView(generics.GenericAPIView[JobProblem]):
    """What is wrong with a job's input."""

    serializer_class = JobProblemOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[JobProblem]":
        """The problems of a visible job."""
        if getattr(self, "swagger_fake_view", False):
            return JobProblem.objects.none()
        return visible_job(self.request, self.kwargs["pk"]).problems.order_by("pk")

    @extend_schema(responses=JobProblemOutput(many=True))
    def get(self, request: Request, pk: uuid.UUID) -> Response:  # noqa: ARG002
        """List them in the order of the file."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(JobProblemOutput(page, many=True).data)


class JobResultView(APIView):
    """A job's result."""

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)}
    )
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponseBase:
        """Download it."""
        job = visible_job(request, pk)
        path = Path(settings.RESULT_DIR) / job.result_path
        if job.state != JobState.SUCCEEDED or not job.result_path or not path.is_file():
            raise NotFound("This job has no result.")
        # Without this, gzip files would be decoded by the browser on the way.
        return FileResponse(
            path.open("rb"),
            as_attachment=True,
            filename=job.result_name,
            content_type="application/octet-stream",
        )
