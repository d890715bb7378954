"""Examples on which annotators disagree, for leads, who decide on their answers."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.names import names_on
from annotator.collecting.annotations.queries import annotations_of
from annotator.material.corpus.models import QUEUED, Example
from annotator.quality.adjudication.deciding import (
    newest_decision,
    pick_annotation,
    withdraw_decision,
    write_answer,
)
from annotator.quality.adjudication.groups import counting_annotations, groups_of
from annotator.quality.adjudication.models import Adjudication
from annotator.quality.adjudication.queue import decided_keys, disagreements_of
from annotator.workspace.projects.shown_names import names_of
from api.access.permissions import LEADS, ProjectMixin, caller
from api.presenters.adjudication import present_writing
from api.presenters.assignments import present_page
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.adjudication import (
    DisagreementDetailOutput,
    DisagreementOutput,
    DisagreementParameters,
    OneDisagreement,
    PickInput,
    WithdrawInput,
    WriteInput,
    WritingParameters,
)
from api.serializers.annotations import AnswerInput
from api.serializers.assignments import AssignmentOutput


class DisagreementListView(ProjectMixin, generics.GenericAPIView[Any]):
    """The project's disagreements."""

    roles = LEADS
    serializer_class = DisagreementOutput
    queryset = Example.objects.none()
    query_class = DisagreementParameters

    @extend_schema(parameters=[query_class], responses=DisagreementOutput(many=True), filters=True)
    def get(self, request: Request, slug: str) -> Response:
        """List undecided examples, those with the least agreement first, or decided ones, the
        latest decision first.

        By the newest statistics, which know nothing of the hidden split; its decided examples are
        listed for stewards.
        """
        state = valid_values(self.query_class, request.query_params)["state"]
        found = disagreements_of(self.project)
        keys = (
            found.undecided if state == "undecided" else decided_keys(self.project, caller(request))
        )
        page = self.paginate_queryset(keys) or []
        examples = Example.objects.select_related("question", "page").in_bulk(page)
        standing = Adjudication.objects.standing().filter(example__in=page)
        decisions = {each.example_id: each for each in standing.select_related("decided_by")}
        rows = rows_of(
            DisagreementOutput,
            [examples[key] for key in page if key in examples],
            agreement=found.agreement,
            decisions=decisions,
            names=names_of(
                project=self.project,
                viewer_role=self.role,
                users=[each.decided_by for each in decisions.values()],
            ),
        )
        return self.get_paginated_response(rows)


class DisagreementMixin(ProjectMixin):
    """A view of one example and its answers."""

    roles = LEADS

    def find(self, pk: int) -> Example:
        """The example of the main task, or for a steward of the hidden split. Raises 404."""
        found = self.readable_examples().filter(pk=pk, purpose__in=QUEUED)
        example = found.select_related("question", "page", "project").first()
        if example is None:
            raise NotFound("There is no such example in this project.")
        return example

    def shown(self, example: Example) -> Response:
        """The example as it is now."""
        found = disagreements_of(self.project)
        newest = newest_decision(example)
        if newest and newest.picked_id:
            newest.picked = annotations_of(self.project).get(pk=newest.picked_id)
        one = OneDisagreement(
            example=example,
            groups=groups_of(self.project.kind, counting_annotations(example)),
            agreement=found.agreement.get(example.pk),
            newest=newest,
            next=found.next_after(example.pk),
            undecided=len(found.undecided),
            computed_at=found.computed_at,
        )
        names = names_on(one.annotations, project=self.project, viewer_role=self.role)
        deciders = names_of(project=self.project, viewer_role=self.role, users=one.deciders)
        address = f"/api/v1/projects/{self.project.slug}/examples/{example.pk}/page/"
        return answer(
            DisagreementDetailOutput,
            one,
            page=present_page(example.page, address) if example.page else None,
            names={**names, **deciders},
        )


class DisagreementView(DisagreementMixin):
    """One example and its answers."""

    @extend_schema(responses=DisagreementDetailOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The answers of its annotators, those that are the same together, and the decision.

        Any example of the main task, whether there is a disagreement or not.
        """
        return self.shown(self.find(pk))


class PickView(DisagreementMixin):
    """Deciding on an annotation's answer."""

    @extend_schema(request=PickInput, responses=DisagreementDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Make an annotation's answer the example's; 409 if another lead has decided meanwhile."""
        example = self.find(pk)
        values = valid_values(PickInput, request.data)
        pick_annotation(example=example, at=timezone.now(), actor=caller(request), **values)
        return self.shown(example)


class WriteView(DisagreementMixin):
    """Deciding on an answer that nobody gave."""

    @extend_schema(parameters=[WritingParameters], responses=AssignmentOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What is needed to write it, in the shape of an assignment that has no draft yet; 404 for
        an annotation that doesn't count among the example's.
        """
        example = self.find(pk)
        key = valid_values(WritingParameters, request.query_params)["annotation"]
        begun = next((each for each in counting_annotations(example) if each.pk == key), None)
        if key is not None and begun is None:
            raise NotFound("This annotation is not one of the example's any more.")
        return answer(AssignmentOutput, present_writing(example, begun, timezone.now()))

    @extend_schema(request=WriteInput, responses=DisagreementDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Make an answer the example's; it passes the checks of a submission."""
        example = self.find(pk)
        values = valid_values(WriteInput, request.data)
        values["answer"] = AnswerInput.read(self.project.kind, values["answer"])
        write_answer(example=example, at=timezone.now(), actor=caller(request), **values)
        return self.shown(example)


class WithdrawView(DisagreementMixin):
    """Taking a decision back."""

    @extend_schema(request=WithdrawInput, responses=DisagreementDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Leave the example undecided again."""
        example = self.find(pk)
        values = valid_values(WithdrawInput, request.data)
        withdraw_decision(example=example, at=timezone.now(), actor=caller(request), **values)
        return self.shown(example)
