"""The shapes of ambiguous questions: see ``api.serializers.kinds``."""

from api.serializers.assignments import LongFormAssignmentOutput, LongFormSubmittedOutput
from api.serializers.long_form import (
    LongFormAnnotationOutput,
    LongFormAnswerInput,
    LongFormDraftInput,
    LongFormRevisionInput,
)
from api.serializers.training import LongFormTrainingAnswerOutput

ANNOTATION = LongFormAnnotationOutput
ANSWER = LongFormAnswerInput
DRAFT = LongFormDraftInput
ASSIGNMENT = LongFormAssignmentOutput
SAVED_DRAFT = LongFormAssignmentOutput
SUBMITTED = LongFormSubmittedOutput
REVISION = LongFormRevisionInput
TRAINING_CONTENT = LongFormTrainingAnswerOutput
