"""Revisions."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Annotation
from api.serializers.accounts import ErrorOutput
from api.serializers.annotations import AnnotationOutput
from api.serializers.assignments import AssignmentOutput
from api.serializers.kinds import TakenByKind
from api.serializers.output import Output


class RevisionInput(TakenByKind):
    """An answer that replaces a submitted one."""

    shape = "REVISION"


class ReopenInput(serializers.Serializer[Any]):
    """What the annotator should look at again."""

    reason = serializers.CharField(max_length=5000)


class OwnAnnotationOutput(Output[Mapping[str, Any]]):
    """One's own annotation. ``assignment`` carries the draft of a revision of the newest one, or
    the newest answer as such a draft.
    """

    annotation = AnnotationOutput()
    newest = serializers.IntegerField(help_text="The annotation that counts.")
    may_revise = serializers.BooleanField()
    may_revise_until = serializers.DateTimeField(
        allow_null=True, help_text="Null if there is no limit, or if a lead has asked."
    )
    may_undo = serializers.BooleanField(
        help_text="Whether it can still be taken back: for a minute after submitting."
    )
    undone = serializers.BooleanField(
        help_text="Whether it was taken back and no lead has asked since: then a revision needs "
        "no reason."
    )
    assignment = AssignmentOutput()


class LeadRevisionOutput(Output[Mapping[str, Any]]):
    """An annotation for a lead who revises it. ``assignment`` has the lead's own draft of the
    revision, or the answer as such a draft.
    """

    annotation = AnnotationOutput()
    assignment = AssignmentOutput()


class StaleRevisionOutput(ErrorOutput):
    """A revision that another tab overtook, with the answer as it is now."""

    assignment = AssignmentOutput()


class AnnotationVersionsOutput(Output[Iterable[Annotation]]):
    """An answer with all its revisions, the oldest first."""

    versions = AnnotationOutput(source="*", many=True)
