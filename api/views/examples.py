"""Examples and annotations, for leads."""

from typing import Any

import django_filters
from django.db.models import F, Q, QuerySet
from django.http import HttpResponseBase
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.annotations.models import Annotation, QuestionQuality
from annotator.annotations.queries import current_annotations, published_examples
from annotator.corpus.models import Example, Page
from api.frames import page_response
from api.permissions import LEADS, ProjectMixin
from api.presenters.annotations import present_annotation, present_example
from api.presenters.assignments import present_page
from api.serializers.annotations import (
    AnnotationOutput,
    ExampleDetailOutput,
    ExampleSummaryOutput,
)

LONGEST_INT64 = len(str(-(2**63)))
STATES = {
    "unstarted": Q(annotations_submitted=0, open_assignments=0),
    "complete": Q(annotations_submitted__gte=F("annotations_required")),
    "partial": (Q(annotations_submitted__gt=0) | Q(open_assignments__gt=0))
    & Q(annotations_submitted__lt=F("annotations_required")),
}


class ExampleFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a list of examples can be narrowed to."""

    state = django_filters.ChoiceFilter(
        choices=[(name, name) for name in STATES], method="filter_state"
    )
    search = django_filters.CharFilter(method="filter_search")
    split = django_filters.CharFilter()
    ordering = django_filters.OrderingFilter(
        fields={
            "position": "position",
            "question__text": "question",
            "page__title": "page_title",
            "annotations_submitted": "annotations_submitted",
        }
    )

    class Meta:
        model = Example
        fields: list[str] = []

    def filter_state(
        self,
        queryset: "QuerySet[Example]",
        name: str,  # noqa: ARG002 - django-filter passes it
        value: str,
    ) -> "QuerySet[Example]":
        """By how far the annotations are."""
        return queryset.filter(STATES[value])

    def filter_search(
        self,
        queryset: "QuerySet[Example]",
        name: str,  # noqa: ARG002 - django-filter passes it
        value: str,
    ) -> "QuerySet[Example]":
        """By words of the question or the page's title, or by ``example_id``."""
        found = Q(question__text__icontains=value) | Q(page__title__icontains=value)
        if value.lstrip("-").isdecimal() and len(value) <= LONGEST_INT64:
            found |= Q(example_id=int(value))
        return queryset.filter(found)


class ExampleListView(ProjectMixin, generics.GenericAPIView[Example]):
    """The project's examples."""

    roles = LEADS
    serializer_class = ExampleSummaryOutput
    filter_backends = [DjangoFilterBackend]
    filterset_class = ExampleFilter

    def get_queryset(self) -> "QuerySet[Example]":
        """Published examples of the project."""
        if getattr(self, "swagger_fake_view", False):
            return Example.objects.none()
        return published_examples(self.project)

    @extend_schema(responses=ExampleSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """List them in import order."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        rows = [present_example(example) for example in page]
        return self.get_paginated_response(ExampleSummaryOutput(rows, many=True).data)


class ExampleView(ProjectMixin):
    """One example with all its annotations."""

    roles = LEADS

    @extend_schema(responses=ExampleDetailOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:  # noqa: ARG002
        """The example, its page, its annotations in the order of the export."""
        example = published_examples(self.project).filter(pk=pk).first()
        if example is None:
            raise NotFound("There is no such example in this project.")
        annotations = (
            current_annotations(self.project)
            .filter(example=example)
            .order_by("is_late", "assignment__slot__number", "pk")
        )
        address = f"/api/v1/projects/{self.project.slug}/examples/{example.pk}/page/"
        body: dict[str, Any] = {
            **present_example(example),
            "page": present_page(example.page, address) if example.page else None,
            "annotations": [present_annotation(annotation) for annotation in annotations],
        }
        return Response(ExampleDetailOutput(body).data)


class ExamplePageView(ProjectMixin):
    """An example's page, for a frame."""

    roles = LEADS

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, slug: str, pk: int) -> HttpResponseBase:  # noqa: ARG002
        """The rendering."""
        page = Page.objects.filter(
            examples__pk=pk, examples__project=self.project, examples__is_published=True
        ).first()
        if page is None:
            raise NotFound("There is no such page in this project.")
        return page_response(request, page)


class AnnotationFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a list of annotations can be narrowed to."""

    annotator = django_filters.CharFilter("annotator__username")
    example = django_filters.NumberFilter("example_id")
    question_quality = django_filters.ChoiceFilter(
        "natural_questions_answer__question_quality", choices=QuestionQuality.choices
    )
    has_long_answer = django_filters.BooleanFilter(
        "natural_questions_answer__candidate_index", lookup_expr="isnull", exclude=True
    )
    late = django_filters.BooleanFilter("is_late")

    class Meta:
        model = Annotation
        fields: list[str] = []


@extend_schema_view(get=extend_schema(responses=AnnotationOutput(many=True)))
class AnnotationListView(ProjectMixin, generics.GenericAPIView[Annotation]):
    """The project's annotations."""

    roles = LEADS
    serializer_class = AnnotationOutput
    filter_backends = [DjangoFilterBackend]
    filterset_class = AnnotationFilter

    def get_queryset(self) -> "QuerySet[Annotation]":
        """Annotations of the project that no revision replaced."""
        if getattr(self, "swagger_fake_view", False):
            return Annotation.objects.none()
        return current_annotations(self.project)

    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """List them, newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        rows = [present_annotation(annotation) for annotation in page]
        return self.get_paginated_response(AnnotationOutput(rows, many=True).data)
