"""Encoders on retrieval benchmarks: leads start, publish, delete; experts, or everybody, read."""

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.splits import flaw_of_split
from annotator.systems.evaluation.models import RetrievalBenchmark, RetrievalScore, VectorsOf
from annotator.systems.evaluation.retrieval.details import asked_question
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL, SQUAD
from annotator.systems.evaluation.retrieval.queries import (
    benchmark_of,
    content_of,
    encoder_score_of,
    is_of_hidden_split,
    missed_questions,
    rankings_on,
    unusable_encoders,
)
from annotator.systems.evaluation.retrieval.services import (
    change_retrieval,
    check_free,
    delete_retrieval,
)
from annotator.systems.evaluation.retrieval.table import EncoderTable
from annotator.systems.evaluation.retrieval.vector_files import text_lines
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.job_folders import stored_uploads
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import names_hidden_split, sees_hidden_split
from annotator.workspace.projects.models import Project
from api.access.hidden_jobs import newest_job
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.downloads import name_download
from api.scopes.boards import BoardMixin
from api.serializers.jobs import JobCreatedOutput
from api.serializers.retrieval import (
    AskedQuestionsQuery,
    RankedQuestionOutput,
    RetrievalChangeInput,
    RetrievalInput,
    RetrievalOutput,
    RetrievalQuery,
    RetrievalQuestionOutput,
)

MIB = 2**20
LARGEST = {SQUAD: 64 * MIB, VectorsOf.QUESTIONS: 256 * MIB, VectorsOf.ANSWERS: 256 * MIB}
"""Bytes of an upload: SQuAD's training set has 30 MiB; 91,707 vectors of 512 float32 have 179."""


class RetrievalView(BoardMixin):
    """Encoders on a benchmark; leads start them."""

    @extend_schema(parameters=[RetrievalQuery], responses=RetrievalOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The encoders on a benchmark, the best first, and what else was asked."""
        query = valid_values(RetrievalQuery, request.query_params)
        viewer = self.viewer
        sees_hidden = viewer is not None and sees_hidden_split(user=viewer, project=self.project)
        table = EncoderTable(self.project, self.role, sees_hidden, **query)
        job = newest_job(SCORE_RETRIEVAL, self.project, viewer=viewer, role=self.role)
        return answer(RetrievalOutput, table, job=job)


class EncoderListView(ProjectMixin):
    """Encoders to be scored, for leads."""

    roles = LEADS
    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = sum(LARGEST.values())

    @extend_schema(
        request={"multipart/form-data": RetrievalInput}, responses={202: JobCreatedOutput}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Queue the ranking of all answers by an encoder."""
        values = valid_values(RetrievalInput, request.data)
        given = [name for name in LARGEST if name in values]
        files: dict[str, Any] = {str(name): values.pop(name) for name in given}
        self._check(values, files)
        job = self._queue(values, files, actor=caller(request))
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)

    def _check(self, values: dict[str, Any], files: dict[str, Any]) -> None:
        """Raise what is wrong before anything is kept."""
        problems = {
            name: f"The file is larger than {LARGEST[name] // MIB} MiB."
            for name, file in files.items()
            if (file.size or 0) > min(LARGEST[name], settings.MAX_UPLOAD_BYTES)
        }
        if reason := unusable_encoders().get(values["encoder"]):
            problems["encoder"] = reason
        if flaw := describe_flaw(values["name"]):
            problems["name"] = flaw
        split = values.get("split")
        if split and (flaw := flaw_of_split(self.project, split)):
            problems["split"] = flaw
        if problems:
            raise InvalidInputError("invalid_retrieval", "This can't be ranked.", fields=problems)
        self._check_shown(self.project, values)
        if "benchmark" in values:
            self._check_benchmark(values)

    def _check_shown(self, project: Project, values: dict[str, Any]) -> None:
        """Raise ``PermissionDenied`` for questions that are hidden from the caller."""
        key = values.get("benchmark")
        found = benchmark_of(project, key) if key else None
        asks_hidden = (
            is_of_hidden_split(found, project)
            if found
            else names_hidden_split(project, [values.get("split", "")])
        )
        if asks_hidden and not sees_hidden_split(user=caller(self.request), project=project):
            raise PermissionDenied("Only stewards can use the questions of the hidden split.")

    def _check_benchmark(self, values: dict[str, Any]) -> None:
        found = benchmark_of(self.project, values["benchmark"])
        if found is None:
            raise InvalidInputError(
                "unknown_benchmark",
                "The project has no such benchmark.",
                fields={"benchmark": "Give the number of one of its benchmarks."},
            )
        check_free(project=self.project, name=values["name"], sha256=found.sha256)

    def _queue(self, values: dict[str, Any], files: dict[str, Any], *, actor: User) -> Job:
        job_id = uuid.uuid4()
        with (
            stored_uploads(uploads=files, job_id=job_id) as stored,
            changing(self.project, at=timezone.now(), actor=actor) as change,
        ):
            self._check_shown(change.project, values)
            return create_job(
                job_id=job_id,
                kind=SCORE_RETRIEVAL,
                parameters={**values, "paths": {part: str(path) for part, path in stored.items()}},
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=actor,
                filename=values["name"],
            )


class EncoderView(ProjectMixin):
    """One encoder on a benchmark, for leads."""

    roles = LEADS

    def _score(self, pk: int) -> RetrievalScore:
        score = encoder_score_of(self.project, pk)
        if score is None:
            raise NotFound("There is no such encoder.")
        return score

    @extend_schema(request=RetrievalChangeInput, responses={204: None})
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Show the encoder on the published leaderboard, or hide it."""
        change_retrieval(
            score=self._score(pk),
            at=timezone.now(),
            actor=caller(request),
            **valid_values(RetrievalChangeInput, request.data),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Put what the encoder found into the bin for 30 days."""
        delete_retrieval(score=self._score(pk), at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BenchmarkMixin(ProjectMixin):
    """The questions and sentences of a benchmark, for leads who see all of its splits."""

    roles = LEADS

    def benchmark_asked(self, pk: int) -> RetrievalBenchmark:
        """The benchmark; raises ``NotFound``."""
        found = benchmark_of(self.project, pk)
        if found and is_of_hidden_split(found, self.project) and not self.sees_hidden:
            found = None
        if found is None:
            raise NotFound("There is no such benchmark.")
        return found


class AskedQuestionsView(BenchmarkMixin, generics.GenericAPIView[Any]):
    """The questions of a benchmark with their ranks."""

    queryset = RetrievalBenchmark.objects.none()
    serializer_class = RetrievalQuestionOutput
    query_class = AskedQuestionsQuery

    @extend_schema(parameters=[query_class], responses=RetrievalQuestionOutput(many=True))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List those that every encoder misses, the hardest first."""
        beyond = valid_values(self.query_class, request.query_params)["beyond"]
        found = self.benchmark_asked(pk)
        rankings = rankings_on(found)
        places = missed_questions([ranking for _, ranking in rankings.values()], beyond=beyond)
        benchmark = content_of(found)
        page = self.paginate_queryset(places.tolist()) or []
        asked = [asked_question(benchmark, rankings, place) for place in page]
        return self.get_paginated_response(rows_of(RetrievalQuestionOutput, asked))


class RankedQuestionView(BenchmarkMixin):
    """What encoders found for one question."""

    @extend_schema(responses=RankedQuestionOutput)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """The first sentences by each encoder, and which of them are right."""
        found = self.benchmark_asked(pk)
        if not 0 < number <= found.questions:
            raise NotFound("There is no such question.")
        asked = asked_question(content_of(found), rankings_on(found), number - 1)
        return answer(RankedQuestionOutput, asked)


class BenchmarkTextsView(BenchmarkMixin):
    """All texts of a benchmark, for anyone who encodes them elsewhere."""

    @extend_schema(
        responses={(200, "application/jsonl"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str, pk: int, part: str) -> HttpResponseBase:
        """Download the questions, or the answers with their paragraphs, as JSON lines."""
        found = self.benchmark_asked(pk)
        if part not in VectorsOf.values:
            raise NotFound("There are questions and answers.")
        response = StreamingHttpResponse(
            text_lines(content_of(found), VectorsOf(part)),
            content_type="application/jsonl; charset=utf-8",
        )
        name = f"{part}.jsonl"
        name_download(response, name)
        return response
