"""The shapes of ambiguous questions: see ``api.serializers.kinds``."""

from typing import Any

from rest_framework import serializers

from annotator.kinds.asqa.fields import FIELDS
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Regime
from api.serializers.annotation_origin import AnnotationOrigin
from api.serializers.answer_fields import Fields, after, shown
from api.serializers.assignments import NEXT, Claim, NextAssignmentField
from api.serializers.long_form import (
    STRUCTURES,
    DisambiguationOutput,
    LongFormAnswerInput,
    LongFormDraftInput,
    LongFormDraftOutput,
    LongFormRevisionInput,
    VisitedPageOutput,
    WritingSeconds,
)
from api.serializers.training import ShownMissingOutput, ShownPieceOutput

KIND = [(Kind.ASQA.value, Kind.ASQA.label)]


class LongFormAnnotationOutput(AnnotationOrigin):
    """A submitted annotation of an ambiguous question."""

    kind = serializers.ChoiceField(choices=KIND)
    active_seconds = WritingSeconds(allow_null=True)

    def get_fields(self) -> Fields:
        """With the answer's own."""
        return after(super().get_fields(), "kind", shown(FIELDS, STRUCTURES))


class LongFormAssignmentOutput(Claim):
    """A claim on an ASQA example. In the regime ``no_context`` nothing but the question is shown:
    ``disambiguations`` and ``pages`` are empty.
    """

    kind = serializers.ChoiceField(choices=KIND)
    regime = serializers.ChoiceField(choices=Regime.choices)
    disambiguations = DisambiguationOutput(many=True)
    pages = VisitedPageOutput(many=True)
    draft = LongFormDraftOutput(allow_null=True)


class LongFormSubmittedOutput(LongFormAnnotationOutput):
    """A submitted ASQA annotation, and what comes next."""

    next = NextAssignmentField(allow_null=True, required=False, help_text=NEXT)


class LongFormTrainingAnswerOutput(serializers.Serializer[Any]):
    """A submitted long-form answer in training."""

    kind = serializers.ChoiceField(choices=KIND)
    long_form_answer = serializers.CharField(allow_blank=True)
    knowledge = ShownPieceOutput(many=True)
    missing = ShownMissingOutput(many=True)
    concern = serializers.CharField(allow_blank=True)
    word_count = serializers.IntegerField()
    coverage = serializers.FloatField(allow_null=True)


ANNOTATION = LongFormAnnotationOutput
ANSWER = LongFormAnswerInput
DRAFT = LongFormDraftInput
ASSIGNMENT = LongFormAssignmentOutput
SAVED_DRAFT = LongFormAssignmentOutput
SUBMITTED = LongFormSubmittedOutput
REVISION = LongFormRevisionInput
TRAINING_CONTENT = LongFormTrainingAnswerOutput
