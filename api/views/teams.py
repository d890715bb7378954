"""Teams of a competition, for people who may take part."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle

from annotator.systems.competitions.models import Team
from annotator.systems.competitions.queries import teams_of
from annotator.systems.competitions.teams import (
    answer_request,
    ask_to_join,
    change_team,
    close_team_link,
    form_team,
    join_by_link,
    leave_team,
    renew_team_link,
    take_back_request,
)
from api.requests.site_address import site_of
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.scopes.competitions import ParticipantMixin
from api.serializers.teams import (
    JoinTeamInput,
    ListedTeamOutput,
    RequestAnswerInput,
    TeamChangeInput,
    TeamInput,
    TeamOutput,
)


class TeamMixin(ParticipantMixin):
    """A view that answers with the caller's team."""

    def answer(self, request: Request, team: Team, *, code: int = status.HTTP_200_OK) -> Response:
        """The team as its members see it."""
        return answer(TeamOutput, team, status=code, user=self.user, site=site_of(request))


class TeamListView(TeamMixin, generics.GenericAPIView[Team]):
    """The teams of a competition."""

    queryset = Team.objects.none()
    serializer_class = ListedTeamOutput
    filter_backends = []

    @extend_schema(responses=ListedTeamOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List teams by name, for those who look for one."""
        page = self.paginate_queryset(teams_of(self.competition))
        participant = self.viewer.participant
        asked = participant.asks_for_id if participant else None
        return self.get_paginated_response(rows_of(ListedTeamOutput, page, asked=asked))

    @extend_schema(request=TeamInput, responses={201: TeamOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Form a team."""
        team = form_team(
            competition=self.competition,
            user=self.user,
            at=timezone.now(),
            **valid_values(TeamInput, request.data),
        )
        return self.answer(request, team, code=status.HTTP_201_CREATED)


class TeamRequestView(ParticipantMixin):
    """Asking a team to be taken in."""

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Ask. An earlier question to another team is taken back."""
        ask_to_join(team=self._team(pk), user=self.user, at=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take the question back."""
        self._team(pk)
        take_back_request(competition=self.competition, user=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _team(self, pk: int) -> Team:
        team = self.competition.teams.filter(pk=pk).first()
        if team is None:
            raise NotFound("There is no such team.")
        return team


class JoinTeamView(TeamMixin):
    """Joining a team by its link."""

    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "invitation"

    @extend_schema(request=JoinTeamInput, responses=TeamOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Join."""
        team = join_by_link(
            competition=self.competition,
            user=self.user,
            at=timezone.now(),
            **valid_values(JoinTeamInput, request.data),
        )
        return self.answer(request, team)


class TeamView(TeamMixin):
    """The caller's team."""

    @extend_schema(responses=TeamOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Its members, who asks to join, and its link."""
        return self.answer(request, self.team())

    @extend_schema(request=TeamChangeInput, responses=TeamOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change its name, links or the size of its model."""
        changes = valid_values(TeamChangeInput, request.data)
        team = change_team(team=self.team(), at=timezone.now(), actor=self.user, **changes)
        return self.answer(request, team)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Leave it, before it has submitted."""
        leave_team(team=self.team(), user=self.user, at=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamLinkView(TeamMixin):
    """The link by which participants join the caller's team."""

    @extend_schema(request=None, responses=TeamOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Make a new link. The old one ends."""
        team = renew_team_link(team=self.team(), at=timezone.now(), actor=self.user)
        return self.answer(request, team)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """End the link."""
        close_team_link(team=self.team(), at=timezone.now(), actor=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TeamRequestAnswerView(TeamMixin):
    """Answering those who ask to join the caller's team."""

    @extend_schema(request=RequestAnswerInput, responses=TeamOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Take somebody in, or decline."""
        values = valid_values(RequestAnswerInput, request.data)
        answer_request(
            team=self.team(),
            participant_id=values["participant"],
            is_accepted=values["is_accepted"],
            at=timezone.now(),
            actor=self.user,
        )
        return self.answer(request, self.team())
