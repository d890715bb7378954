"""History."""

from typing import Any

from rest_framework import serializers

from api.serializers.annotations import AnnotationOutput
from api.serializers.strict import StrictInput


class DownloadQuery(StrictInput):
    """Whether to send a file to keep."""

    download = serializers.ChoiceField(
        choices=["0", "1"], default="0", help_text="1: as a download."
    )


class EventExampleOutput(serializers.Serializer[Any]):
    """The example that an event is about."""

    id = serializers.IntegerField()
    question = serializers.CharField(allow_blank=True)


class EventOutput(serializers.Serializer[Any]):
    """One thing that somebody did; ``actor`` is null for the system."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True)
    verb = serializers.CharField()
    subject = serializers.CharField()
    subject_id = serializers.CharField()
    example = EventExampleOutput(allow_null=True)
    details = serializers.DictField(child=serializers.JSONField())


class DraftSavesOutput(serializers.Serializer[Any]):
    """How often somebody saved a draft, and when the last time."""

    annotator = serializers.CharField()
    assignment = serializers.IntegerField()
    saves = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class ExampleHistoryOutput(serializers.Serializer[Any]):
    """An example's whole life: events in order, answers with their revisions, drafts."""

    events = EventOutput(many=True)
    annotations = AnnotationOutput(many=True)
    drafts = DraftSavesOutput(many=True)
