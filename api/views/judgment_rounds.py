"""Judgment rounds: leads open them, leads and their experts see how far they are."""

from django.db.models import Count
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.quality.judgments.models import JudgmentRound
from annotator.quality.judgments.queries import addable_experts
from annotator.quality.judgments.rounds import add_expert, open_round
from annotator.quality.judgments.sampling import population_of
from annotator.quality.judgments.verdicts import remove_expert
from annotator.quality.reviews.opening import possible_members
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.shown_names import by_name
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.scopes.rounds import RoundListMixin, RoundMixin
from api.serializers.judgment_rounds import (
    AddableOutput,
    ExpertInput,
    PopulationOutput,
    RoundInput,
    RoundOutput,
    TargetInput,
)


class RoundListView(RoundListMixin, generics.GenericAPIView[JudgmentRound]):
    """The rounds of a project: all for leads, for experts those they sit in."""

    serializer_class = RoundOutput
    filter_backends = []

    @extend_schema(responses=RoundOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List judgment rounds, newest first."""
        return self.listed()

    @extend_schema(request=RoundInput, responses={201: RoundOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw a sample and give it to experts."""
        values = valid_values(RoundInput, request.data)
        at, actor = timezone.now(), caller(request)
        opened = open_round(project=self.project, at=at, actor=actor, **values)
        return self.answer_with(opened.pk, status.HTTP_201_CREATED)


class PopulationView(ProjectMixin):
    """What a new round would be drawn from."""

    roles = LEADS

    @extend_schema(parameters=[TargetInput], responses=PopulationOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How many annotations have an answer, and the experts that there are."""
        given = valid_values(TargetInput, request.query_params)
        annotations = population_of(project=self.project, **given)
        counts = annotations.aggregate(
            annotations=Count("pk"), examples=Count("example", distinct=True)
        )
        experts = by_name(possible_members(self.project))
        return answer(PopulationOutput, {**counts, "experts": experts})


class RoundView(RoundMixin):
    """One round."""

    @extend_schema(responses=RoundOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The round and its progress."""
        return self.answer()


class RoundSeatListView(RoundMixin):
    """Who could join a round."""

    for_role = Role.LEAD

    @extend_schema(responses=AddableOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The project's experts who are not in the round."""
        return answer(AddableOutput, by_name(addable_experts(self.review)))

    @extend_schema(request=ExpertInput, responses={201: RoundOutput})
    def post(self, request: Request, pk: int) -> Response:
        """Add an expert, while all still vote alone."""
        values = valid_values(ExpertInput, request.data)
        add_expert(
            round_=self.review,
            membership=values["expert"],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(status.HTTP_201_CREATED)


class RoundSeatView(RoundMixin):
    """An expert's seat in a round."""

    for_role = Role.LEAD

    @extend_schema(responses={200: RoundOutput})
    def delete(self, request: Request, pk: int, number: int) -> Response:
        """Take away the seat of an expert who has not closed phase 1; the others' verdicts stay."""
        seat = self.review.experts.filter(number=number).first()
        if seat is None:
            raise NotFound("This round has no such expert.")
        remove_expert(seat=seat, at=timezone.now(), actor=caller(request))
        return self.answer()
