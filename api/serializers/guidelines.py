"""Pictures and links of guidelines."""

from typing import Any

from rest_framework import serializers


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

    markdown = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=200_000)


class BrokenLinkOutput(serializers.Serializer[Any]):
    """A link or a picture that leads nowhere."""

    line = serializers.IntegerField()
    target = serializers.CharField()
    problem = serializers.CharField()


class BrokenLinksOutput(serializers.Serializer[Any]):
    """All of them, in the order of the text."""

    broken = BrokenLinkOutput(many=True)
