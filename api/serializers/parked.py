"""What annotators have parked, for leads."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.guidance.models import ThreadState


class FreeInput(serializers.Serializer[Any]):
    """Why a parked question's slot is freed; the annotator reads it."""

    reason = serializers.CharField(max_length=2000)


class ParkedQuestionOutput(serializers.Serializer[Any]):
    """The question to the leads with which it was parked."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ThreadState.choices)
    text = serializers.CharField()


class ParkedOutput(serializers.Serializer[Any]):
    """A parked assignment, whose slot nobody else can have."""

    id = serializers.IntegerField()
    annotator = serializers.CharField()
    example = serializers.IntegerField()
    question = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    parked_at = serializers.DateTimeField(allow_null=True)
    asked = ParkedQuestionOutput(allow_null=True)
