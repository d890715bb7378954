"""The annotator's side: assignments, drafts, submissions, the page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.models import User
from annotator.annotations.queries import current_annotations
from annotator.annotations.services import save_draft, submit_annotation
from annotator.assignments.models import Assignment, AssignmentState
from annotator.assignments.services import (
    claim_assignment,
    give_up_assignment,
    park_assignment,
    resume_assignment,
)
from annotator.exceptions import ConflictError
from api.frames import page_response
from api.permissions import ANNOTATORS, ProjectMixin, caller
from api.presenters.annotations import present_annotation
from api.presenters.assignments import present_assignment
from api.serializers.annotations import (
    AnnotationOutput,
    DraftInput,
    NaturalQuestionsAnswerInput,
)
from api.serializers.assignments import (
    AssignmentOutput,
    AssignmentSummaryOutput,
    NextInput,
    NoteInput,
    StaleDraftOutput,
)


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


def _answer(request: Request, pk: int, code: int = status.HTTP_200_OK) -> Response:
    body = present_assignment(own_assignment(request, pk))
    return Response(AssignmentOutput(body).data, status=code)


@contextmanager
def current_shown_on_conflict(request: Request, pk: int) -> Iterator[None]:
    """Put the assignment as it is now into the answer of a conflict, for the user to compare."""
    try:
        yield
    except ConflictError as error:
        current = present_assignment(own_assignment(request, pk))
        error.extra["assignment"] = AssignmentOutput(current).data
        raise


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
        return _answer(request, assignment.pk)


class AssignmentListView(ProjectMixin, generics.GenericAPIView[Assignment]):
    """The caller's own assignments."""

    serializer_class = AssignmentSummaryOutput
    filter_backends = []

    @extend_schema(
        parameters=[OpenApiParameter("state", enum=AssignmentState.values)],
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
            .select_related("example__question")
            .order_by("-pk")
        )
        if state:
            own = own.filter(state=state)
        page = self.paginate_queryset(own)
        return self.get_paginated_response(AssignmentSummaryOutput(page, many=True).data)


class AssignmentView(APIView):
    """One of the caller's assignments."""

    @extend_schema(responses=AssignmentOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The assignment with its draft."""
        return _answer(request, pk)


class DraftView(APIView):
    """An answer so far."""

    @extend_schema(request=DraftInput, responses={200: AssignmentOutput, 409: StaleDraftOutput})
    def put(self, request: Request, pk: int) -> Response:
        """Save it; 409 with the current one when another tab was faster."""
        assignment = own_assignment(request, pk)
        serializer = DraftInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        answer = dict(serializer.validated_data)
        version = answer.pop("version")
        with current_shown_on_conflict(request, pk):
            save_draft(assignment=assignment, version=version, answer=answer, at=timezone.now())
        return _answer(request, pk)


class SubmitView(APIView):
    """Submitting an answer."""

    @extend_schema(
        request=NaturalQuestionsAnswerInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: AnnotationOutput, 201: AnnotationOutput, 409: StaleDraftOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again gives the same annotation."""
        assignment = own_assignment(request, pk)
        serializer = NaturalQuestionsAnswerInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values: dict[str, Any] = dict(serializer.validated_data)
        with current_shown_on_conflict(request, pk):
            annotation, created = submit_annotation(
                assignment=assignment,
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                version=values.pop("version", None),
                active_seconds=values.pop("active_seconds", None),
                client_version=values.pop("client_version"),
                answer=values,
            )
        annotation = current_annotations(assignment.project).get(pk=annotation.pk)
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        return Response(AnnotationOutput(present_annotation(annotation)).data, status=code)


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
        return _answer(request, pk)


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


class ParkView(ChangeView):
    """Set the example aside with a question."""

    @staticmethod
    def change(assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
        """Keep the slot without a lease."""
        return park_assignment(assignment=assignment, note=note, at=at, actor=actor)


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
