"""Assignments."""

from typing import Any

from django.db.models import Prefetch
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from annotator.collecting.annotations.models import Annotation, RevisionRequest
from annotator.collecting.annotations.revisions import is_by_lead, may_revise, request_of
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.parked import Freed
from annotator.collecting.guidance.models import QuestionThread, ThreadState
from api.serializers.accounts import ErrorOutput
from api.serializers.annotation_origin import RevisionRequestOutput
from api.serializers.kinds import ShownByKind, shapes_of
from api.serializers.long_form import (
    WorkingTimeOutput,
)
from api.serializers.output import JSONOutput, Output, reads


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


class AssignmentQuestionOutput(JSONOutput):
    """The question alone."""

    id = serializers.IntegerField()
    text = serializers.CharField()


class FreedOutput(Output[Freed]):
    """That a lead freed the slot while the question was parked."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)


class Claim(JSONOutput):
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


class AskedOutput(Output[QuestionThread]):
    """The last question with which an assignment was parked."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ThreadState.choices)


class ChangedByLeadOutput(Output[Annotation]):
    """That a lead wrote the answer that counts, and why."""

    at = serializers.DateTimeField(source="created_at")
    reason = serializers.CharField(allow_blank=True)


class AssignmentSummaryOutput(Output[Assignment]):
    """An own assignment in a list."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AssignmentState.choices)
    question = serializers.CharField(source="example.question.text")
    note = serializers.CharField(allow_blank=True)
    lease_expires_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)

    @reads(
        serializers.IntegerField(
            allow_null=True, help_text="What was submitted; the newest where it was revised."
        )
    )
    def annotation(self, assignment: Assignment) -> int | None:
        newest = _newest(assignment)
        return newest.pk if newest else None

    @reads(serializers.BooleanField())
    def may_revise(self, assignment: Assignment) -> bool:
        newest = _newest(assignment)
        return newest is not None and may_revise(newest, at=self.context["at"])

    @reads(RevisionRequestOutput(allow_null=True))
    def reopened(self, assignment: Assignment) -> RevisionRequest | None:
        newest = _newest(assignment)
        return request_of(newest) if newest else None

    @reads(ChangedByLeadOutput(allow_null=True))
    def changed_by_lead(self, assignment: Assignment) -> Annotation | None:
        newest = _newest(assignment)
        return newest if newest and is_by_lead(newest) else None

    @reads(AskedOutput(allow_null=True))
    def asked(self, assignment: Assignment) -> QuestionThread | None:
        threads: list[QuestionThread] = vars(assignment)["questions_asked"]
        return threads[-1] if threads else None

    @reads(FreedOutput(allow_null=True))
    def freed(self, assignment: Assignment) -> Freed | None:
        freed: Freed | None = self.context["freed"].get(assignment.pk)
        return freed


def _newest(assignment: Assignment) -> Annotation | None:
    return next(iter(vars(assignment)["newest_annotations"]), None)


NEWEST_ANNOTATION = Prefetch(
    "annotations",
    Annotation.objects.current().select_related("revision_request", "undo"),
    to_attr="newest_annotations",
)
QUESTIONS = Prefetch(
    "question_threads", QuestionThread.objects.order_by("pk"), to_attr="questions_asked"
)
"""What ``AssignmentSummaryOutput`` needs of each assignment: its answer, and what was asked when it
was parked.
"""
