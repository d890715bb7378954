"""Imports, exports and the jobs that do them."""

import uuid
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.exceptions import InvalidInputError
from annotator.exchange.exports.formats import EXPORT_FORMATS, EXTRACTOR, formats_offered
from annotator.exchange.exports.kinds import kinds_with
from annotator.exchange.imports.undoing import redo_import, undo_import, undone_imports
from annotator.quality.reports.services import STEWARDS_JOBS
from annotator.systems.competitions.queries import is_of_own_team
from annotator.systems.evaluation.job_handlers import SCORE_SYSTEM
from annotator.workspace.jobs.job_folders import stored_uploads
from annotator.workspace.jobs.models import Job, JobProblem
from annotator.workspace.jobs.services import cancel_job, create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import sees_hidden_split
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import role_of
from annotator.workspace.projects.standing import refuse_archived
from api.access.chosen_splits import check_chosen_splits, check_new_split
from api.access.hidden_jobs import brings_questions, has_hidden
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer, answer_all, rows_of
from api.serializers.jobs import (
    ExportFormatOutput,
    ExportInput,
    ImportInput,
    JobCreatedOutput,
    JobListParameters,
    JobOutput,
    JobProblemOutput,
)

EXPORTS = "export"
"""What the kinds of jobs begin with that write exports."""


class ImportView(ProjectMixin):
    """Imports, for leads."""

    roles = LEADS
    parser_classes = [MultiPartParser]
    takes_files = True

    @extend_schema(request={"multipart/form-data": ImportInput}, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Upload a file, and the file of its pages, and queue the import."""
        values = valid_values(ImportInput, request.data)
        chosen, job_id = values.pop("format"), uuid.uuid4()
        check_fits(self.project, chosen)
        check_new_split(self.project, values.get("split", ""), caller(request))
        uploads: dict[str, Any] = {
            name: values.pop(name) for name in ("file", "pages") if name in values
        }
        with stored_uploads(uploads=uploads, job_id=job_id) as paths, transaction.atomic():
            files = {"paths": [str(paths["file"])]}
            pages = {"pages": str(paths["pages"])} if "pages" in paths else {}
            job = create_job(
                job_id=job_id,
                kind=f"import_{chosen}",
                parameters={**files, **pages, **values},
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=caller(request),
                filename=paths["file"].name,
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


def check_fits(project: Project, chosen: str, *, field: str = "format") -> None:
    """Raise ``InvalidInputError`` for a format that a project of this kind has no use for.

    ``field`` is where it was chosen; an option of a format is checked like the format.
    """
    kinds = kinds_with(chosen)
    if kinds and project.kind not in kinds:
        raise InvalidInputError(
            "wrong_kind",
            f"{project.slug} is a project of kind {project.kind}.",
            fields={field: f"{chosen} is for projects of kind {' or '.join(kinds)}."},
        )


class ExportView(ProjectMixin):
    """Exports, for leads; also of a project in the bin."""

    works_archived = True
    works_deleted = True
    roles = LEADS

    @extend_schema(responses=ExportFormatOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the formats that the project can be exported in, in the words of the form."""
        return answer_all(ExportFormatOutput, formats_offered(self.project.kind))

    @extend_schema(request=ExportInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue an export."""
        values = valid_values(ExportInput, request.data)
        options = dict(values)
        chosen = options.pop("format")
        form = EXTRACTOR if options.get("reader") else EXPORT_FORMATS[chosen]
        check_fits(self.project, chosen)
        for option in filter(options.get, options):
            check_fits(self.project, option, field=option)
        splits = options.get("splits") or []
        viewer = caller(request)
        with changing(self.project, at=timezone.now(), actor=viewer) as change:
            check_chosen_splits(change.project, splits, viewer, field="splits")
            job = create_job(
                kind=form.job,
                parameters={**form.fixed, **options},
                filename=form.filename(self.project.slug),
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=viewer,
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class JobListView(ProjectMixin, generics.GenericAPIView[Job]):
    """A project's jobs, for leads; of a project in the bin its exports alone."""

    roles = LEADS
    works_deleted = True
    serializer_class = JobOutput
    filter_backends = []
    query_class = JobListParameters

    @extend_schema(parameters=[query_class], responses=JobOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List jobs, newest first; statistics of the hidden split for stewards alone."""
        kinds = valid_values(self.query_class, request.query_params)["kinds"]
        jobs = Job.objects.filter(_of_kinds(kinds), project_id=self.project.pk)
        if self.project.deleted_at is not None:
            jobs = jobs.filter(kind__startswith=EXPORTS)
        if not self.sees_hidden:
            jobs = jobs.exclude(kind__in=STEWARDS_JOBS)
        ordered = jobs.select_related("created_by").order_by("-created_at", "id")
        page = self.paginate_queryset(ordered) or []
        for job in page:
            if not (self.sees_hidden or job.created_by_id == caller(request).pk) and has_hidden(
                job, self.project
            ):
                # The closing sentence counts what was left out, is missing, or has an answer.
                job.message, job.problem_total = "", 0
        return self.get_paginated_response(rows_of(JobOutput, page, undone=undone_imports(page)))


def _of_kinds(beginnings: str) -> Q:
    """That a job's kind begins like one of these, separated by commas; any kind for none."""
    found = Q()
    for beginning in filter(None, map(str.strip, beginnings.split(","))):
        found |= Q(kind__startswith=beginning)
    return found


def visible_job(request: Request, job_id: uuid.UUID) -> Job:
    """A job of a project that the caller leads, one for the caller alone, or a submission of their
    team.

    Raises ``NotFound`` for any other. An API token reaches no job that is for its owner alone.
    """
    job = Job.objects.select_related("created_by").filter(pk=job_id).first()
    if job is None or not _is_visible(job, request):
        raise NotFound("There is no such job.")
    return job


def _is_visible(job: Job, request: Request) -> bool:
    if job.project_id is None:
        return job.created_by_id == caller(request).pk and request.auth is None
    # In the bin there are only exports.
    is_there = Q() if job.kind.startswith(EXPORTS) else Q(deleted_at__isnull=True)
    there = Project.objects.filter(is_there, erasing_at__isnull=True, pk=job.project_id)
    project, user = there.first(), caller(request)
    if project is not None and is_of_own_team(job, user):
        return True
    role = role_of(user=user, project=project) if project else None
    if project is None or role != Role.LEAD:
        return False
    is_own = job.kind == SCORE_SYSTEM and job.created_by_id == user.pk
    return is_own or not has_hidden(job, project) or sees_hidden_split(user=user, project=project)


def job_with_files(request: Request, job_id: uuid.UUID) -> Job:
    """A visible job whose files and problems the caller may read.

    The questions of others that name no split may have been drawn into the hidden one.
    """
    job, user = visible_job(request, job_id), caller(request)
    if brings_questions(job) and not job.parameters.get("split") and job.created_by_id != user.pk:
        project = Project.objects.filter(pk=job.project_id or 0).first()
        if project and not sees_hidden_split(user=user, project=project):
            raise NotFound("There is no such job.")
    return job


class JobView(APIView):
    """One job."""

    @extend_schema(responses=JobOutput)
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """The job's state."""
        job = visible_job(request, pk)
        return answer(JobOutput, job, undone=undone_imports([job]))


class JobCancelView(APIView):
    """Stopping a job."""

    @extend_schema(request=None, responses=JobOutput)
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Ask the job to stop; it undoes what it did."""
        job = cancel_job(job=visible_job(request, pk), at=timezone.now())
        return answer(JobOutput, job)


class ImportUndoView(APIView):
    """Undoing an import."""

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Take all its questions out, if nothing was made of them; *redo* brings them back."""
        job = _changeable_import(request, pk)
        queued = undo_import(job=job, at=timezone.now(), actor=caller(request))
        return answer(JobCreatedOutput, queued, status=status.HTTP_202_ACCEPTED)


class ImportRedoView(APIView):
    """Bringing an undone import back."""

    @extend_schema(request=None, responses={202: JobCreatedOutput})
    def post(self, request: Request, pk: uuid.UUID) -> Response:
        """Put the questions back that undoing took out."""
        job = _changeable_import(request, pk)
        queued = redo_import(job=job, at=timezone.now(), actor=caller(request))
        return answer(JobCreatedOutput, queued, status=status.HTTP_202_ACCEPTED)


def _changeable_import(request: Request, job_id: uuid.UUID) -> Job:
    """An import of a project that isn't archived, which the caller leads."""
    job = job_with_files(request, job_id)
    project = Project.objects.filter(pk=job.project_id or 0).first()
    if project is None or role_of(user=caller(request), project=project) != Role.LEAD:
        raise NotFound("There is no such import.")
    refuse_archived(project)
    return job


class JobProblemListView(generics.GenericAPIView[JobProblem]):
    """What is wrong with a job's input."""

    serializer_class = JobProblemOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[JobProblem]":
        """The problems of a job whose files the caller may read."""
        if getattr(self, "swagger_fake_view", False):
            return JobProblem.objects.none()
        return job_with_files(self.request, self.kwargs["pk"]).problems.order_by("pk")

    @extend_schema(responses=JobProblemOutput(many=True))
    def get(self, request: Request, pk: uuid.UUID) -> Response:
        """List the job's problems in the order of the file."""
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(rows_of(JobProblemOutput, page))
