"""Long-form answers as leads review them: reference sheets, concerns, confirmations."""

from typing import Any

from rest_framework import serializers

from api.kinds.asqa.shapes import LongFormAnnotationOutput
from api.serializers.annotations import ExampleSummaryOutput
from api.serializers.long_form import (
    DisambiguationOutput,
    MissingOutput,
    VisitedPageOutput,
)


class ConfirmedMissingOutput(MissingOutput):
    """A disambiguation that was confirmed as answered in other words."""

    question = serializers.CharField()


class ReviewedAnnotationOutput(LongFormAnnotationOutput):
    """A long-form annotation with its confirmations spelled out."""

    key = serializers.CharField(help_text="The example's key in the official files.")
    split = serializers.CharField(allow_blank=True)
    missing = ConfirmedMissingOutput(many=True)


class FoundShortAnswerOutput(serializers.Serializer[Any]):
    """The place of a short answer in a long-form answer: characters, not UTF-16 units."""

    disambiguation = serializers.IntegerField()
    short_answer = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField(
        help_text="Exclusive; equal to `start` where normalising leaves nothing of it."
    )


class SheetAnnotationOutput(ReviewedAnnotationOutput):
    """An annotation on a reference sheet."""

    found = FoundShortAnswerOutput(many=True)


class AgreementOutput(serializers.Serializer[Any]):
    """ROUGE-L F1 between two annotations, 0 to 1; null if one has no words."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    rouge_l_f1 = serializers.FloatField(allow_null=True)


class ReferenceSheetOutput(ExampleSummaryOutput):
    """An ASQA example with its annotations, to compare and to talk about."""

    disambiguations = DisambiguationOutput(many=True)
    pages = VisitedPageOutput(many=True)
    annotations = SheetAnnotationOutput(many=True)
    agreements = AgreementOutput(many=True)
