"""Control questions, and questions that a lead names for somebody."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.assignments.models import (
    Control,
    NamedAssignment,
    NamedAssignmentQuerySet,
    Slot,
    SlotState,
)
from annotator.collecting.assignments.naming import (
    name_assignment,
    named_assignments,
    take_back_named,
)
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.controls import (
    controls_of,
    mark_controls,
    results_by_example,
    set_control_percent,
    unmark_control,
)
from annotator.workspace.projects.models import Project
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.controls import (
    ControlOutput,
    ControlPercentOutput,
    ControlsInput,
    NamedAssignmentInput,
    NamedAssignmentOutput,
)
from api.serializers.queue import ExamplesChangedOutput, NamedExamplesInput


class ControlListView(ProjectMixin, generics.GenericAPIView[Control]):
    """The project's controls."""

    roles = LEADS
    serializer_class = ControlOutput
    filter_backends = []

    @extend_schema(responses=ControlOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List controls, the newest first, with how far answers to each agree with its decision."""
        page = self.paginate_queryset(controls_of(self.project)) or []
        rows = rows_of(ControlOutput, page, results=results_by_example(self.project))
        return self.get_paginated_response(rows)

    @extend_schema(request=NamedExamplesInput, responses={201: ExamplesChangedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Mark examples that have a decided answer as controls."""
        values = valid_values(NamedExamplesInput, request.data)
        changed = mark_controls(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(ExamplesChangedOutput, changed, status=status.HTTP_201_CREATED)


class ControlShareView(ProjectMixin):
    """How many questions are controls."""

    roles = LEADS

    @extend_schema(responses=ControlPercentOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Of 100 questions. Annotators don't see it."""
        return answer(ControlPercentOutput, self.project.control_percent)

    @extend_schema(request=ControlsInput, responses=ControlPercentOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Set it; 0 hands out no controls."""
        values = valid_values(ControlsInput, request.data)
        project = set_control_percent(
            project=self.project, at=timezone.now(), actor=caller(request), **values
        )
        return answer(ControlPercentOutput, project.control_percent)


class ControlView(ProjectMixin):
    """One control."""

    roles = LEADS

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Hand it out no more; what was answered stays among the results."""
        control = controls_of(self.project).filter(pk=pk).first()
        if control is None:
            raise NotFound("This example is not a control of this project.")
        unmark_control(example=control.example, at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NamedAssignmentListView(ProjectMixin, generics.GenericAPIView[NamedAssignment]):
    """Examples that come next for somebody."""

    roles = LEADS
    serializer_class = NamedAssignmentOutput
    filter_backends = []

    @extend_schema(responses=NamedAssignmentOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List those that their annotators don't have yet, the oldest first."""
        page = self.paginate_queryset(_visible(self, self.project))
        return self.get_paginated_response(rows_of(NamedAssignmentOutput, page or []))

    @extend_schema(request=NamedAssignmentInput, responses={201: NamedAssignmentOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Have an annotator get an example next, in one of its free slots."""
        values = valid_values(NamedAssignmentInput, request.data)
        example = self.readable_examples().filter(pk=values["example"]).first()
        membership = self.project.memberships.filter(pk=values["member"]).first()
        if example is None or membership is None:
            raise NotFound("There is no such example or member in this project.")
        named = name_assignment(
            example=example, membership=membership, at=timezone.now(), actor=caller(request)
        )
        shown = _visible(self, self.project).get(pk=named.pk)
        return answer(NamedAssignmentOutput, shown, status=status.HTTP_201_CREATED)


class NamedAssignmentView(ProjectMixin):
    """One of them."""

    roles = LEADS

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take it back: the example stays in the queue."""
        named = _visible(self, self.project).filter(pk=pk).first()
        if named is None:
            raise NotFound("This question is not named for somebody, or they have it already.")
        take_back_named(named=named, at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _visible(view: Any, project: Project) -> NamedAssignmentQuerySet:
    examples: QuerySet[Example] = view.readable_examples()
    free = Slot.objects.filter(example=OuterRef("example"), state=SlotState.FREE)
    own = named_assignments(project).filter(example__in=examples.order_by().values("pk"))
    return own.annotate(has_slot=Exists(free))
