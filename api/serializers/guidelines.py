"""Pictures, links and changes of guidelines."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.collecting.guidance.guideline_changes import GuidelineChanges
from annotator.collecting.guidance.markdown import BrokenLink
from annotator.collecting.guidance.models import GuidelinePicture
from annotator.workspace.projects.services import LONGEST_GUIDELINES
from api.serializers.output import Output, reads


class PictureInput(serializers.Serializer[Any]):
    """A picture's file: PNG, JPEG or WebP."""

    file = serializers.FileField()


class PictureOutput(Output[GuidelinePicture]):
    """A picture that guidelines may show."""

    name = serializers.CharField()

    @reads(serializers.CharField())
    def url(self, picture: GuidelinePicture) -> str:
        return f"/api/v1/projects/{picture.project.slug}/guidelines/pictures/{picture.name}"

    @reads(serializers.CharField(help_text="What to write to show it."))
    def markdown(self, picture: GuidelinePicture) -> str:
        alt = picture.name.rpartition(".")[0].replace("-", " ")
        return f"![{alt}](pictures/{picture.name})"

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes.")
    created_at = serializers.DateTimeField()


class MarkdownInput(serializers.Serializer[Any]):
    """Markdown that is being written."""

    markdown = serializers.CharField(
        allow_blank=True, trim_whitespace=False, max_length=LONGEST_GUIDELINES
    )


class BrokenLinkOutput(Output[BrokenLink]):
    """A link or a picture that leads nowhere."""

    line = serializers.IntegerField()
    target = serializers.CharField()
    problem = serializers.CharField()


class BrokenLinksOutput(Output[Iterable[BrokenLink]]):
    """All of them, in the order of the text."""

    broken = BrokenLinkOutput(source="*", many=True)


class GuidelineChangesOutput(Output[GuidelineChanges]):
    """What changed since the caller last worked; both texts are empty if nothing did."""

    has_changed = serializers.BooleanField()
    known_version = serializers.IntegerField(
        source="known.version",
        allow_null=True,
        help_text="The one that the caller worked by; null before the first time.",
    )

    @reads(serializers.IntegerField(help_text="The current one; 0: none was written yet."))
    def version(self, changes: GuidelineChanges) -> int:
        return changes.current.version if changes.current else 0

    @reads(serializers.CharField(allow_blank=True, help_text="Markdown."))
    def before(self, changes: GuidelineChanges) -> str:
        return changes.known.markdown if changes.has_changed and changes.known else ""

    @reads(serializers.CharField(allow_blank=True, help_text="Markdown."))
    def after(self, changes: GuidelineChanges) -> str:
        return changes.current.markdown if changes.has_changed and changes.current else ""

    updated_at = serializers.DateTimeField(source="current.created_at", allow_null=True)


class GuidelineSeenInput(serializers.Serializer[Any]):
    """A version that the caller has read."""

    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    with_difference = serializers.BooleanField(
        default=False, help_text="Whether what changed was shown, so that it isn't again."
    )
