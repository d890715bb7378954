"""Sign-in and the signed-in user."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Role


class CredentialsInput(serializers.Serializer[Any]):
    """A name and a password."""

    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class TokenOutput(serializers.Serializer[Any]):
    """A new API token. It is shown once."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)


class MyMembershipOutput(serializers.Serializer[Any]):
    """One of the caller's memberships."""

    project = serializers.SlugField(source="project.slug")
    title = serializers.CharField(source="project.title")
    kind = serializers.ChoiceField(source="project.kind", choices=Kind.choices)
    role = serializers.ChoiceField(choices=Role.choices)


class MeOutput(serializers.Serializer[Any]):
    """The caller."""

    username = serializers.CharField()
    display_name = serializers.CharField()
    is_site_administrator = serializers.BooleanField()
    may_create_projects = serializers.BooleanField()
    reviews_answers = serializers.BooleanField(
        help_text="Whether the caller sees an answer once more before it is sent."
    )
    must_set_up_second_factor = serializers.BooleanField(
        help_text="Whether a browser's session can do nothing else until that is done."
    )
    memberships = MyMembershipOutput(many=True)


class ErrorOutput(serializers.Serializer[Any]):
    """Every error of the API."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence fit to show.")
    fields = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]
