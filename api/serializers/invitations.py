"""Invitations, as leads and as the invited see them."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.projects.invitations import (
    DEFAULT_DAYS,
    MAX_DAYS,
    MAX_USES,
    Acceptance,
    link_of,
)
from annotator.workspace.projects.models import (
    Invitation,
    InvitationState,
    InvitationUse,
    MailState,
    Role,
)
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class InvitationInput(StrictInput):
    """Whom to invite, as what, for how long."""

    role = serializers.ChoiceField(choices=Role.choices)
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=DEFAULT_DAYS)
    max_uses = serializers.IntegerField(min_value=1, max_value=MAX_USES, default=1)
    email = serializers.EmailField(default="", allow_blank=True)
    note = serializers.CharField(max_length=200, default="", allow_blank=True)


class InvitationUseOutput(Output[InvitationUse]):
    """Somebody who joined by an invitation."""

    username = serializers.CharField(source="user.username")
    display_name = serializers.CharField(source="user.display_name")
    at = serializers.DateTimeField()


class InvitationOutput(Output[Invitation]):
    """An invitation as a lead sees it."""

    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.choices)

    @reads(serializers.ChoiceField(choices=InvitationState.choices))
    def state(self, invitation: Invitation) -> str:
        return invitation.state(at=self.context["at"])

    @reads(
        serializers.CharField(
            allow_null=True, help_text="Anyone who has it can join. Null when it is no longer open."
        )
    )
    def link(self, invitation: Invitation) -> str | None:
        is_open = invitation.state(at=self.context["at"]) == InvitationState.OPEN
        return link_of(invitation, site=self.context["site"]) if is_open else None

    email = serializers.CharField(allow_blank=True)
    mail_state = serializers.ChoiceField(choices=MailState.choices)
    note = serializers.CharField(allow_blank=True)
    max_uses = serializers.IntegerField()
    uses = serializers.IntegerField()

    @reads(InvitationUseOutput(many=True, help_text="The latest five."))
    def used_by(self, invitation: Invitation) -> list[InvitationUse]:
        # A new one has none.
        uses: list[InvitationUse] = vars(invitation).get("latest_uses", [])
        return uses

    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField()


class OpenedInvitationOutput(Output[Invitation]):
    """An invitation as people with its link see it."""

    project_title = serializers.CharField(source="project.title")
    role = serializers.ChoiceField(choices=Role.choices)

    @reads(serializers.ChoiceField(choices=InvitationState.choices))
    def state(self, invitation: Invitation) -> str:
        return invitation.state(at=self.context["at"])

    expires_at = serializers.DateTimeField()


class NewAccountInput(serializers.Serializer[Any]):
    """A new account, for people who have none. Signed-in callers leave it out."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)
    display_name = serializers.CharField(max_length=150, default="", allow_blank=True)
    email = serializers.EmailField(default="", allow_blank=True)


class AcceptanceOutput(Output[Acceptance]):
    """What came of accepting."""

    project = serializers.SlugField(source="membership.project.slug")
    role = serializers.ChoiceField(source="membership.role", choices=Role.choices)
    has_changed = serializers.BooleanField(
        help_text="False if the person already had this role or a higher one: nothing changed."
    )

    @reads(serializers.CharField(help_text="A sentence fit to show."))
    def detail(self, acceptance: Acceptance) -> str:
        membership = acceptance.membership
        role = Role(membership.role).label.lower()
        part = f"{'an' if role[0] in 'ae' else 'a'} {role}"
        if acceptance.has_changed:
            return f"You are now {part} in {membership.project.title}."
        return f"You are already {part} in {membership.project.title}. Nothing was changed."
