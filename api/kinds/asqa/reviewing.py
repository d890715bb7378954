"""Reviewing long-form answers: reference sheets, concerns, confirmations. For leads."""

import django_filters
from django.db.models import Q, QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.long_form_reviews import concerns_of, confirmations_of
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.names import names_on
from annotator.collecting.annotations.queries import examples_of_leads
from annotator.collecting.annotations.reference_sheets import sheet_annotations
from api.access.permissions import LEADS, ProjectMixin, caller
from api.kinds.asqa.review_shapes import ReferenceSheetOutput, ReviewedAnnotationOutput
from api.presenters.kinds import presenting_of
from api.responses.answers import answer, rows_of


class ReferenceSheetView(ProjectMixin):
    """An ASQA example's reference sheet."""

    roles = LEADS

    @extend_schema(responses=ReferenceSheetOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """All current answers with the places of short answers, and how far they agree."""
        examples = examples_of_leads(self.project).visible_to(caller(request))
        example = examples.filter(pk=pk, ambiguous_question__isnull=False).first()
        if example is None:
            raise NotFound("There is no such ambiguous question in this project.")
        annotations = list(sheet_annotations(example=example))
        return answer(
            ReferenceSheetOutput,
            example,
            annotations=annotations,
            beside=presenting_of(self.project.kind).of_question(example, self.project),
            names=names_on(annotations, project=self.project, viewer_role=self.role),
        )


class ReviewFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a list of reviewed annotations can be narrowed to."""

    annotator = django_filters.CharFilter("annotator__username_key")
    split = django_filters.CharFilter("example__split")
    search = django_filters.CharFilter(method="filter_search")
    ordering = django_filters.OrderingFilter(
        fields={"id": "created_at", "example__position": "position"}
    )

    class Meta:
        model = Annotation
        fields: list[str] = []

    def filter_search(
        self,
        queryset: "QuerySet[Annotation]",
        name: str,
        value: str,
    ) -> "QuerySet[Annotation]":
        """By words of the question, of the concern or of the answer, or by the example's key."""
        return queryset.filter(
            Q(example__question__text__icontains=value)
            | Q(long_form_answer__concern__icontains=value)
            | Q(long_form_answer__text__icontains=value)
            | Q(example__ambiguous_question__key=value)
        )


class ReviewedListView(ProjectMixin, generics.GenericAPIView[Annotation]):
    """A list of long-form annotations that ask for a lead's attention."""

    roles = LEADS
    serializer_class = ReviewedAnnotationOutput
    filter_backends = [DjangoFilterBackend]
    filterset_class = ReviewFilter

    def list(self) -> Response:
        """One page of them."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        names = names_on(page, project=self.project, viewer_role=self.role)
        return self.get_paginated_response(rows_of(ReviewedAnnotationOutput, page, names=names))


class ConcernListView(ReviewedListView):
    """Annotations that call their disambiguations wrong."""

    def get_queryset(self) -> "QuerySet[Annotation]":
        """Concerns of the main task that no revision took back."""
        if getattr(self, "swagger_fake_view", False):
            return Annotation.objects.none()
        return concerns_of(self.project)

    @extend_schema(responses=ReviewedAnnotationOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List concerns, newest first."""
        return self.list()


class ConfirmationListView(ReviewedListView):
    """Annotations whose missing short answers were confirmed as included in other words."""

    def get_queryset(self) -> "QuerySet[Annotation]":
        """Confirmations of the main task that no revision replaced."""
        if getattr(self, "swagger_fake_view", False):
            return Annotation.objects.none()
        return confirmations_of(self.project)

    @extend_schema(responses=ReviewedAnnotationOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List confirmed missing short answers, newest first."""
        return self.list()
