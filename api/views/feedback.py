"""Feedback on annotations."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import annotations_of
from annotator.collecting.guidance.feedback import (
    acknowledge_feedback,
    give_feedback,
    withdraw_feedback,
)
from annotator.collecting.guidance.models import Feedback
from annotator.collecting.guidance.queries import (
    RECURS,
    feedback_of,
    recipients,
    summarize_feedback,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.shown_names import names_of, natural_key, sees_names
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.feedback import (
    FeedbackFilterInput,
    FeedbackInput,
    FeedbackOutput,
    FeedbackSummaryOutput,
)


class FeedbackMixin(ProjectMixin):
    """Feedback that the caller may see: all for leads, else one's own."""

    def visible(self, request: Request) -> "QuerySet[Feedback]":
        """What the caller may see."""
        return feedback_of(project=self.project, user=caller(request), role=self.role)

    def one(self, request: Request, pk: int) -> Feedback:
        """One of them; else ``NotFound``."""
        found = self.visible(request).filter(pk=pk).first()
        if found is None:
            raise NotFound("There is no such feedback.")
        return found

    def answer(self, request: Request, pk: int, code: int = status.HTTP_200_OK) -> Response:
        """One of them as it is now."""
        found = self.one(request, pk)
        return answer(FeedbackOutput, found, status=code, **self.seen_with([found]))

    def seen_with(self, found: Iterable[Feedback]) -> dict[str, Any]:
        """What the shape depends on beside ``found``; names and what recurs are for leads alone."""
        is_lead = sees_names(self.role)
        people = [person for row in found for person in (row.annotator, row.author)]
        names = names_of(project=self.project, viewer_role=self.role, users=people)
        return {"names": names if is_lead else {}, "is_lead": is_lead}


class FeedbackListView(FeedbackMixin, generics.GenericAPIView[Feedback]):
    """Feedback."""

    serializer_class = FeedbackOutput
    filter_backends = []
    query_class = FeedbackFilterInput

    @extend_schema(parameters=[query_class], responses=FeedbackOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List feedback, newest first."""
        values = valid_values(self.query_class, request.query_params)
        found = self._narrow(self.visible(request), **values)
        page = self.paginate_queryset(found) or []
        rows = rows_of(FeedbackOutput, page, **self.seen_with(page))
        return self.get_paginated_response(rows)

    def _narrow(
        self,
        found: "QuerySet[Feedback]",
        *,
        annotation: int | None,
        annotator: str,
        criterion: str,
        state: str,
    ) -> "QuerySet[Feedback]":
        is_lead = self.role == Role.LEAD
        if annotation is not None:
            found = found.filter(annotation=annotation)
        if criterion:
            found = found.filter(criterion=criterion)
        if state in {"new", "acknowledged"}:
            found = found.filter(acknowledged_at__isnull=state == "new")
        if annotator and is_lead:
            found = found.filter(annotator__username_key=annotator)
        if state == "recurring" and is_lead:
            found = found.filter(RECURS)
        return found


class FeedbackSummaryView(ProjectMixin, generics.GenericAPIView[User]):
    """What was pointed out to whom, for leads."""

    roles = LEADS
    serializer_class = FeedbackSummaryOutput
    filter_backends = []

    @extend_schema(responses=FeedbackSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """By annotator and criterion: how often, how much of it was read, and how much recurred."""
        everybody = list(recipients(self.project))
        names = names_of(project=self.project, viewer_role=self.role, users=everybody)
        in_order = sorted(everybody, key=lambda user: natural_key(names[user.pk]))
        users = list(self.paginate_queryset(in_order) or [])
        summaries = summarize_feedback(project=self.project, users=users)
        rows = rows_of(FeedbackSummaryOutput, users, names=names, summaries=summaries)
        return self.get_paginated_response(rows)


class GiveFeedbackView(FeedbackMixin):
    """Pointing something out."""

    roles = LEADS

    @extend_schema(
        request=FeedbackInput,
        parameters=[OpenApiParameter("Idempotency-Key", location=OpenApiParameter.HEADER)],
        responses={201: FeedbackOutput},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Give feedback on an annotation; the same key again adds no second one."""
        annotation: Annotation | None = (
            annotations_of(self.project).visible_to(caller(request)).filter(pk=pk).first()
        )
        if annotation is None:
            raise NotFound("There is no such annotation.")
        serializer = FeedbackInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = serializer.validated_data
        feedback = give_feedback(
            annotation=annotation,
            criterion=values["criterion"],
            text=values["text"],
            span=serializer.span(),
            idempotency_key=request.headers.get("Idempotency-Key", "")[:100],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(request, feedback.pk, status.HTTP_201_CREATED)


class FeedbackView(FeedbackMixin):
    """Feedback that was given."""

    roles = LEADS

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take feedback back, until it is acknowledged."""
        withdraw_feedback(feedback=self.one(request, pk), at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AcknowledgeView(FeedbackMixin):
    """Having read feedback."""

    @extend_schema(request=None, responses=FeedbackOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Acknowledge one's own feedback; others' is not found."""
        user = caller(request)
        found = self.visible(request).filter(pk=pk, annotator=user).first()
        if found is None:
            raise NotFound("You have no such feedback.")
        acknowledge_feedback(feedback=found, at=timezone.now(), actor=user)
        return self.answer(request, pk)
