"""Teams of a competition."""

from typing import Any

from rest_framework import serializers

from api.responses.pagination import LARGEST_ID
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


class ListedTeamOutput(serializers.Serializer[Any]):
    """A team as other participants see it. `asked`: the caller has asked to join it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    members = serializers.IntegerField()
    asked = serializers.BooleanField()


class TeamMemberOutput(serializers.Serializer[Any]):
    """A member of the caller's team, or somebody who asks to be one."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    is_self = serializers.BooleanField()


class TeamOutput(serializers.Serializer[Any]):
    """The caller's team. With `link`, participants join it. `may_leave`: until its first
    submission.
    """

    id = serializers.IntegerField()
    name = serializers.CharField()
    paper_url = serializers.CharField(allow_blank=True)
    code_url = serializers.CharField(allow_blank=True)
    model_url = serializers.CharField(allow_blank=True)
    model_parameters = serializers.IntegerField(allow_null=True)
    members = TeamMemberOutput(many=True)
    requests = TeamMemberOutput(many=True)
    link = serializers.CharField(allow_null=True)
    may_leave = serializers.BooleanField()


class JoinTeamInput(StrictInput):
    """The secret at the end of a team's link."""

    secret = serializers.CharField(max_length=100)


class RequestAnswerInput(StrictInput):
    """Whether somebody who asked may join."""

    participant = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    is_accepted = serializers.BooleanField()
