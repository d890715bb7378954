"""Submissions of a team against the hidden split."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import DomainError
from annotator.material.corpus.storage import unpack
from annotator.systems.competitions.models import Submission
from annotator.systems.competitions.own_receipts import find_own_score
from annotator.systems.competitions.shown_submissions import own_submissions
from annotator.systems.competitions.submitting import check_submission, choose_final, submit
from annotator.systems.evaluation.leaderboard.queries import is_made_here
from annotator.systems.evaluation.models import Score
from annotator.workspace.jobs.job_folders import stored_uploads
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.scopes.competitions import ParticipantMixin
from api.serializers.jobs import JobCreatedOutput
from api.serializers.submissions import (
    FinalInput,
    OwnReceiptInput,
    OwnReceiptOutput,
    SubmissionInput,
    SubmissionOutput,
    SubmissionsOutput,
)
from api.views.leaderboard import MOST_BYTES, check_upload, uploaded_parts

NO_COMPETITION_YET = "This project has no competition yet. A steward opens one on the hidden split."


class SubmissionListView(ParticipantMixin):
    """The submissions of the caller's team."""

    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = MOST_BYTES
    works_without = ("GET",)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse an upload that may not be made before its file is received."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            self._check()

    @extend_schema(responses=SubmissionsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Its scores, the newest first, and what is left of its limits."""
        team = self.viewer.team
        if team is not None and self.found is not None:
            team.competition = self.found
        return answer(
            SubmissionsOutput,
            self.project,
            competition=self.found,
            team=team,
            missing=self._missing() if self.found else NO_COMPETITION_YET,
            at=timezone.now(),
        )

    @extend_schema(
        request={"multipart/form-data": SubmissionInput}, responses={202: JobCreatedOutput}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload predictions for the hidden split and queue their scoring."""
        values = valid_values(SubmissionInput, request.data)
        given = [name for name in ("file", "found") if name in values]
        files: dict[str, Any] = {name: values.pop(name) for name in given}
        split = self.competition.split
        check_upload(self.project, {**values, "split": split}, files, actor=self.user)
        job_id = uuid.uuid4()
        # Nothing is locked while the files are brought to the disk.
        with stored_uploads(uploads=files, job_id=job_id) as stored:
            job = submit(
                competition=self.competition,
                files=uploaded_parts(stored),
                job_id=job_id,
                at=timezone.now(),
                actor=self.user,
                **values,
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)

    def _check(self) -> None:
        check_submission(competition=self.competition, user=self.user, at=timezone.now())

    def _missing(self) -> str:
        """Why the caller can't submit now."""
        try:
            self._check()
        except DomainError as error:
            return error.detail or str(error)
        return ""


class SubmissionMixin(ParticipantMixin):
    """A view of one of the team's submissions."""

    def submission(self, pk: int) -> Submission:
        """The submission; raises ``NotFound`` for another team's."""
        found = Submission.objects.filter(team=self.team(), pk=pk).select_related("phase", "system")
        submission = found.first()
        if submission is None:
            raise NotFound("There is no such submission.")
        submission.phase.competition = self.competition
        return submission

    def score(self, submission: Submission) -> Score:
        """The submission's score; raises ``NotFound`` where it has none."""
        found = Score.objects.filter(system=submission.system_id, split=self.competition.split)
        score = found.first()
        if score is None:
            raise NotFound("This submission has no score.")
        return score


class FinalView(SubmissionMixin):
    """Which submission of the team counts in a phase."""

    @extend_schema(request=FinalInput, responses=SubmissionOutput)
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Choose this one, or leave the choice to the rules: the best that the team sees."""
        choose_final(
            submission=self.submission(pk),
            at=timezone.now(),
            actor=self.user,
            **valid_values(FinalInput, request.data),
        )
        own = own_submissions(self.team())
        return answer(SubmissionOutput, next(each for each in own if each.submission.pk == pk))


class SubmittedFileView(SubmissionMixin):
    """A file that the team uploaded."""

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)}
    )
    def get(self, request: Request, slug: str, pk: int, part: str) -> HttpResponse:
        """Download it, byte for byte."""
        score = self.score(self.submission(pk))
        file = score.files.filter(part=part).first()
        if file is None or is_made_here(file):
            raise NotFound("There is no such file.")
        response = HttpResponse(unpack(file.content), content_type="application/octet-stream")
        name_download(response, file.name)
        return response


class OwnReceiptView(ParticipantMixin):
    """Verifying a receipt of the caller's team."""

    @extend_schema(request=OwnReceiptInput, responses=OwnReceiptOutput)
    def post(self, request: Request, slug: str) -> Response:
        """What the receipt belongs to, and whether it fits all that is kept of the score."""
        values = valid_values(OwnReceiptInput, request.data)
        return answer(OwnReceiptOutput, find_own_score(team=self.team(), **values))
