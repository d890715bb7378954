"""Examples and annotations, for leads."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.long_form_reviews import (
    HAS_CONCERN,
    HAS_CONFIRMATION,
    with_concern,
)
from annotator.collecting.annotations.models import Annotation, QuestionQuality
from annotator.collecting.annotations.names import names_on
from annotator.collecting.annotations.queries import (
    count_current_annotations,
    count_published_examples,
    current_annotations,
    current_annotations_of,
    examples_of_leads,
    examples_taken_out,
    published_examples,
)
from annotator.collecting.assignments.ordering import set_priority
from annotator.collecting.assignments.queries import EXAMPLE_STATES, keys_in_order, narrow_examples
from annotator.material.corpus.models import Example, ExampleQuerySet, Page
from annotator.material.corpus.visibility import visible_rows
from annotator.quality.adjudication.groups import groups_by_example
from annotator.workspace.projects.models import Project
from api.access.permissions import LEADS, ProjectMixin, caller
from api.presenters.assignments import present_page
from api.requests.validation import asked_of, valid_values
from api.responses.annotation_lines import annotation_lines
from api.responses.answers import answer, rows_of
from api.responses.downloads import csv_download
from api.responses.example_lines import AT_ONCE, example_lines
from api.responses.frames import page_response
from api.responses.pagination import LARGEST_ID, refuse_unknown
from api.serializers.annotations import (
    AnnotationOutput,
    ExampleDetailOutput,
    ExampleSummaryOutput,
)
from api.serializers.example_lists import (
    AnnotationFileQuery,
    ExampleFileQuery,
    ExampleListQuery,
)
from api.serializers.queue import ExampleChangeInput
from api.serializers.strict import StrictInput

TAKEN_OUT = "taken_out"
"""The state of examples that leads have taken out of the main task."""


class ExampleFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a list of examples can be narrowed to."""

    state = django_filters.ChoiceFilter(
        choices=[(name, name) for name in (*EXAMPLE_STATES, TAKEN_OUT)], method="filter_state"
    )
    search = django_filters.CharFilter(method="filter_search")
    split = django_filters.CharFilter()
    has_concern = django_filters.BooleanFilter(method="filter_has_concern")
    ordering = django_filters.OrderingFilter(
        fields={
            "position": "position",
            "ambiguous_question__key": "key",
            "question__text": "question",
            "page__title": "page_title",
            "annotations_submitted": "annotations_submitted",
            "priority": "priority",
        }
    )

    class Meta:
        model = Example
        fields: list[str] = []

    def filter_state(
        self,
        queryset: "QuerySet[Example]",
        name: str,
        value: str,
    ) -> "QuerySet[Example]":
        """Filter by the progress of annotations; the view knows those that were taken out."""
        if value == TAKEN_OUT:
            return queryset
        return narrow_examples(queryset, project=self._project, state=value)

    def filter_has_concern(
        self,
        queryset: "QuerySet[Example]",
        name: str,
        value: bool,  # noqa: FBT001 - django-filter passes it
    ) -> "QuerySet[Example]":
        """By whether an annotator called the disambiguations wrong."""
        return with_concern(queryset, wanted=value)

    def filter_search(
        self,
        queryset: "QuerySet[Example]",
        name: str,
        value: str,
    ) -> "QuerySet[Example]":
        """By words of the question or the page's title, by ``example_id`` or by ASQA's key."""
        return narrow_examples(queryset, project=self._project, search=value)

    @property
    def _project(self) -> Project:
        view: ExampleListView = self.request.parser_context["view"]
        return view.project


class ExampleListView(ProjectMixin, generics.GenericAPIView[Example]):
    """The project's examples."""

    roles = LEADS
    serializer_class = ExampleSummaryOutput
    filter_backends = [DjangoFilterBackend]
    filterset_class = ExampleFilter
    query_class: type[StrictInput] = ExampleListQuery
    counted = frozenset({"state", "answers"})

    def get_queryset(self) -> ExampleQuerySet:
        """Published examples of the project, without those that were taken out, or only those."""
        if getattr(self, "swagger_fake_view", False):
            return Example.objects.none()
        if self.request.query_params.get("state") == TAKEN_OUT:
            return examples_taken_out(self.project)
        return published_examples(self.project)

    def count_all(self) -> int:
        """How many those are, or those in the wanted state."""
        state = self.request.query_params.get("state", "")
        if state == TAKEN_OUT:
            return examples_taken_out(self.project).visible_to(caller(self.request)).count()
        return count_published_examples(self.project, caller(self.request), state=state)

    def keys_of(self, examples: "QuerySet[Example]") -> "QuerySet[Any, Any] | None":
        """Their keys in the wanted order, where they should be read first."""
        state = self.request.query_params.get("state", "")
        return keys_in_order(examples, project=self.project, state=state)

    @extend_schema(parameters=[ExampleListQuery], responses=ExampleSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """List examples in import order."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        wanted = asked_of(ExampleListQuery, request.query_params)
        groups = groups_by_example(self.project, page) if wanted["answers"] else {}
        first = [each[0].annotations[0] for each in groups.values()]
        names = names_on(first, project=self.project, viewer_role=self.role)
        return self.get_paginated_response(
            rows_of(ExampleSummaryOutput, page, answers=groups, names=names)
        )


class ExampleFileView(ExampleListView):
    """The list of examples as a file."""

    query_class = ExampleFileQuery

    @extend_schema(
        parameters=[ExampleFileQuery],
        filters=True,
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the examples that the list shows, in its order, as CSV."""
        refuse_unknown(request.query_params, self)
        columns = asked_of(ExampleFileQuery, request.query_params)["columns"]
        examples = self.filter_queryset(self.get_queryset().visible_to(caller(request)))
        rows = examples.iterator(chunk_size=AT_ONCE)
        return csv_download(example_lines(self.project, rows, columns), f"{slug}-examples.csv")


class ExampleView(ProjectMixin):
    """One example with all its annotations."""

    roles = LEADS

    def found(self, pk: int) -> "QuerySet[Example]":
        """The example with this key, if the caller may read it."""
        return published_examples(self.project).visible_to(caller(self.request)).filter(pk=pk)

    @extend_schema(responses=ExampleDetailOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The example, its page, its annotations in the order of the export."""
        examples = examples_of_leads(self.project).visible_to(caller(request))
        example = examples.filter(pk=pk).first()
        if example is None:
            raise NotFound("There is no such example in this project.")
        annotations = current_annotations_of(example).order_by(
            "is_late", "assignment__slot__number", "pk"
        )
        address = f"/api/v1/projects/{self.project.slug}/examples/{example.pk}/page/"
        return answer(
            ExampleDetailOutput,
            example,
            page=present_page(example.page, address) if example.page else None,
            annotations=annotations,
            names=names_on(annotations, project=self.project, viewer_role=self.role),
        )

    @extend_schema(request=ExampleChangeInput, responses=ExampleSummaryOutput)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change the example's priority."""
        values = valid_values(ExampleChangeInput, request.data)
        examples = self.found(pk)
        if not examples.exists():
            raise NotFound("There is no such example in this project.")
        set_priority(
            project=self.project,
            examples=[pk],
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return answer(ExampleSummaryOutput, examples.get())


class ExamplePageView(ProjectMixin):
    """An example's page, for a frame."""

    roles = LEADS

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, slug: str, pk: int) -> HttpResponseBase:
        """The rendering of the example's page."""
        page = Page.objects.filter(examples__in=self.readable_examples().filter(pk=pk)).first()
        if page is None:
            raise NotFound("There is no such page in this project.")
        return page_response(request, page)


ARRIVALS = {
    "on_time": Q(is_late=False),
    "late": Q(is_late=True),
    "late_waiting": Q(is_late=True, assignment__slot__isnull=True),
    "late_accepted": Q(is_late=True, assignment__slot__isnull=False),
}


class AnnotationFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a list of annotations can be narrowed to."""

    annotator = django_filters.CharFilter("annotator__username_key")
    example = django_filters.NumberFilter("example_id", min_value=1, max_value=LARGEST_ID)
    question_quality = django_filters.ChoiceFilter(
        "natural_questions_answer__question_quality", choices=QuestionQuality.choices
    )
    has_long_answer = django_filters.BooleanFilter(
        "natural_questions_answer__candidate_index", lookup_expr="isnull", exclude=True
    )
    has_concern = django_filters.BooleanFilter(method="filter_has_concern")
    has_confirmation = django_filters.BooleanFilter(method="filter_has_confirmation")
    late = django_filters.BooleanFilter("is_late")
    arrival = django_filters.ChoiceFilter(
        choices=[(name, name) for name in ARRIVALS], method="filter_arrival"
    )
    ordering = django_filters.OrderingFilter(
        fields={
            "id": "created_at",
            "example__question__text": "question",
            "annotator__username_key": "annotator",
            "long_form_answer__word_count": "word_count",
            "long_form_answer__coverage": "coverage",
        }
    )

    class Meta:
        model = Annotation
        fields: list[str] = []

    def filter_has_concern(
        self,
        queryset: "QuerySet[Annotation]",
        name: str,
        value: bool,  # noqa: FBT001 - django-filter passes it
    ) -> "QuerySet[Annotation]":
        """By whether the annotator called the disambiguations wrong."""
        return queryset.filter(HAS_CONCERN if value else ~HAS_CONCERN)

    def filter_has_confirmation(
        self,
        queryset: "QuerySet[Annotation]",
        name: str,
        value: bool,  # noqa: FBT001 - django-filter passes it
    ) -> "QuerySet[Annotation]":
        """By whether missing short answers were confirmed as included in other words."""
        return queryset.filter(HAS_CONFIRMATION if value else ~HAS_CONFIRMATION)

    def filter_arrival(
        self,
        queryset: "QuerySet[Annotation]",
        name: str,
        value: str,
    ) -> "QuerySet[Annotation]":
        """Filter by whether it was on time, and if not, whether a lead counts it."""
        return queryset.filter(ARRIVALS[value])


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

    def count_all(self) -> int:
        """How many those are."""
        return count_current_annotations(self.project, caller(self.request))

    def keys_of(self, annotations: "QuerySet[Annotation]") -> "QuerySet[Any, Any] | None":
        """Their keys in the wanted order, where it is not that of the annotations themselves."""
        order = str(annotations.query.order_by[0])
        if "__" not in order:
            return None
        return annotations.order_by(order, "-pk").values_list("pk", flat=True)

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """List annotations, newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        names = names_on(page, project=self.project, viewer_role=self.role)
        return self.get_paginated_response(rows_of(AnnotationOutput, page, names=names))


class AnnotationFileView(AnnotationListView):
    """The list of annotations as a file."""

    query_class: type[StrictInput] = AnnotationFileQuery

    @extend_schema(
        parameters=[AnnotationFileQuery],
        filters=True,
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the annotations that the list shows, in its order, as CSV."""
        refuse_unknown(request.query_params, self)
        columns = asked_of(AnnotationFileQuery, request.query_params)["columns"]
        found = self.filter_queryset(self.get_queryset())
        rows = visible_rows(found, caller(request)).iterator(chunk_size=AT_ONCE)
        lines = annotation_lines(self.project, rows, columns, role=self.role)
        return csv_download(lines, f"{slug}-annotations.csv")
