"""Invitations, as leads and as the invited see them."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.projects.invitations import DEFAULT_DAYS, MAX_DAYS, MAX_USES
from annotator.workspace.projects.models import InvitationState, MailState, Role
from api.serializers.strict import StrictInput


class InvitationInput(StrictInput):
    """Whom to invite, as what, for how long."""

    role = serializers.ChoiceField(choices=Role.choices)
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=DEFAULT_DAYS)
    max_uses = serializers.IntegerField(min_value=1, max_value=MAX_USES, default=1)
    email = serializers.EmailField(default="", allow_blank=True)
    note = serializers.CharField(max_length=200, default="", allow_blank=True)


class InvitationUseOutput(serializers.Serializer[Any]):
    """Somebody who joined by an invitation."""

    username = serializers.CharField(source="user.username")
    display_name = serializers.CharField(source="user.display_name")
    at = serializers.DateTimeField()


class InvitationOutput(serializers.Serializer[Any]):
    """An invitation as a lead sees it."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)
    state = serializers.ChoiceField(choices=InvitationState.choices)
    link = serializers.CharField(
        allow_null=True, help_text="Anyone who has it can join. Null when it is no longer open."
    )
    email = serializers.CharField(allow_blank=True)
    mail_state = serializers.ChoiceField(choices=MailState.choices)
    note = serializers.CharField(allow_blank=True)
    max_uses = serializers.IntegerField()
    uses = serializers.IntegerField()
    used_by = InvitationUseOutput(many=True, help_text="The latest five.")
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField()


class OpenedInvitationOutput(serializers.Serializer[Any]):
    """An invitation as people with its link see it."""

    project_title = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    state = serializers.ChoiceField(choices=InvitationState.choices)
    expires_at = serializers.DateTimeField()


class NewAccountInput(serializers.Serializer[Any]):
    """A new account, for people who have none. Signed-in callers leave it out."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)
    display_name = serializers.CharField(max_length=150, default="", allow_blank=True)
    email = serializers.EmailField(default="", allow_blank=True)


class AcceptanceOutput(serializers.Serializer[Any]):
    """What came of accepting."""

    project = serializers.SlugField(source="membership.project.slug")
    role = serializers.ChoiceField(source="membership.role", choices=Role.choices)
    has_changed = serializers.BooleanField(
        help_text="False if the person already had this role or a higher one: nothing changed."
    )
    detail = serializers.CharField(help_text="A sentence fit to show.")
