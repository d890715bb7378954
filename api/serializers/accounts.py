"""Sign-in and the signed-in user."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import must_set_up_second_factor
from annotator.workspace.accounts.tokens import MadeToken
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Membership, Role
from annotator.workspace.projects.queries import may_create_projects
from api.serializers.output import JSONOutput, Output, reads


class CredentialsInput(serializers.Serializer[Any]):
    """A name and a password."""

    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class TokenOutput(Output[MadeToken]):
    """A new API token. It is shown once."""

    token = serializers.CharField(source="key")
    expires_at = serializers.DateTimeField(source="token.expiry", allow_null=True)


class MyMembershipOutput(Output[Membership]):
    """One of the caller's memberships."""

    project = serializers.SlugField(source="project.slug")
    title = serializers.CharField(source="project.title")
    kind = serializers.ChoiceField(source="project.kind", choices=Kind.choices)
    role = serializers.ChoiceField(choices=Role.choices)


class MeOutput(Output[User]):
    """The caller."""

    username = serializers.CharField()
    display_name = serializers.CharField()
    is_site_administrator = serializers.BooleanField(source="is_superuser")

    @reads(serializers.BooleanField())
    def may_create_projects(self, user: User) -> bool:
        return may_create_projects(user)

    reviews_answers = serializers.BooleanField(
        help_text="Whether the caller sees an answer once more before it is sent."
    )

    @reads(
        serializers.BooleanField(
            help_text="Whether a browser's session can do nothing else until that is done."
        )
    )
    def must_set_up_second_factor(self, user: User) -> bool:
        return must_set_up_second_factor(user)

    @reads(MyMembershipOutput(many=True))
    def memberships(self, user: User) -> Iterable[Membership]:
        active = Membership.objects.filter(user=user, is_active=True)
        return active.select_related("project").order_by("project__slug")


class ErrorOutput(JSONOutput):
    """Every error of the API."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence fit to show.")
    fields = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]
