"""Pictures, links and changes of guidelines."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.projects.services import LONGEST_GUIDELINES


class PictureInput(serializers.Serializer[Any]):
    """A picture's file: PNG, JPEG or WebP."""

    file = serializers.FileField()


class PictureOutput(serializers.Serializer[Any]):
    """A picture that guidelines may show."""

    name = serializers.CharField()
    url = serializers.CharField()
    markdown = serializers.CharField(help_text="What to write to show it.")
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes.")
    created_at = serializers.DateTimeField()


class MarkdownInput(serializers.Serializer[Any]):
    """Markdown that is being written."""

    markdown = serializers.CharField(
        allow_blank=True, trim_whitespace=False, max_length=LONGEST_GUIDELINES
    )


class BrokenLinkOutput(serializers.Serializer[Any]):
    """A link or a picture that leads nowhere."""

    line = serializers.IntegerField()
    target = serializers.CharField()
    problem = serializers.CharField()


class BrokenLinksOutput(serializers.Serializer[Any]):
    """All of them, in the order of the text."""

    broken = BrokenLinkOutput(many=True)


class GuidelineChangesOutput(serializers.Serializer[Any]):
    """What changed since the caller last worked; both texts are empty if nothing did."""

    has_changed = serializers.BooleanField()
    known_version = serializers.IntegerField(
        allow_null=True, help_text="The one that the caller worked by; null before the first time."
    )
    version = serializers.IntegerField(help_text="The current one; 0: none was written yet.")
    before = serializers.CharField(allow_blank=True, help_text="Markdown.")
    after = serializers.CharField(allow_blank=True, help_text="Markdown.")
    updated_at = serializers.DateTimeField(allow_null=True)


class GuidelineSeenInput(serializers.Serializer[Any]):
    """A version that the caller has read."""

    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    with_difference = serializers.BooleanField(
        default=False, help_text="Whether what changed was shown, so that it isn't again."
    )
