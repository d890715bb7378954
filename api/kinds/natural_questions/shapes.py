"""The shapes of Natural Questions: see ``api.serializers.kinds``."""

from api.serializers.annotations import (
    NaturalQuestionsAnnotationOutput,
    NaturalQuestionsAnswerInput,
    NaturalQuestionsDraftInput,
)
from api.serializers.assignments import (
    NaturalQuestionsAssignmentOutput,
    NaturalQuestionsSavedOutput,
    NaturalQuestionsSubmittedOutput,
)
from api.serializers.revisions import NaturalQuestionsRevisionInput
from api.serializers.training import NaturalQuestionsTrainingAnswerOutput

ANNOTATION = NaturalQuestionsAnnotationOutput
ANSWER = NaturalQuestionsAnswerInput
DRAFT = NaturalQuestionsDraftInput
ASSIGNMENT = NaturalQuestionsAssignmentOutput
SAVED_DRAFT = NaturalQuestionsSavedOutput
SUBMITTED = NaturalQuestionsSubmittedOutput
REVISION = NaturalQuestionsRevisionInput
TRAINING_CONTENT = NaturalQuestionsTrainingAnswerOutput
