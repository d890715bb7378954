"""Feedback on annotations."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.kinds import answer_of
from annotator.collecting.guidance.feedback import PageSpan, Span
from annotator.collecting.guidance.models import Criterion, Feedback
from annotator.workspace.accounts.models import User
from api.responses.pagination import LARGEST_ID
from api.serializers.names import NameField
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import Output, reads

LONGEST_FEEDBACK = 5000
LARGEST_OFFSET = 2**31 - 1


class FeedbackInput(serializers.Serializer[Any]):
    """What is pointed out: with ``start`` and ``end`` in these characters of the long-form answer,
    with ``start_token`` and ``end_token`` in these tokens of an NQ example's page.
    """

    criterion = serializers.ChoiceField(choices=Criterion.choices)
    text = serializers.CharField(max_length=LONGEST_FEEDBACK)
    start = StrictIntegerField(default=None, allow_null=True, min_value=0, max_value=LARGEST_OFFSET)
    end = StrictIntegerField(
        default=None, allow_null=True, min_value=0, max_value=LARGEST_OFFSET, help_text="Exclusive."
    )
    start_token = StrictIntegerField(
        default=None, allow_null=True, min_value=0, max_value=LARGEST_OFFSET
    )
    end_token = StrictIntegerField(
        default=None, allow_null=True, min_value=0, max_value=LARGEST_OFFSET, help_text="Exclusive."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A span has two ends, and there is one."""
        for start, end in (("start", "end"), ("start_token", "end_token")):
            if (attrs[start] is None) != (attrs[end] is None):
                raise serializers.ValidationError(
                    {end: f"Give both {start} and {end}, or neither."}
                )
        if None not in (attrs["start"], attrs["start_token"]):
            raise serializers.ValidationError(
                {"start_token": "Quote the answer or the page, not both."}
            )
        return attrs

    def span(self) -> Span | PageSpan | None:
        """What is quoted; None for nothing."""
        values = self.validated_data
        if values["start"] is not None:
            return Span(values["start"], values["end"])
        if values["start_token"] is not None:
            return PageSpan(values["start_token"], values["end_token"])
        return None


class FeedbackFilterInput(serializers.Serializer[Any]):
    """Which feedback."""

    annotation = serializers.IntegerField(default=None, min_value=1, max_value=LARGEST_ID)
    annotator = serializers.CharField(
        default="", allow_blank=True, max_length=150, help_text="For leads: who received it."
    )
    criterion = serializers.ChoiceField(choices=Criterion.choices, default="", allow_blank=True)
    state = serializers.ChoiceField(
        choices=("new", "acknowledged", "recurring"),
        default="",
        allow_blank=True,
        help_text="`recurring` is for leads.",
    )


class FeedbackOutput(Output[Feedback]):
    """Feedback. ``start`` and ``end`` are characters (code points) of ``answer``, tokens and bytes
    those of an NQ example's page; ``quote`` is the words there.
    """

    id = serializers.IntegerField()
    annotation = serializers.IntegerField(source="annotation_id")
    example = serializers.IntegerField(source="annotation.example_id")
    question = serializers.CharField(source="annotation.example.question.text")

    @reads(serializers.CharField(allow_blank=True, help_text="The long-form answer, if any."))
    def answer(self, feedback: Feedback) -> str:
        _, answers, row = answer_of(feedback.annotation)
        return answers.text(row)

    annotator = NameField("annotator_id", help_text="Null except for leads.")
    author = NameField("author_id", help_text="Null except for leads.")
    criterion = serializers.ChoiceField(choices=Criterion.choices)
    text = serializers.CharField()
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)
    start_token = serializers.IntegerField(allow_null=True)
    end_token = serializers.IntegerField(allow_null=True)
    start_byte = serializers.IntegerField(allow_null=True)
    end_byte = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField(allow_blank=True)
    guideline_version = serializers.IntegerField(
        source="annotation.guideline.version", allow_null=True
    )
    created_at = serializers.DateTimeField()
    acknowledged_at = serializers.DateTimeField(allow_null=True)

    @reads(
        serializers.BooleanField(
            allow_null=True,
            help_text="Happened again after earlier feedback was read; null except for leads.",
        )
    )
    def recurs(self, feedback: Feedback) -> bool | None:
        # ``feedback_of`` asks for it.
        found: bool = vars(feedback)["recurs"]
        return found if self.context["is_lead"] else None


class CriterionSummaryOutput(Output[Mapping[str, Any]]):
    """How often a criterion was pointed out to somebody."""

    criterion = serializers.ChoiceField(choices=Criterion.choices)
    given = serializers.IntegerField()
    acknowledged = serializers.IntegerField()
    recurring = serializers.IntegerField()
    last_at = serializers.DateTimeField()


class FeedbackSummaryOutput(Output[User]):
    """What was pointed out to an annotator, by criterion."""

    annotator = NameField("pk", allow_null=False)
    username = serializers.CharField(help_text="The name to filter the list by.")

    @reads(CriterionSummaryOutput(many=True))
    def criteria(self, user: User) -> object:
        return self.context["summaries"].get(user.pk, [])
