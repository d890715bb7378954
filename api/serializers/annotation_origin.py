"""What annotations of every kind have in common: who, when, in which turn."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Source


class LateAcceptanceOutput(serializers.Serializer[Any]):
    """That a late annotation counts; ``added_slot``: its example got room for one more."""

    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    added_slot = serializers.BooleanField()


class LateOutput(serializers.Serializer[Any]):
    """What became of a late annotation."""

    lease_ended_at = serializers.DateTimeField(allow_null=True)
    accepted = LateAcceptanceOutput(allow_null=True)


class RevisionRequestOutput(serializers.Serializer[Any]):
    """A lead's request to look at an answer again."""

    reason = serializers.CharField()
    requested_at = serializers.DateTimeField()


class AnnotationOrigin(serializers.Serializer[Any]):
    """A submitted annotation but for its answer."""

    id = serializers.IntegerField()
    annotation_id = serializers.CharField(help_text="64-bit, as a string.")
    example = serializers.IntegerField()
    question = serializers.CharField()
    page_title = serializers.CharField(allow_blank=True)
    annotator = serializers.CharField()
    created_at = serializers.DateTimeField()
    is_late = serializers.BooleanField()
    late = LateOutput(allow_null=True)
    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]
    revision_of = serializers.IntegerField(allow_null=True, help_text="The annotation it replaces.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was revised.")
    revised_by = serializers.CharField(
        allow_null=True,
        help_text="Who wrote the revision; null for a first answer. Annotators see `A lead`.",
    )
    reopened = RevisionRequestOutput(allow_null=True)
    guideline_version = serializers.IntegerField(allow_null=True)
    client_version = serializers.CharField(allow_blank=True)
