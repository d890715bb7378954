"""Answering in training: an answer has the shape of an assignment, so one page serves both."""

from functools import partial
from typing import Any

from django.db.models import Q
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.collecting.training.answers import save_training_draft, submit_training_answer
from annotator.collecting.training.models import TrainingAnswer
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Regime, Role
from annotator.workspace.projects.queries import role_of
from annotator.workspace.projects.standing import refuse_archived
from api.access.permissions import caller
from api.presenters.training import present_training_assignment
from api.responses.conflicts import current_shown_on_conflict
from api.responses.frames import page_response
from api.serializers.annotations import AnswerInput, DraftInput
from api.serializers.assignments import AssignmentOutput, StaleDraftOutput


def reachable_answer(request: Request, pk: int) -> TrainingAnswer:
    """One of the caller's own answers, while a member; for leads also a reference.

    Raises ``NotFound`` for everything else.
    """
    user = caller(request)
    own = Q(
        attempt__membership__user=user,
        attempt__membership__is_active=True,
    )
    answer = (
        TrainingAnswer.objects.filter(
            own | Q(attempt__isnull=True), pk=pk, example__project__deleted_at__isnull=True
        )
        .visible_to(user)
        .select_related(
            "attempt__membership", "example__project", "example__question", "example__page"
        )
        .first()
    )
    if answer is not None and request.method not in SAFE_METHODS:
        refuse_archived(answer.example.project)
    is_reference = answer is not None and answer.attempt_id is None
    if answer is None or (is_reference and not _may_edit_reference(user, answer.example.project)):
        raise NotFound("You have no such answer.")
    return answer


def _may_edit_reference(user: User, project: Project) -> bool:
    return role_of(user=user, project=project) == Role.LEAD


def _current(request: Request, pk: int) -> dict[str, Any]:
    return present_training_assignment(reachable_answer(request, pk))


class TrainingAnswerView(APIView):
    """An answer in training, or a reference."""

    @extend_schema(responses=AssignmentOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The answer in the shape of an assignment, with its draft."""
        return Response(_current(request, pk))


class TrainingDraftView(APIView):
    """An answer in training so far."""

    @extend_schema(request=DraftInput, responses={200: AssignmentOutput, 409: StaleDraftOutput})
    def put(self, request: Request, pk: int) -> Response:
        """Save the draft; 409 with the current one if another tab was faster."""
        reached = reachable_answer(request, pk)
        draft = DraftInput.read(reached.example.project.kind, request.data)
        version = draft.pop("version")
        with current_shown_on_conflict("assignment", partial(_current, request, pk)):
            saved = save_training_draft(
                answer=reached, version=version, draft=draft, at=timezone.now()
            )
        return Response(present_training_assignment(saved))


class TrainingSubmitView(APIView):
    """Submitting an answer in training."""

    @extend_schema(
        request=AnswerInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={200: AssignmentOutput, 201: AssignmentOutput, 409: StaleDraftOutput},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Submit; the same key again changes nothing."""
        answer = reachable_answer(request, pk)
        values: dict[str, Any] = AnswerInput.read(answer.example.project.kind, request.data)
        with current_shown_on_conflict("assignment", partial(_current, request, pk)):
            _, created = submit_training_answer(
                answer=answer,
                author=caller(request),
                at=timezone.now(),
                idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
                version=values.pop("version", None),
                active_seconds=values.pop("active_seconds", None),
                client_version=values.pop("client_version"),
                content=values,
            )
        code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
        return Response(_current(request, pk), status=code)


class TrainingPageView(APIView):
    """The page of an NQ answer in training, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """The rendering of the page, once the question was called good."""
        answer = reachable_answer(request, pk)
        page = answer.example.page
        if page is None or answer.page_shown_at is None:
            raise NotFound("You can see the page once you have judged the question good.")
        return page_response(request, page)


class TrainingVisitedPageView(APIView):
    """A page of an ambiguous question in training, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """The rendering of a visited page, if its HTML was imported."""
        example = reachable_answer(request, pk).example
        hidden = example.project.regime == Regime.NO_CONTEXT
        visit = example.visited_pages.select_related("page").filter(number=number).first()
        if hidden or visit is None or visit.page is None:
            raise NotFound("There is no such page.")
        return page_response(request, visit.page)
