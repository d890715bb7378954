"""Teams of a competition."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.systems.competitions.models import Participant, Team
from annotator.systems.competitions.teams import team_link
from api.responses.pagination import LARGEST_ID
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class HttpsField(serializers.URLField):
    """An address that begins with https://, or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        """At most 500 characters."""
        super().__init__(**{"max_length": 500, "allow_blank": True, "required": False, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        """The address; raises ``ValidationError`` for another protocol."""
        value: str = super().to_internal_value(data)
        if value and not value.startswith("https://"):
            raise serializers.ValidationError("Give an address that begins with https://.")
        return value


class TeamInput(StrictInput):
    """A team's name and links, and how many parameters its model has."""

    name = serializers.CharField(max_length=60)
    paper_url = HttpsField()
    code_url = HttpsField()
    model_url = HttpsField()
    model_parameters = serializers.IntegerField(
        min_value=1, max_value=10**15, required=False, allow_null=True
    )


class TeamChangeInput(TeamInput):
    """Changes of a team. What is left out stays as it is."""

    name = serializers.CharField(max_length=60, required=False)


class ListedTeamOutput(Output[Team]):
    """A team as other participants see it. `asked`: the caller has asked to join it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    members = serializers.IntegerField(source="size")

    @reads(serializers.BooleanField())
    def asked(self, team: Team) -> bool:
        return bool(team.pk == self.context["asked"])


class TeamMemberOutput(Output[Participant]):
    """A member of the caller's team, or somebody who asks to be one."""

    id = serializers.IntegerField()
    name = serializers.CharField(source="user")

    @reads(serializers.BooleanField())
    def is_self(self, participant: Participant) -> bool:
        return bool(participant.user_id == self.context["user"].pk)


class TeamOutput(Output[Team]):
    """The caller's team. With `link`, participants join it. `may_leave`: until its first
    submission.
    """

    id = serializers.IntegerField()
    name = serializers.CharField()
    paper_url = serializers.CharField(allow_blank=True)
    code_url = serializers.CharField(allow_blank=True)
    model_url = serializers.CharField(allow_blank=True)
    model_parameters = serializers.IntegerField(allow_null=True)

    @reads(TeamMemberOutput(many=True))
    def members(self, team: Team) -> Iterable[Participant]:
        return team.members.select_related("user").order_by("joined_at", "pk")

    @reads(TeamMemberOutput(many=True))
    def requests(self, team: Team) -> Iterable[Participant]:
        return team.requests.select_related("user").order_by("joined_at", "pk")

    @reads(serializers.CharField(allow_null=True))
    def link(self, team: Team) -> str | None:
        return team_link(team, site=self.context["site"])

    @reads(serializers.BooleanField())
    def may_leave(self, team: Team) -> bool:
        return not team.submissions.exists()


class JoinTeamInput(StrictInput):
    """The secret at the end of a team's link."""

    secret = serializers.CharField(max_length=100)


class RequestAnswerInput(StrictInput):
    """Whether somebody who asked may join."""

    participant = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    is_accepted = serializers.BooleanField()
