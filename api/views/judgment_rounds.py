"""Judgment rounds: leads open them, leads and their experts see how far they are."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.overview import with_experts
from annotator.quality.judgments.queries import addable_experts, possible_experts, rounds_of
from annotator.quality.judgments.rounds import add_expert, open_round
from annotator.quality.judgments.sampling import population_of
from annotator.quality.judgments.verdicts import remove_expert
from annotator.workspace.projects.models import Membership
from annotator.workspace.projects.shown_names import name_of_member, natural_key
from api.access.permissions import EXPERTS_AND_LEADS, LEADS, ProjectMixin, caller
from api.presenters.judgment_rounds import present_round, present_rounds
from api.requests.validation import valid_values
from api.scopes.rounds import RoundMixin
from api.serializers.judgment_rounds import (
    AddableOutput,
    ExpertInput,
    PopulationOutput,
    RoundInput,
    RoundOutput,
    TargetInput,
)


class RoundListView(ProjectMixin, generics.GenericAPIView[JudgmentRound]):
    """The rounds of a project: all for leads, for experts those they sit in."""

    roles_by_method = {"GET": EXPERTS_AND_LEADS, "POST": LEADS}
    serializer_class = RoundOutput
    filter_backends = []

    @extend_schema(responses=RoundOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List judgment rounds, newest first."""
        viewer = caller(request)
        rounds = with_experts(rounds_of(project=self.project, user=viewer))
        page = self.paginate_queryset(rounds) or []
        rows = present_rounds(page, viewer=viewer, role=self.role)
        return self.get_paginated_response(RoundOutput(rows, many=True).data)

    @extend_schema(request=RoundInput, responses={201: RoundOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw a sample and give it to experts."""
        values = valid_values(RoundInput, request.data)
        viewer = caller(request)
        opened = open_round(project=self.project, at=timezone.now(), actor=viewer, **values)
        shown = with_experts(rounds_of(project=self.project, user=viewer)).get(pk=opened.pk)
        body = RoundOutput(present_round(shown, viewer=viewer, role=self.role)).data
        return Response(body, status=status.HTTP_201_CREATED)


class PopulationView(ProjectMixin):
    """What a new round would be drawn from."""

    roles = LEADS

    @extend_schema(parameters=[TargetInput], responses=PopulationOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How many annotations have an answer, and the experts that there are."""
        given = valid_values(TargetInput, request.query_params)
        annotations = population_of(project=self.project, **given)
        body = {
            **annotations.aggregate(
                annotations=Count("pk"), examples=Count("example", distinct=True)
            ),
            "experts": _choices(possible_experts(self.project)),
        }
        return Response(PopulationOutput(body).data)


def _choices(members: Iterable[Membership]) -> list[dict[str, Any]]:
    rows = sorted(members, key=lambda member: natural_key(name_of_member(member)))
    return [{"membership": member.pk, "name": name_of_member(member)} for member in rows]


class RoundView(RoundMixin):
    """One round."""

    @extend_schema(responses=RoundOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The round and its progress."""
        return self.answer(request)


class RoundSeatListView(RoundMixin):
    """Who could join a round."""

    @extend_schema(responses=AddableOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The project's experts who are not in the round."""
        self.require_lead()
        body = {"experts": _choices(addable_experts(self.judgment_round))}
        return Response(AddableOutput(body).data)

    @extend_schema(request=ExpertInput, responses={201: RoundOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Add an expert, while all still vote alone."""
        self.require_lead()
        values = valid_values(ExpertInput, request.data)
        add_expert(
            round_=self.judgment_round,
            membership=values["expert"],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(request, status.HTTP_201_CREATED)


class RoundSeatView(RoundMixin):
    """An expert's seat in a round."""

    @extend_schema(responses={200: RoundOutput})
    def delete(self, request: Request, pk: int, number: int) -> Response:
        """Take away the seat of an expert who has not closed phase 1; the others' verdicts stay."""
        self.require_lead()
        seat = self.judgment_round.experts.filter(number=number).first()
        if seat is None:
            raise NotFound("This round has no such expert.")
        remove_expert(seat=seat, at=timezone.now(), actor=caller(request))
        return self.answer(request)
