"""The order of a project's queue, priorities, and late annotations: for leads."""

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.names import names_on
from annotator.collecting.annotations.queries import current_annotations
from annotator.collecting.assignments.late import accept_late, withdraw_acceptance
from annotator.collecting.assignments.ordering import (
    change_queue,
    set_priority,
    set_priority_by_filter,
)
from annotator.collecting.assignments.overlaps import change_split_overlap
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.annotations import AnnotationOutput
from api.serializers.queue import (
    AcceptanceInput,
    PrioritiesInput,
    PrioritiesOutput,
    QueueInput,
    QueueOutput,
)

_COLUMNS = {"order": "queue_order", "within": "queue_within"}


class QueueView(ProjectMixin):
    """The order in which a project's examples are handed out."""

    roles = LEADS

    @extend_schema(responses=QueueOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The order, the splits, and whether all examples have their place."""
        return answer(QueueOutput, self.project)

    @extend_schema(request=QueueInput, responses=QueueOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change it: all that is given, or nothing where one is refused. Examples get their places
        in a job, and many slots are added or removed by one, while annotators go on working.
        """
        values = valid_values(QueueInput, request.data)
        overlaps = values.pop("overlaps", [])
        changes = {_COLUMNS.get(name, name): value for name, value in values.items()}
        project, user, at = self.project, caller(request), timezone.now()
        with transaction.atomic():
            for each in overlaps:
                project, _ = change_split_overlap(
                    project=project, split=each["name"], overlap=each["overlap"], at=at, actor=user
                )
            if changes or not overlaps:
                project, _ = change_queue(project=project, at=at, actor=user, **changes)
        return answer(QueueOutput, project)


class PriorityView(ProjectMixin):
    """Priorities of many examples."""

    roles = LEADS

    @extend_schema(
        request=PrioritiesInput, responses={200: PrioritiesOutput, 202: PrioritiesOutput}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set one priority for the examples that are named, or that a filter finds."""
        values = valid_values(PrioritiesInput, request.data)
        given = {
            "project": self.project,
            "priority": values["priority"],
            "at": timezone.now(),
            "actor": caller(request),
        }
        if "filter" in values:
            changed, job = set_priority_by_filter(**given, **values["filter"])
        else:
            examples = values.get("examples") or self._keys_of(values["example_ids"])
            changed, job = set_priority(**given, examples=examples), None
        body = {"changed": changed, "job": job.pk if job else None}
        code = status.HTTP_202_ACCEPTED if job else status.HTTP_200_OK
        return answer(PrioritiesOutput, body, status=code)

    def _keys_of(self, example_ids: list[str]) -> list[int]:
        wanted = {int(number) for number in example_ids}
        in_range = [number for number in wanted if -(2**63) <= number < 2**63]
        found = dict(
            Example.objects.filter(
                project=self.project,
                is_published=True,
                purpose=Purpose.MAIN,
                example_id__in=in_range,
            ).values_list("example_id", "pk")
        )
        missing = sorted(wanted - set(found))
        if missing:
            listed = ", ".join(str(number) for number in missing[:5])
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""  # noqa: PLR2004 - five are named
            raise InvalidInputError(
                "unknown_example",
                f"There is no example {listed}{more} in this project.",
                fields={"example_ids": "Check these numbers."},
            )
        return list(found.values())


class AcceptanceView(ProjectMixin):
    """Whether a late annotation counts."""

    roles = LEADS

    @extend_schema(request=AcceptanceInput, responses=AnnotationOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Count a late annotation among those of its example."""
        values = valid_values(AcceptanceInput, request.data)
        accept_late(
            assignment=self._late(pk).assignment,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self._answer(pk)

    @extend_schema(request=None, responses={200: AnnotationOutput})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Stop counting a late annotation; it is kept beside the others."""
        withdraw_acceptance(
            assignment=self._late(pk).assignment, at=timezone.now(), actor=caller(request)
        )
        return self._answer(pk)

    def _late(self, pk: int) -> Annotation:
        annotation = (
            current_annotations(self.project)
            .visible_to(caller(self.request))
            .filter(pk=pk, is_late=True)
            .select_related("assignment")
            .first()
        )
        if annotation is None:
            raise NotFound("There is no such late annotation in this project.")
        return annotation

    def _answer(self, pk: int) -> Response:
        late = self._late(pk)
        names = names_on([late], project=self.project, viewer_role=self.role)
        return answer(AnnotationOutput, late, names=names)
