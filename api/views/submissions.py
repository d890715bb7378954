"""Submissions against the hidden split: members' own, and a lead's rules for them."""

import uuid
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.evaluation.competition import (
    board_of,
    change_competition,
    check_submission,
    newest_job,
    standing_of,
    submissions_of,
)
from annotator.evaluation.models import Score
from annotator.projects.locking import lock_project
from annotator.projects.models import Project, Role
from api.parsers import MultiPartParser
from api.permissions import LEADS, ProjectMixin, caller
from api.presenters.leaderboard import present_files, present_receipt
from api.serializers.jobs import JobCreatedOutput
from api.serializers.submissions import (
    CompetitionSettings,
    SubmissionInput,
    SubmissionsOutput,
)
from api.validation import valid_values
from api.views.leaderboard import MOST_BYTES, check_upload, queue_scoring


class CompetitionView(ProjectMixin):
    """The rules of submissions, for leads."""

    roles = LEADS

    @extend_schema(responses=CompetitionSettings)
    def get(self, request: Request, slug: str) -> Response:
        """Who may submit, how many a week, and what makes a question answerable."""
        return Response(CompetitionSettings(board_of(self.project)).data)

    @extend_schema(request=CompetitionSettings(partial=True), responses=CompetitionSettings)
    def put(self, request: Request, slug: str) -> Response:
        """Change some of the rules for submissions."""
        changes = CompetitionSettings(data=request.data, partial=True)
        changes.is_valid(raise_exception=True)
        board = change_competition(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **changes.validated_data,
        )
        return Response(CompetitionSettings(board).data)


class SubmissionListView(ProjectMixin):
    """The caller's submissions."""

    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = MOST_BYTES

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse an upload that may not be made before its file is received."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            self._check(self.project, request)

    @extend_schema(responses=SubmissionsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Their scores, the newest first, and how many are left this week."""
        user = caller(request)
        standing = standing_of(project=self.project, user=user, role=self.role, at=timezone.now())
        scores = submissions_of(project=self.project, user=user)
        body = {
            "split": standing.split,
            "may_submit": standing.may_submit,
            "reads_answers": bool(settings.ANSWER_READER),
            "non_null_annotations": standing.non_null_annotations,
            "per_week": standing.per_week,
            "left": standing.left,
            "next_at": standing.next_at,
            "job": newest_job(project=self.project, user=user),
            "submissions": [self._present(score) for score in scores],
        }
        return Response(SubmissionsOutput(body).data)

    @extend_schema(
        request={"multipart/form-data": SubmissionInput}, responses={202: JobCreatedOutput}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload predictions for the hidden split and queue their scoring."""
        values = valid_values(SubmissionInput, request.data)
        given = [name for name in ("file", "found") if name in values]
        files: dict[str, Any] = {name: values.pop(name) for name in given}
        values["split"] = self.project.hidden_split
        values["non_null_annotations"] = board_of(self.project).non_null_annotations
        check_upload(self.project, values, files, actor=caller(request))
        job = queue_scoring(
            self.project,
            values,
            files,
            job_id=uuid.uuid4(),
            actor=caller(request),
            # Two at a time must not both be the last one of the week.
            check=lambda: self._check(lock_project(self.project), request),
        )
        return Response(JobCreatedOutput({"job": job.pk}).data, status=status.HTTP_202_ACCEPTED)

    def _present(self, score: Score) -> dict[str, Any]:
        is_lead = self.role == Role.LEAD
        return {
            "name": score.system.name,
            "notes": score.system.notes,
            "scored_at": score.scored_at,
            "examples": score.examples,
            "metrics": score.metrics,
            "receipt": present_receipt(score),
            "files": present_files(
                self.project, score, is_own=True, is_lead=is_lead, hidden=self.sees_hidden
            ),
        }

    def _check(self, project: Project, request: Request) -> None:
        check_submission(project=project, user=caller(request), role=self.role, at=timezone.now())
