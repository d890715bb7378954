"""The shapes of Natural Questions: see ``api.serializers.kinds``."""

from functools import partial
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.kinds import answer_of
from annotator.collecting.annotations.models import Annotation
from annotator.kinds.natural_questions.fields import ANSWERED, BESIDE
from annotator.workspace.projects.kinds import Kind
from api.serializers.annotation_origin import AnnotationOrigin, seconds_shown
from api.serializers.annotations import (
    ActiveSeconds,
    LongAnswerChoice,
    LongAnswerOutput,
    PageOutput,
    ShortAnswerOutput,
    TokenSpanField,
)
from api.serializers.answer_fields import (
    Fields,
    Shapes,
    after,
    drafted,
    read_from,
    shown,
    stored,
    taken,
)
from api.serializers.assignments import NEXT, Claim, NextAssignmentField
from api.serializers.numbers import VersionField
from api.serializers.output import JSONOutput, reads

KIND = [(Kind.NQ.value, Kind.NQ.label)]

_STRUCTURES = {
    "long_answer": Shapes(
        taken=partial(LongAnswerChoice, allow_null=True, default=None),
        stored=partial(LongAnswerChoice, allow_null=True),
        shown=partial(LongAnswerOutput, allow_null=True),
    ),
    "short_answers": Shapes(
        taken=partial(TokenSpanField, many=True, default=list),
        stored=partial(TokenSpanField, many=True),
        shown=partial(ShortAnswerOutput, many=True),
    ),
}


class NaturalQuestionsAnswerInput(serializers.Serializer[Any]):
    """A submitted NQ answer."""

    version = VersionField(required=False)
    active_seconds = ActiveSeconds(required=False)
    client_version = serializers.CharField(max_length=40, required=False, default="")

    def get_fields(self) -> Fields:
        """With the answer's own."""
        return {**taken((*BESIDE, *ANSWERED), _STRUCTURES), **super().get_fields()}


class NaturalQuestionsDraftInput(serializers.Serializer[Any]):
    """An NQ answer so far: everything may still be open."""

    version = VersionField()
    active_seconds = ActiveSeconds(required=False)

    def get_fields(self) -> Fields:
        """With the answer's own."""
        own = after(super().get_fields(), "version", drafted(ANSWERED, _STRUCTURES))
        return {**drafted(BESIDE, _STRUCTURES), **own}


class NaturalQuestionsDraftOutput(JSONOutput):
    """A stored NQ answer so far."""

    active_seconds = ActiveSeconds(allow_null=True)
    saved_at = serializers.DateTimeField()

    def get_fields(self) -> Fields:
        """With the answer's own."""
        own = after(super().get_fields(), "active_seconds", stored(BESIDE, _STRUCTURES))
        return {**stored(ANSWERED, _STRUCTURES), **own}


class NaturalQuestionsRevisionInput(NaturalQuestionsAnswerInput):
    """An NQ answer that replaces a submitted one."""

    reason = serializers.CharField(
        max_length=5000,
        default="",
        allow_blank=True,
        help_text="Why; needed unless the answer was taken back right after submitting.",
    )


class NaturalQuestionsAnnotationOutput(AnnotationOrigin):
    """A submitted NQ annotation."""

    @reads(serializers.ChoiceField(choices=KIND))
    def kind(self, annotation: Annotation) -> str:
        return answer_of(annotation)[0]

    @reads(ActiveSeconds(allow_null=True))
    def active_seconds(self, annotation: Annotation) -> dict[str, float] | None:
        return seconds_shown(annotation)

    def get_fields(self) -> Fields:
        """With the answer's own."""
        row, answered = "natural_questions_answer", shown(ANSWERED, _STRUCTURES)
        own = after(super().get_fields(), "kind", read_from(row, ANSWERED, answered))
        beside = read_from(row, BESIDE, shown(BESIDE, _STRUCTURES))
        return after(own, "active_seconds", beside)


class NaturalQuestionsAssignmentOutput(Claim):
    """A claim on an NQ example. ``page`` is null until a draft called the question good."""

    kind = serializers.ChoiceField(choices=KIND)
    page = PageOutput(allow_null=True)
    draft = NaturalQuestionsDraftOutput(allow_null=True)


class NaturalQuestionsSavedOutput(NaturalQuestionsAssignmentOutput):
    """A claim on an NQ example whose draft was saved; without its page with `?page=0`."""

    page = PageOutput(allow_null=True, required=False)


class NaturalQuestionsSubmittedOutput(NaturalQuestionsAnnotationOutput):
    """A submitted NQ annotation, and what comes next."""

    next = NextAssignmentField(allow_null=True, required=False, help_text=NEXT)


class NaturalQuestionsTrainingAnswerOutput(JSONOutput):
    """A submitted NQ answer in training."""

    kind = serializers.ChoiceField(choices=KIND)
    question_quality = serializers.CharField()
    long_answer = LongAnswerOutput(allow_null=True)
    short_answers = ShortAnswerOutput(many=True)
    yes_no_answer = serializers.CharField()

    def get_fields(self) -> Fields:
        """With what else training asks for."""
        trained = (field for field in BESIDE if field.in_training)
        return {**super().get_fields(), **shown(trained, {})}


ANNOTATION = NaturalQuestionsAnnotationOutput
ANSWER = NaturalQuestionsAnswerInput
DRAFT = NaturalQuestionsDraftInput
ASSIGNMENT = NaturalQuestionsAssignmentOutput
SAVED_DRAFT = NaturalQuestionsSavedOutput
SUBMITTED = NaturalQuestionsSubmittedOutput
REVISION = NaturalQuestionsRevisionInput
TRAINING_CONTENT = NaturalQuestionsTrainingAnswerOutput
