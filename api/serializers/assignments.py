"""Assignments."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from annotator.collecting.assignments.models import AssignmentState
from annotator.collecting.guidance.models import ThreadState
from api.serializers.accounts import ErrorOutput
from api.serializers.annotation_origin import RevisionRequestOutput
from api.serializers.kinds import ShownByKind, shapes_of
from api.serializers.long_form import (
    WorkingTimeOutput,
)


class AssignmentQuery(serializers.Serializer[Any]):
    """Which of one's own assignments."""

    state = serializers.ChoiceField(
        choices=AssignmentState.values,
        default="",
        allow_blank=True,
        error_messages={"invalid_choice": f"Choose one of {', '.join(AssignmentState.values)}."},
    )
    reopened = serializers.BooleanField(
        default=False, help_text="Only those whose answer a lead asked to look at again."
    )


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


class FreedOutput(serializers.Serializer[Any]):
    """That a lead freed the slot while the question was parked."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class Claim(serializers.Serializer[Any]):
    """A claim on an example, without the example's content and the draft."""

    id = serializers.IntegerField()
    project = serializers.SlugField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    version = serializers.IntegerField(help_text="The draft's; 0 when there is none.")
    lease_expires_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    question = AssignmentQuestionOutput()
    time = WorkingTimeOutput()
    revising = serializers.IntegerField(
        allow_null=True, help_text="The annotation that the draft is to replace."
    )
    freed = FreedOutput(allow_null=True)


class AssignmentOutput(ShownByKind):
    """A claim on an example."""

    shape = "ASSIGNMENT"


class SavedDraftOutput(ShownByKind):
    """A claim on an example whose draft was saved."""

    shape = "SAVED_DRAFT"


NEXT = "With `?next=1`: the caller's next assignment, null when there is none."


class NextAssignmentField(serializers.DictField):
    """The caller's next assignment, see ``AssignmentOutput``; null when there is none."""


class NextAssignmentSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """By hand: a nullable reference to the union would lose the field that distinguishes them."""

    target_class = NextAssignmentField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Any of the shapes, or null."""
        shapes = shapes_of(AssignmentOutput.shape).values()
        references = [{"$ref": f"#/components/schemas/{shape.__name__}"} for shape in shapes]
        return {"oneOf": references, "nullable": True}


class SubmittedOutput(ShownByKind):
    """A submitted annotation, and what comes next."""

    shape = "SUBMITTED"


class StaleDraftOutput(ErrorOutput):
    """A draft that another tab overtook, with the current one."""

    assignment = AssignmentOutput()


class AskedOutput(serializers.Serializer[Any]):
    """The last question with which an assignment was parked."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ThreadState.choices)


class ChangedByLeadOutput(serializers.Serializer[Any]):
    """That a lead wrote the answer that counts, and why."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class AssignmentSummaryOutput(serializers.Serializer[Any]):
    """An own assignment in a list."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    question = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    lease_expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    annotation = serializers.IntegerField(
        allow_null=True, help_text="What was submitted; the newest where it was revised."
    )
    may_revise = serializers.BooleanField()
    reopened = RevisionRequestOutput(allow_null=True)
    changed_by_lead = ChangedByLeadOutput(allow_null=True)
    asked = AskedOutput(allow_null=True)
    freed = FreedOutput(allow_null=True)
