"""Long-form answers as leads review them: reference sheets, concerns, confirmations."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.reference_sheets import (
    Agreement,
    FoundShortAnswer,
    agreements_between,
    find_short_answers,
)
from annotator.material.corpus.models import Example
from api.kinds.asqa.shapes import LongFormAnnotationOutput
from api.serializers.annotations import ExampleSummaryOutput
from api.serializers.long_form import (
    DisambiguationOutput,
    MissingOutput,
    VisitedPageOutput,
)
from api.serializers.output import Output, reads


class ConfirmedMissingOutput(MissingOutput):
    """A disambiguation that was confirmed as answered in other words."""

    question = serializers.CharField()


class ReviewedAnnotationOutput(LongFormAnnotationOutput):
    """A long-form annotation with its confirmations spelled out."""

    key = serializers.CharField(
        source="example.ambiguous_question.key",
        help_text="The example's key in the official files.",
    )
    split = serializers.CharField(source="example.split", allow_blank=True)

    @reads(ConfirmedMissingOutput(many=True))
    def missing(self, annotation: Annotation) -> list[dict[str, Any]]:
        readings = annotation.example.disambiguations.all()
        questions = {each.number: each.question for each in readings}
        missing = annotation.long_form_answer.missing
        return [{**row, "question": questions[row["disambiguation"]]} for row in missing]


class FoundShortAnswerOutput(Output[FoundShortAnswer]):
    """The place of a short answer in a long-form answer: characters, not UTF-16 units."""

    disambiguation = serializers.IntegerField()
    short_answer = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField(
        help_text="Exclusive; equal to `start` where normalising leaves nothing of it."
    )


class SheetAnnotationOutput(ReviewedAnnotationOutput):
    """An annotation on a reference sheet."""

    @reads(FoundShortAnswerOutput(many=True))
    def found(self, annotation: Annotation) -> list[FoundShortAnswer]:
        readings = sorted(annotation.example.disambiguations.all(), key=lambda each: each.number)
        return find_short_answers(annotation.long_form_answer.text, readings)


class AgreementOutput(Output[Agreement]):
    """ROUGE-L F1 between two annotations, 0 to 1; null if one has no words."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    rouge_l_f1 = serializers.FloatField(allow_null=True)


class ReferenceSheetOutput(ExampleSummaryOutput):
    """An ASQA example with its annotations, to compare and to talk about."""

    @reads(DisambiguationOutput(many=True))
    def disambiguations(self, _example: Example) -> object:
        return self.context["beside"]["disambiguations"]

    @reads(VisitedPageOutput(many=True))
    def pages(self, _example: Example) -> object:
        return self.context["beside"]["pages"]

    @reads(SheetAnnotationOutput(many=True))
    def annotations(self, _example: Example) -> object:
        return self.context["annotations"]

    @reads(AgreementOutput(many=True))
    def agreements(self, _example: Example) -> list[Agreement]:
        return agreements_between(self.context["annotations"])
