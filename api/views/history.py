"""Who did what, for leads."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any

import django_filters
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django_filters.fields import IsoDateTimeField
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.models import Draft
from annotator.collecting.annotations.names import names_on
from annotator.collecting.annotations.queries import annotations_of
from annotator.material.corpus.models import Example
from annotator.material.corpus.visibility import visible_rows
from annotator.material.formats.csv_lines import csv_lines
from annotator.quality.judgments.events import events_of_answers
from annotator.workspace.history.kinds_of_events import KINDS
from annotator.workspace.history.models import Event
from annotator.workspace.history.queries import events_of_example, events_of_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.downloads import csv_download, name_download
from api.responses.event_lines import AT_ONCE, COLUMNS, event_line
from api.responses.event_objects import objects_of
from api.responses.pagination import LARGEST_ID, refuse_unknown
from api.scopes.events import events_with
from api.serializers.history import DownloadQuery, EventOutput, ExampleHistoryOutput


class _MomentField(IsoDateTimeField):  # type: ignore[misc]
    """In UTC: PostgreSQL takes offsets of up to 16 hours, Python of 24."""

    def to_python(self, value: Any) -> datetime | None:
        """The moment; raises ``ValidationError``."""
        moment: datetime | None = super().to_python(value)
        try:
            return moment.astimezone(UTC) if moment else None
        except OverflowError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class _MomentFilter(django_filters.IsoDateTimeFilter):  # type: ignore[misc]
    field_class = _MomentField


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What history can be narrowed to. ``from`` is inclusive, ``to`` exclusive."""

    example = django_filters.NumberFilter("example_id", min_value=1, max_value=LARGEST_ID)
    person = django_filters.CharFilter("actor__username_key")
    by_system = django_filters.BooleanFilter("actor", lookup_expr="isnull")
    verb = django_filters.CharFilter()
    kind = django_filters.ChoiceFilter(
        choices=[(name, name) for name in KINDS], method="filter_kind"
    )
    search = django_filters.CharFilter(method="filter_search")
    subject = django_filters.CharFilter()
    # ``from`` is a word of Python's own.
    locals()["from"] = _MomentFilter("at", lookup_expr="gte")
    to = _MomentFilter("at", lookup_expr="lt")

    class Meta:
        model = Event
        fields: list[str] = []

    def filter_kind(self, queryset: "QuerySet[Event]", name: str, value: str) -> "QuerySet[Event]":
        """By one of the kinds of events."""
        return queryset.filter(subject__in=KINDS[value])

    def filter_search(
        self, queryset: "QuerySet[Event]", name: str, value: str
    ) -> "QuerySet[Event]":
        """By words of the question or its page, of a name, or of a reason."""
        return queryset.filter(events_with(value, self.request.parser_context["view"].project))


class HistoryView(ProjectMixin, generics.GenericAPIView[Event]):
    """The project's history."""

    roles = LEADS
    serializer_class = EventOutput
    filter_backends = [DjangoFilterBackend]
    filterset_class = EventFilter

    def get_queryset(self) -> "QuerySet[Event]":
        """Events of the project."""
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        return events_of_project(self.project.pk)

    @extend_schema(responses=EventOutput(many=True))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """List what happened, newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        shown = _shown_with(page, self.project, self.role, hidden=self.sees_hidden)
        return self.get_paginated_response(rows_of(EventOutput, page, **shown))


class HistoryFileView(HistoryView):
    """The history as a file."""

    @extend_schema(filters=True, responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the events that the list shows, newest first, as CSV."""
        refuse_unknown(request.query_params, self)
        events = visible_rows(self.filter_queryset(self.get_queryset()), caller(request))
        return csv_download(csv_lines(COLUMNS, self._rows(events)), f"{slug}-history.csv")

    def _rows(self, events: "QuerySet[Event]") -> Iterator[list[object]]:
        left = events.iterator(chunk_size=AT_ONCE)
        while some := list(islice(left, AT_ONCE)):
            shown = _shown_with(some, self.project, self.role, hidden=self.sees_hidden)
            yield from map(partial(event_line, shown=shown), some)


def _shown_with(
    events: Iterable[Event],
    project: Project,
    role: str | None,
    *,
    hidden: bool,
    drafts: Iterable[Draft] = (),
) -> dict[str, Any]:
    """What the shapes of events, and of drafts, depend on beside them, in two queries. ``hidden``:
    the viewer also sees the hidden split.
    """
    people = [event.actor for event in events if event.actor]
    people += [draft.assignment.annotator for draft in drafts]
    ids = {event.example_id for event in events if event.example_id is not None}
    examples = Example.objects.filter(project=project, pk__in=ids).order_by()
    return {
        "names": names_of(project=project, viewer_role=role, users=people),
        "questions": dict(examples.values_list("pk", "question__text")),
        "objects": objects_of(events, project),
        "project": project,
        "hidden": hidden,
    }


class ExampleHistoryView(ProjectMixin):
    """One example's whole life."""

    roles = LEADS

    @extend_schema(parameters=[DownloadQuery], responses=ExampleHistoryOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Everything that happened to it, in order, and each version of each answer."""
        query = valid_values(DownloadQuery, request.query_params)
        example = self.readable_examples().filter(pk=pk).first()
        if example is None:
            raise NotFound("There is no such example in this project.")
        events = list(
            events_of_example(
                project_id=self.project.pk, example_id=example.pk, also=events_of_answers(example)
            )
        )
        answers = annotations_of(self.project).filter(example=example).order_by("pk")
        drafts = list(
            Draft.objects.filter(assignment__example=example)
            .select_related("assignment__annotator")
            .order_by("pk")
        )
        shown = _shown_with(events, self.project, self.role, hidden=False, drafts=drafts)
        names = names_on(answers, project=self.project, viewer_role=self.role)
        life: dict[str, Iterable[Any]] = {
            "events": events,
            "annotations": answers,
            "drafts": drafts,
        }
        response = answer(
            ExampleHistoryOutput,
            life,
            **shown | {"names": {**shown["names"], **names}},
        )
        if query["download"] == "1":
            name_download(response, f"{slug}-example-{example.example_id}-history.json")
        return response
