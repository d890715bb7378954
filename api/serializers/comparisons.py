"""Comparing: nothing here names a system."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from annotator.material.corpus.models import Disambiguation
from annotator.quality.comparisons.models import Comparison, Preference, SystemAnswer
from api.serializers.accounts import ErrorOutput
from api.serializers.numbers import VersionField
from api.serializers.output import Output, reads

LONGEST_COMMENT = 5000
MOST_SECONDS = 1e6
_MOST_DISAMBIGUATIONS = 100


class CaptureField(serializers.BooleanField):
    """Whether an answer captures a disambiguation: true, false, or null while that is open."""

    def to_internal_value(self, data: Any) -> bool:
        """Refuse what DRF would quietly convert."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class CapturesField(serializers.ListField):
    """One entry for each disambiguation, in the order in which they are shown."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", _MOST_DISAMBIGUATIONS)
        super().__init__(child=CaptureField(allow_null=True), **kwargs)


class PreferenceField(serializers.ChoiceField):
    """Which answer is better in one respect; null while that is open."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Preference.choices, allow_null=True, **kwargs)


class ComparisonDraftInput(serializers.Serializer[Any]):
    """A comparison so far: everything may still be open."""

    left_captures = CapturesField(default=list)
    right_captures = CapturesField(default=list)
    ambiguity = PreferenceField(default=None)
    fluency = PreferenceField(default=None)
    overall = PreferenceField(default=None)
    comment = serializers.CharField(
        default="", allow_blank=True, trim_whitespace=False, max_length=LONGEST_COMMENT
    )
    seconds = serializers.FloatField(
        default=None, allow_null=True, min_value=0, max_value=MOST_SECONDS, help_text="Active time."
    )


class DraftOfComparisonInput(serializers.Serializer[Any]):
    """A draft, and the version of the one that it replaces (0: none yet)."""

    version = VersionField()
    draft = ComparisonDraftInput()


class SubmittedComparisonInput(ComparisonDraftInput):
    """A complete comparison: gaps are refused, field by field."""

    version = VersionField(required=False)


class ComparisonAnswerOutput(serializers.Serializer[Mapping[str, Any] | Comparison]):
    """A comparison so far, or as it was submitted."""

    # DRF reads it: drafts of earlier versions lack a key or two, which are null.

    left_captures = CapturesField()
    right_captures = CapturesField()
    ambiguity = PreferenceField()
    fluency = PreferenceField()
    overall = PreferenceField()
    comment = serializers.CharField(allow_blank=True)
    seconds = serializers.FloatField(allow_null=True)


class ComparedReadingOutput(Output[Disambiguation]):
    """A disambiguation of the question."""

    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class SideOutput(Output[SystemAnswer]):
    """One of the two answers."""

    text = serializers.CharField(allow_blank=True)


class ComparisonOutput(Output[Comparison]):
    """A pair to compare. ``answer`` is the submission, or null."""

    id = serializers.IntegerField()
    study = serializers.IntegerField(source="comparer.study_id")
    position = serializers.IntegerField(help_text="Among the caller's, from 0.")

    @reads(serializers.IntegerField(help_text="How many are the caller's."))
    def total(self, comparison: Comparison) -> int:
        return comparison.comparer.comparisons.count()

    question = serializers.CharField(source="pair.example.question.text")

    @reads(ComparedReadingOutput(many=True))
    def disambiguations(self, comparison: Comparison) -> "QuerySet[Disambiguation]":
        return comparison.pair.example.disambiguations.order_by("number")

    left = SideOutput(source="pair.left")
    right = SideOutput(source="pair.right")
    draft = ComparisonAnswerOutput(allow_null=True)
    version = serializers.IntegerField(help_text="The draft's; 0 when there is none.")
    submitted_at = serializers.DateTimeField(allow_null=True)

    @reads(ComparisonAnswerOutput(allow_null=True))
    def answer(self, comparison: Comparison) -> Comparison | None:
        return comparison if comparison.submitted_at else None


class ListedComparisonOutput(Output[Comparison]):
    """One of the caller's comparisons."""

    id = serializers.IntegerField()
    position = serializers.IntegerField()
    question = serializers.CharField(source="pair.example.question.text")
    submitted_at = serializers.DateTimeField(allow_null=True)


class StaleComparisonOutput(ErrorOutput):
    """A comparison that another tab overtook, or that is submitted, as it is now."""

    comparison = ComparisonOutput(required=False)
