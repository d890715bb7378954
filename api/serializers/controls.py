"""Control questions, and questions that a lead names for somebody."""

from rest_framework import serializers

from annotator.collecting.assignments.models import Control, NamedAssignment
from annotator.quality.adjudication.controls import ControlResult
from annotator.workspace.projects.shown_names import name_of_member
from api.responses.pagination import LARGEST_ID
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

MOST_PERCENT = 50


class ControlsInput(StrictInput):
    """How many of an annotator's questions are controls."""

    percent = StrictIntegerField(
        min_value=0, max_value=MOST_PERCENT, help_text="Of 100 questions; 0 for none."
    )


class ControlResultOutput(Output[ControlResult]):
    """Answers to controls beside the decided ones: the share that is the same, of long-form answers
    the mean ROUGE-L F1.
    """

    answered = serializers.IntegerField()
    agreed = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why there is no interval.")


class ControlOutput(Output[Control]):
    """An example that is a control."""

    example = serializers.IntegerField(source="example_id")
    question = serializers.CharField(source="example.question.text")
    marked_at = serializers.DateTimeField()

    @reads(ControlResultOutput(allow_null=True, help_text="Null without answers."))
    def result(self, control: Control) -> ControlResult | None:
        found: ControlResult | None = self.context["results"].get(control.example_id)
        return found


class ControlPercentOutput(Output[int]):
    """The setting."""

    @reads(serializers.IntegerField(help_text="Of 100 questions; 0 for none."))
    def percent(self, percent: int) -> int:
        return percent


class NamedAssignmentInput(StrictInput):
    """Who gets which example next."""

    example = serializers.IntegerField(min_value=1, max_value=LARGEST_ID)
    member = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="The membership's id."
    )


class NamedAssignmentOutput(Output[NamedAssignment]):
    """An example that comes next in somebody's queue. ``has_slot``: whether it has a free slot; it
    comes once it has one.
    """

    id = serializers.IntegerField()
    example = serializers.IntegerField(source="example_id")
    question = serializers.CharField(source="example.question.text")
    member = serializers.IntegerField(source="membership_id")

    @reads(serializers.CharField(help_text="The name that leads see."))
    def name(self, named: NamedAssignment) -> str:
        return name_of_member(named.membership)

    named_at = serializers.DateTimeField()
    has_slot = serializers.BooleanField()
