"""The annotator's side: assignments, drafts, submissions, the page."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.serializer_helpers import ReturnDict
from rest_framework.views import APIView

from annotator.accounts.models import User
from annotator.annotations.queries import annotations_of, reopened_annotations
from annotator.annotations.services import save_draft, submit_annotation
from annotator.assignments.claiming import claim_assignment
from annotator.assignments.models import Assignment, AssignmentState
from annotator.assignments.services import give_up_assignment, park_assignment, resume_assignment
from annotator.guidance.threads import park_with_question
from api.conflicts import current_shown_on_conflict
from api.frames import page_response
from api.permissions import ANNOTATORS, ProjectMixin, caller
from api.presenters.annotations import present_annotation
from api.presenters.assignments import present_assignment
from api.presenters.revisions import NEWEST_ANNOTATION, QUESTIONS, present_summary
from api.serializers.annotations import (
    AnnotationOutput,
    AnswerInput,
    DraftInput,
)
from api.serializers.assignments import (
    AssignmentOutput,
    AssignmentSummaryOutput,
    NextInput,
    NoteInput,
    StaleDraftOutput,
)
from api.serializers.questions import ParkInput


def own_assignment(request: Request, pk: int) -> Assignment:
    """One of the caller's assignments, while the caller is a member; else ``NotFound``."""
    assignment = (
        Assignment.objects.filter(
            pk=pk,
            annotator=caller(request),
            project__memberships__user=caller(request),
            project__memberships__is_active=True,
        )
        .select_related("project", "example__question", "example__page", "annotator")
        .first()
    )
    if assignment is None:
        raise NotFound("There is no such assignment among yours.")
    return assignment


def _current(request: Request, pk: int) -> ReturnDict[str, Any]:
    return AssignmentOutput(present_assignment(own_assignment(request, pk))).data


class NextView(ProjectMixin):
    """The queue."""

    roles = ANNOTATORS

    @extend_schema(
        request=NextInput,
        responses={200: AssignmentOutput, 204: OpenApiResponse(description="Nothing is left.")},
    )
    def post(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """The caller's open assignment, else a new one."""
        serializer = NextInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        assignment = claim_assignment(
            project=self.project,
            annotator=caller(request),
            at=timezone.now(),
            ahead=serializer.validated_data["ahead"],
        )
        if assignment is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(_current(request, assignment.pk))


class AssignmentListView(ProjectMixin, generics.GenericAPIView[Assignment]):
    """The caller's own assignments."""

    serializer_class = AssignmentSummaryOutput
    filter_backends = []

    @extend_schema(
        parameters=[
            OpenApiParameter("state", enum=AssignmentState.values),
            OpenApiParameter(
                "reopened", bool, description="Those that a lead asked to look at again."
            ),
        ],
        responses=AssignmentSummaryOutput(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """List them, newest first."""
        state = request.query_params.get("state")
        if state and state not in AssignmentState.values:
            choices = ", ".join(AssignmentState.values)
            raise ValidationError({"state": f"Choose one of {choices}."})
        own = (
            Assignment.objects.filter(project=self.project, annotator=caller(request))
            .exclude(state=AssignmentState.RESERVED)
            .select_related("example__question", "project")
            .prefetch_related(NEWEST_ANNOTATION, QUESTIONS)
            .order_by("-pk")
        )
        if state:
            own = own.filter(state=state)
        if request.query_params.get("reopened") == "true":
            reopened = reopened_annotations(project=self.project, user=caller(request))
            own = own.filter(pk__in=reopened.values("assignment"))
        page = self.paginate_queryset(own) or []
        rows = [present_summary(assignment) for assignment in page]
        return self.get_paginated_response(AssignmentSummaryOutput(rows, many=True).data)


class AssignmentView(APIView):
    """One of the caller's assignments."""

    @extend_schema(responses=AssignmentOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The assignment with its draft."""
        return Response(_current(request, pk))


class DraftView(APIView):
    """An answer so far."""

    @extend_schema(request=DraftInput, responses={200: AssignmentOutput, 409: StaleDraftOutput})
    def put(self, request: Request, pk: int) -> Response:
        """Save it; 409 with the current one when another tab was faster."""
        assignment = own_assignment(request, pk)
        answer = DraftInput.read(assignment.project.kind, request.data)
        version = answer.pop("version")
        with current_shown_on_conflict("assignment", partial(_current, request, pk)):
            saved = save_draft(
                assignment=assignment, version=version, answer=answer, at=timezone.now()
            )
        return Response(AssignmentOutput(present_assignment(saved.assignment, saved)).data)


class SubmitView(APIView):
    """Submitting an answer."""

    @extend_schema(
        request=AnswerInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: AnnotationOutput, 201: AnnotationOutput, 409: StaleDraftOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again gives the same annotation."""
        assignment = own_assignment(request, pk)
        values = AnswerInput.read(assignment.project.kind, request.data)
        with current_shown_on_conflict("assignment", partial(_current, request, pk)):
            annotation, created = submit_annotation(
                assignment=assignment,
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                version=values.pop("version", None),
                active_seconds=values.pop("active_seconds", None),
                client_version=values.pop("client_version"),
                answer=values,
            )
        annotation = annotations_of(assignment.project).get(pk=annotation.pk)
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        body = present_annotation(annotation, annotation.annotator.username)
        return Response(AnnotationOutput(body).data, status=code)


class ChangeView(APIView):
    """Changes of an assignment's state that take a note."""

    change: Callable[[Assignment, str, datetime, User], Assignment]

    @extend_schema(request=NoteInput, responses=AssignmentOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Change the state."""
        assignment = own_assignment(request, pk)
        serializer = NoteInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        type(self).change(
            assignment, serializer.validated_data["note"], timezone.now(), caller(request)
        )
        return Response(_current(request, pk))


class ReleaseView(ChangeView):
    """Give the example back; it may return."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
        """Free the slot."""
        return give_up_assignment(
            assignment=assignment, state=AssignmentState.RELEASED, note=note, at=at, actor=actor
        )


class SkipView(ChangeView):
    """Never show this example to the caller again."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
        """Free the slot for good."""
        return give_up_assignment(
            assignment=assignment, state=AssignmentState.SKIPPED, note=note, at=at, actor=actor
        )


class ParkView(APIView):
    """Set the example aside."""

    @extend_schema(request=ParkInput, responses=AssignmentOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Keep the slot without a lease; a question goes to the leads."""
        assignment = own_assignment(request, pk)
        serializer = ParkInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        note, question = serializer.validated_data["note"], serializer.validated_data["question"]
        at, actor = timezone.now(), caller(request)
        if question.strip():
            park_with_question(
                assignment=assignment, question=question, note=note, at=at, actor=actor
            )
        else:
            park_assignment(assignment=assignment, note=note, at=at, actor=actor)
        return Response(_current(request, pk))


class ResumeView(ChangeView):
    """Take up what was set aside."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:  # noqa: ARG004
        """Open it again."""
        return resume_assignment(assignment=assignment, at=at)


class AssignmentPageView(APIView):
    """The page of an assignment, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The rendering, once the question was called good."""
        assignment = own_assignment(request, pk)
        page = assignment.example.page
        if page is None or assignment.page_shown_at is None:
            raise NotFound("The page is shown once the question was judged good.")
        return page_response(request, page)
