"""Phase 2 of a round: the experts meet, see the same, and come to one verdict."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import ConflictError
from annotator.quality.judgments.meeting import (
    add_note,
    decide_consensus,
    finish_round,
    note_presence,
    show_answer,
)
from annotator.quality.judgments.models import Phase
from annotator.quality.judgments.shown_meeting import meeting_of, people_of
from annotator.quality.reviews.queries import seat_names
from api.access.permissions import caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.scopes.rounds import RoundMixin
from api.serializers.judging import (
    ConsensusInput,
    MeetingNoteInput,
    MeetingNoteOutput,
    MeetingOutput,
    ShowInput,
    SinceInput,
    StaleConsensusOutput,
)
from api.serializers.judgment_rounds import RoundOutput
from api.views.judging import AnswerMixin

OPEN_LATER = {409: OpenApiResponse(description="The experts still judge alone.")}


class MeetingMixin(RoundMixin):
    """What everybody in a meeting sees: the round's experts, and leads."""

    def require_meeting(self) -> None:
        """Raise ``ConflictError`` (``phase_open``) while anybody still judges alone."""
        if self.review.phase == Phase.INDEPENDENT:
            raise ConflictError(
                "phase_open", "The meeting begins once every expert has closed their verdicts."
            )

    def meeting(self) -> Response:
        """The current meeting, read again, so that nothing is newer than its revision."""
        self.resolve(self.review.pk)
        self.require_meeting()
        names = seat_names(self.review.experts.all(), project=self.project, role=self.role)
        return answer(
            MeetingOutput,
            meeting_of(self.review),
            viewer=caller(self.request),
            names=names,
            people=people_of(self.review, role=self.role),
            at=timezone.now(),
        )


class MeetingView(MeetingMixin):
    """A round's meeting."""

    @extend_schema(
        parameters=[SinceInput],
        responses={
            200: MeetingOutput,
            204: OpenApiResponse(description="Nothing new has happened."),
            **OPEN_LATER,
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        """The current meeting. The caller is in it for the next 15 seconds."""
        self.require_meeting()
        values = valid_values(SinceInput, request.query_params)
        revision = note_presence(round_=self.review, seat=self.seat, at=timezone.now())
        if values.get("since") == revision:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return self.meeting()


class ShowView(MeetingMixin):
    """The answer in front of everybody."""

    @extend_schema(request=ShowInput, responses=MeetingOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Show an answer to everybody in the meeting."""
        values = valid_values(ShowInput, request.data)
        show_answer(
            round_=self.review,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.meeting()


class NoteListView(AnswerMixin):
    """The meeting's notes on an answer."""

    @extend_schema(
        request=MeetingNoteInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: MeetingNoteOutput, 201: MeetingNoteOutput},
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Add a line; the same key again gives the same line."""
        values = valid_values(MeetingNoteInput, request.data)
        viewer = caller(request)
        note, created = add_note(
            answer=self.judged,
            idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
            at=timezone.now(),
            actor=viewer,
            **values,
        )
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        people = people_of(self.review, role=self.role)
        return answer(MeetingNoteOutput, note, status=code, viewer=viewer, people=people)


class ConsensusView(AnswerMixin, MeetingMixin):
    """The one verdict of all experts on an answer."""

    @extend_schema(
        request=ConsensusInput, responses={200: MeetingOutput, 409: StaleConsensusOutput}
    )
    def put(self, request: Request, pk: int, number: int) -> Response:
        """Save the consensus; 409 with the meeting as it is if somebody was faster."""
        values = valid_values(ConsensusInput, request.data)
        self.require_meeting()
        try:
            decide_consensus(
                answer=self.judged,
                at=timezone.now(),
                actor=caller(request),
                **values,
            )
        except ConflictError as error:
            error.extra["meeting"] = self.meeting().data
            raise
        return self.meeting()


class FinishView(RoundMixin):
    """The end of a round."""

    @extend_schema(request=None, responses=RoundOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Finish the round for good; 409 with the numbers of the answers without a consensus."""
        finish_round(round_=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()
