"""Assignments."""

from typing import Any

from rest_framework import serializers

from annotator.assignments.models import AssignmentState
from api.serializers.accounts import ErrorOutput
from api.serializers.annotations import DraftOutput, PageOutput


class NextInput(serializers.Serializer[Any]):
    """Whether to fetch the next assignment or to reserve the one after it."""

    ahead = serializers.BooleanField(default=False)


class NoteInput(serializers.Serializer[Any]):
    """Why."""

    note = serializers.CharField(default="", allow_blank=True, max_length=5000)


class AssignmentQuestionOutput(serializers.Serializer[Any]):
    """The question alone."""

    id = serializers.IntegerField()
    text = serializers.CharField()


class AssignmentOutput(serializers.Serializer[Any]):
    """A claim on an example. ``page`` is null until a draft called the question good."""

    id = serializers.IntegerField()
    project = serializers.SlugField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    version = serializers.IntegerField(help_text="The draft's; 0 when there is none.")
    lease_expires_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    question = AssignmentQuestionOutput()
    page = PageOutput(allow_null=True)
    draft = DraftOutput(allow_null=True)


class StaleDraftOutput(ErrorOutput):
    """A draft that another tab overtook, with the current one."""

    assignment = AssignmentOutput()


class AssignmentSummaryOutput(serializers.Serializer[Any]):
    """An own assignment in a list."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    question = serializers.CharField(source="example.question.text")
    note = serializers.CharField(allow_blank=True)
    lease_expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
