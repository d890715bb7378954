"""Systems and the leaderboard: leads upload, publish and delete; experts, or everybody, read."""

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import InvalidInputError, NotAllowedError
from annotator.foundation.names.naming import name_key
from annotator.material.corpus.placed_answers import SystemAnswer, placed_answer
from annotator.material.corpus.splits import flaw_of_split
from annotator.material.corpus.storage import unpack
from annotator.systems.evaluation.answer_extractor.site_extractor import needs_extractor
from annotator.systems.evaluation.job_handlers import SCORE_SYSTEM
from annotator.systems.evaluation.leaderboard.board import Asked, Board
from annotator.systems.evaluation.leaderboard.hidden_scores import OWN_EXTRACTOR_ALONE
from annotator.systems.evaluation.leaderboard.queries import (
    file_of,
    may_download,
    score_on,
    scored_example,
    scored_examples,
    system_of,
)
from annotator.systems.evaluation.models import Part, Score, ScoredExample, System
from annotator.systems.evaluation.records.services import (
    change_system,
    check_free,
    delete_system,
    publish_leaderboard,
)
from annotator.systems.evaluation.scoring_jobs.scoring_again import request_scoring_again
from annotator.systems.readers.stored import trained_systems
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.job_folders import stored_uploads
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import (
    is_hidden_from,
    names_hidden_split,
    refuse_hidden,
)
from annotator.workspace.projects.models import Project, Regime, Role
from annotator.workspace.projects.queries import projects_led_by
from api.access.hidden_jobs import newest_job
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.downloads import name_download
from api.scopes.boards import BoardMixin
from api.serializers.jobs import JobCreatedOutput
from api.serializers.leaderboard import (
    LeaderboardOutput,
    LeaderboardQuery,
    PublicationInput,
    PublicationOutput,
    ScoreAgainInput,
    SystemChangeInput,
    SystemInput,
)
from api.serializers.system_results import (
    ResultsQuery,
    ScoredExampleOutput,
    ScoredExamplesQuery,
    SystemAnswerOutput,
    SystemResultsOutput,
)

LARGEST_FILE = 64 * 2**20
"""Bytes of a file of predictions, compressed or not: a hundred thousand examples."""

MOST_BYTES = 2 * LARGEST_FILE
"""Of an upload: of ASQA with what an extractor found."""

HIDDEN = "Submit predictions for the hidden split as a submission."


class LeaderboardView(BoardMixin):
    """A project's leaderboard."""

    @extend_schema(parameters=[LeaderboardQuery], responses=LeaderboardOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The systems of a split, the best first, and people beside them."""
        query = valid_values(LeaderboardQuery, request.query_params)
        board = Board(self.project, self.viewer, self.role, Asked(**query))
        job = newest_job(SCORE_SYSTEM, self.project, viewer=self.viewer, role=self.role)
        trained = trained_systems(self.project) if self.role is not None else set()
        return answer(LeaderboardOutput, board, job=job, trained=trained)


class PublicationView(ProjectMixin):
    """Whether everybody may read a leaderboard, for leads."""

    roles = LEADS

    @extend_schema(request=PublicationInput, responses=PublicationOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Publish the leaderboard, or take it down."""
        board = publish_leaderboard(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **valid_values(PublicationInput, request.data),
        )
        return answer(PublicationOutput, board)


class SystemListView(ProjectMixin):
    """Systems to be scored, for leads."""

    roles = LEADS
    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = MOST_BYTES

    @extend_schema(request={"multipart/form-data": SystemInput}, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Upload a system's predictions and queue their scoring."""
        values = valid_values(SystemInput, request.data)
        given = [name for name in ("file", "found") if name in values]
        files: dict[str, Any] = {name: values.pop(name) for name in given}
        check_upload(self.project, values, files, actor=caller(request))
        split, actor = values["split"], caller(request)
        refuse_hidden(actor, self.project, [split], HIDDEN)
        job = queue_scoring(self.project, values, files, job_id=uuid.uuid4(), actor=actor)
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


def queue_scoring(
    project: Project,
    values: dict[str, Any],
    files: dict[str, Any],
    *,
    job_id: uuid.UUID,
    actor: User,
) -> Job:
    """Keep the uploaded files and queue the job that scores them.

    Raises ``NotAllowedError`` for a split that is hidden from ``actor``. Nothing is locked while
    the files are brought to the disk.
    """
    named, hidden = [values["split"]], NotAllowedError("permission_denied", HIDDEN)
    with (
        stored_uploads(uploads=files, job_id=job_id) as stored,
        changing(project, at=timezone.now(), actor=actor, splits=named, refusal=hidden),
    ):
        return create_job(
            job_id=job_id,
            kind=SCORE_SYSTEM,
            parameters={
                **values,
                "paths": {part: str(path) for part, path in uploaded_parts(stored).items()},
            },
            project_id=project.pk,
            at=timezone.now(),
            created_by=actor,
            filename=stored["file"].name,
        )


def uploaded_parts(stored: Mapping[str, Path]) -> dict[Part, Path]:
    """The stored files of an upload by what they hold."""
    names = {"file": Part.PREDICTIONS, "found": Part.FOUND}
    return {names[field]: path for field, path in stored.items()}


def check_upload(
    project: Project, values: dict[str, Any], files: dict[str, Any], *, actor: User
) -> None:
    """Raise an upload's errors before it is kept: ``InvalidInputError`` for its files and split,
    ``ConflictError`` for its name.
    """
    problems = {
        name: f"The file is larger than {LARGEST_FILE // 2**20} MiB. Compress it with gzip."
        for name, file in files.items()
        if (file.size or 0) > min(LARGEST_FILE, settings.MAX_UPLOAD_BYTES)
    }
    if "found" in files and not needs_extractor(project.kind):
        problems["found"] = "Only ASQA answers need a reader. Leave this out."
    elif "found" in files and names_hidden_split(project, [values["split"]]):
        problems["found"] = OWN_EXTRACTOR_ALONE
    slug = values.get("without_context")
    if slug and not _may_read_without_context(project, slug, actor):
        problems["without_context"] = (
            "Name a project of ASQA that you lead, whose annotators see the question alone."
        )
    if flaw := flaw_of_split(project, values["split"]):
        problems["split"] = flaw
    if problems:
        raise InvalidInputError(
            "invalid_upload", "These predictions can't be scored.", fields=problems
        )
    check_free(project=project, name=values["name"], split=values["split"], actor=actor)


def _may_read_without_context(project: Project, slug: str, actor: User) -> bool:
    sources = projects_led_by(actor).filter(kind=project.kind, regime=Regime.NO_CONTEXT)
    return sources.filter(slug_key=name_key(slug)).exists()


class SystemView(ProjectMixin):
    """One system, for leads; for stewards if it is scored on the hidden split."""

    roles = LEADS

    def _system(self, pk: int) -> System:
        system = system_of(self.project, pk)
        if system is None:
            raise NotFound("There is no such system.")
        splits = list(system.scores.values_list("split", flat=True))
        why = "Only stewards change systems that are scored on the hidden split."
        refuse_hidden(caller(self.request), self.project, splits, why)
        return system

    @extend_schema(request=SystemChangeInput, responses={204: None})
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Show the system on the published leaderboard, or hide it."""
        change_system(
            system=self._system(pk),
            at=timezone.now(),
            actor=caller(request),
            **valid_values(SystemChangeInput, request.data),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Put the system with its scores and files into the bin for 30 days."""
        delete_system(system=self._system(pk), at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SystemResultsMixin(ProjectMixin):
    """What came of single examples, for leads alone: submitters see totals."""

    roles = LEADS

    def score_asked(self, pk: int, split: str | None) -> Score:
        """The system's score on the split, or its newest one."""
        system = system_of(self.project, pk)
        score = score_on(system, split) if system else None
        viewer = caller(self.request)
        if score is None or is_hidden_from(viewer, self.project, [score.split]):
            raise NotFound("There is no such system with a score on this split.")
        return score


class ScoreAgainView(ProjectMixin):
    """Scoring all systems of a split again, for leads; on the hidden split for stewards."""

    roles = LEADS

    @extend_schema(request=ScoreAgainInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue it, after a correction of the annotations or of the scoring code. Old scores stay
        on record.
        """
        split = valid_values(ScoreAgainInput, request.data)["split"]
        actor, why = caller(request), "Only stewards of the hidden split may do this."
        refuse_hidden(actor, self.project, [split], why)
        job = request_scoring_again(
            project=self.project, split=split, at=timezone.now(), actor=actor
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class ResultsView(SystemResultsMixin):
    """A system's results by groups of examples."""

    @extend_schema(parameters=[ResultsQuery], responses=SystemResultsOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """By type of answer, first paragraph, agreement, yes or no, and given the long answer."""
        query = valid_values(ResultsQuery, request.query_params)
        score = self.score_asked(pk, query.get("split"))
        return answer(SystemResultsOutput, score, viewer=caller(request))


class ScoredExamplesView(SystemResultsMixin, generics.GenericAPIView[ScoredExample]):
    """The examples behind a figure of a system's results."""

    queryset = ScoredExample.objects.none()
    serializer_class = ScoredExampleOutput
    query_class = ScoredExamplesQuery

    @extend_schema(parameters=[query_class], responses=ScoredExampleOutput(many=True))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List the scored examples in import order."""
        query = valid_values(self.query_class, request.query_params)
        score = self.score_asked(pk, query.pop("split", None))
        page = self.paginate_queryset(scored_examples(score, **query))
        return self.get_paginated_response(rows_of(ScoredExampleOutput, page))


class SystemAnswerView(SystemResultsMixin):
    """A system's answer to one example."""

    @extend_schema(parameters=[ResultsQuery], responses=SystemAnswerOutput)
    def get(self, request: Request, slug: str, pk: int, example: int) -> Response:
        """The answer, its result, and its place on the page."""
        query = valid_values(ResultsQuery, request.query_params)
        score = self.score_asked(pk, query.get("split"))
        found = scored_example(score, example, caller(request))
        if found is None:
            raise NotFound("The system was not scored on this example.")
        placed = placed_answer(found.example.page, found.prediction)
        shown = SystemAnswer(score.system.name, found.prediction, placed)
        return answer(SystemAnswerOutput, shown, found=found)


class ScoredFileView(ProjectMixin):
    """An uploaded file, for leads and for the member who uploaded it."""

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)}
    )
    def get(self, request: Request, slug: str, pk: int) -> HttpResponse:
        """Download a scored file, byte for byte."""
        file = file_of(self.project, pk)
        if file is None:
            raise NotFound("There is no such file.")
        is_own = file.score.uploaded_by_id == caller(request).pk
        if not (is_own or self.role == Role.LEAD):
            raise PermissionDenied("Only leads and the uploader of the file can download it.")
        is_lead = self.role == Role.LEAD
        if not may_download(
            self.project, file, is_own=is_own, is_lead=is_lead, hidden=self.sees_hidden
        ):
            raise NotFound("There is no such file.")
        response = HttpResponse(unpack(file.content), content_type="application/octet-stream")
        name_download(response, file.name)
        return response
