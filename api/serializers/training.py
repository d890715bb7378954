"""Training: standings, answers, grades and decisions."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.training.models import Criterion, Level, Step, Verdict
from annotator.collecting.training.pool import MOST_AT_ONCE
from annotator.collecting.training.standing import STATES
from annotator.kinds.natural_questions.fields import BESIDE
from annotator.material.corpus.models import STEPS
from api.responses.pagination import LARGEST_ID
from api.serializers.annotations import LongAnswerOutput, ShortAnswerOutput
from api.serializers.answer_fields import Fields, shown
from api.serializers.kinds import ASQA_KIND, NQ_KIND, ShownByKind
from api.serializers.numbers import StrictIntegerField
from api.serializers.strict import StrictInput

LONGEST_NOTE = 5000


class TrainingInput(StrictInput):
    """What a lead decides about the training of a project."""

    requires_training = serializers.BooleanField(required=False)
    instructions = serializers.CharField(
        required=False, allow_blank=True, trim_whitespace=False, max_length=200_000
    )


class StandingOutput(serializers.Serializer[Any]):
    """A member's standing. ``attempt`` is null if the step has not begun."""

    state = serializers.ChoiceField(choices=STATES)
    since = serializers.DateTimeField()
    waits_for = serializers.ChoiceField(choices=("annotator", "lead"), allow_null=True)
    attempt = serializers.IntegerField(allow_null=True, help_text="Its number, from 1.")
    answered = serializers.IntegerField()
    questions = serializers.IntegerField()
    asked_again = serializers.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="Why a lead asks an accepted annotator to qualify again; null otherwise.",
    )


class ReadyOutput(serializers.Serializer[Any]):
    """How many questions with a reference a step has, and how many it needs."""

    ready = serializers.IntegerField()
    needed = serializers.IntegerField()


class TrainingOutput(serializers.Serializer[Any]):
    """The training of a project. ``own`` is null for people who need none."""

    requires_training = serializers.BooleanField()
    instructions = serializers.CharField(allow_blank=True, help_text="Markdown.")
    instructions_html = serializers.CharField(allow_blank=True)
    instructions_version = serializers.IntegerField(help_text="0: none were written yet.")
    self_study = ReadyOutput()
    exam = ReadyOutput()
    criteria = serializers.ListField(child=serializers.ChoiceField(choices=Criterion.choices))
    own = StandingOutput(allow_null=True)


class ShownPieceOutput(serializers.Serializer[Any]):
    """A passage that supports an answer."""

    content = serializers.CharField(allow_null=True, allow_blank=True)
    page_title = serializers.CharField(allow_null=True, allow_blank=True)


class ShownMissingOutput(serializers.Serializer[Any]):
    """A disambiguation that was confirmed as included in other words."""

    disambiguation = serializers.IntegerField()
    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class NaturalQuestionsTrainingAnswerOutput(serializers.Serializer[Any]):
    """A submitted NQ answer in training."""

    kind = serializers.ChoiceField(choices=NQ_KIND)
    question_quality = serializers.CharField()
    long_answer = LongAnswerOutput(allow_null=True)
    short_answers = ShortAnswerOutput(many=True)
    yes_no_answer = serializers.CharField()

    def get_fields(self) -> Fields:
        """With what else training asks for."""
        trained = (field for field in BESIDE if field.in_training)
        return {**super().get_fields(), **shown(trained, {})}


class LongFormTrainingAnswerOutput(serializers.Serializer[Any]):
    """A submitted long-form answer in training."""

    kind = serializers.ChoiceField(choices=ASQA_KIND)
    long_form_answer = serializers.CharField(allow_blank=True)
    knowledge = ShownPieceOutput(many=True)
    missing = ShownMissingOutput(many=True)
    concern = serializers.CharField(allow_blank=True)
    word_count = serializers.IntegerField()
    coverage = serializers.FloatField(allow_null=True)


class TrainingContentOutput(ShownByKind):
    """A submitted answer in training."""

    shape = "TRAINING_CONTENT"


class GradeOutput(serializers.Serializer[Any]):
    """A grade on one criterion. ``by`` is null for annotators."""

    criterion = serializers.ChoiceField(choices=Criterion.choices)
    level = serializers.ChoiceField(choices=Level.choices)
    comment = serializers.CharField(allow_blank=True)
    automatic = serializers.BooleanField()
    graded_at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class ReadingOutput(serializers.Serializer[Any]):
    """One disambiguation, for comparing answers by."""

    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class TrainingAnswerOutput(serializers.Serializer[Any]):
    """An answer in an attempt. ``reference`` and ``grades`` come once they may be seen."""

    id = serializers.IntegerField()
    example = serializers.IntegerField()
    number = serializers.IntegerField()
    question = serializers.CharField()
    disambiguations = ReadingOutput(many=True)
    has_draft = serializers.BooleanField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)
    content = TrainingContentOutput(allow_null=True)
    reference = TrainingContentOutput(allow_null=True)
    grades = GradeOutput(many=True)


class DecisionOutput(serializers.Serializer[Any]):
    """What a lead decided. ``by`` is null for annotators."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)
    note = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()
    attempt = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(allow_null=True)


class AttemptOutput(serializers.Serializer[Any]):
    """Somebody's go at a step."""

    step = serializers.ChoiceField(choices=Step.choices)
    number = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    graded_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)
    answers = TrainingAnswerOutput(many=True)
    decision = DecisionOutput(allow_null=True)


class SessionOutput(serializers.Serializer[Any]):
    """An in-person session."""

    attended = serializers.BooleanField()
    notes = serializers.CharField(allow_blank=True)
    marked_at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class OwnTrainingOutput(serializers.Serializer[Any]):
    """The caller's own training, the oldest attempt first."""

    standing = StandingOutput()
    attempts = AttemptOutput(many=True)
    decisions = DecisionOutput(many=True)


class TraineeOutput(serializers.Serializer[Any]):
    """A member of a project in its training."""

    id = serializers.IntegerField(help_text="The membership's.")
    username = serializers.CharField()
    display_name = serializers.CharField(allow_blank=True)
    name = serializers.CharField(help_text="The name that leads see.")
    pseudonym = serializers.CharField()
    joined_at = serializers.DateTimeField()
    annotations = serializers.IntegerField(help_text="Annotations submitted in the main task.")
    standing = StandingOutput()


class TraineeDetailOutput(TraineeOutput):
    """A member's whole training, as a lead sees it."""

    attempts = AttemptOutput(many=True)
    sessions = SessionOutput(many=True)
    decisions = DecisionOutput(many=True)


class SessionInput(StrictInput):
    """Whether somebody came, and notes."""

    attended = serializers.BooleanField()
    notes = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_NOTE)


class DecisionInput(StrictInput):
    """What becomes of a graded exam."""

    verdict = serializers.ChoiceField(choices=(Verdict.ACCEPTED.value, Verdict.ANOTHER_TRY.value))
    note = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_NOTE)


class RequalificationInput(StrictInput):
    """Why somebody is to qualify again; they read it."""

    reason = serializers.CharField(max_length=LONGEST_NOTE)


class WaiverInput(StrictInput):
    """Members to accept without training, and why. ``members`` are memberships."""

    members = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        allow_empty=False,
        max_length=1000,
    )
    note = serializers.CharField(max_length=LONGEST_NOTE)


class GradeInput(serializers.Serializer[Any]):
    """A grade on one criterion."""

    criterion = serializers.ChoiceField(choices=Criterion.choices)
    level = serializers.ChoiceField(choices=Level.choices)
    comment = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_NOTE)


class GradesInput(StrictInput):
    """Grades of one answer, on some or all criteria."""

    grades = serializers.ListField(child=GradeInput(), allow_empty=False, max_length=len(Criterion))


class TrainingExamplesInput(StrictInput):
    """Examples that are to serve a step of the training."""

    examples = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        allow_empty=False,
        max_length=MOST_AT_ONCE,
    )
    step = serializers.ChoiceField(choices=Step.choices)


class ReferenceInput(serializers.Serializer[Any]):
    """An annotation of the example that becomes its reference; null to write one."""

    annotation = StrictIntegerField(
        allow_null=True, default=None, min_value=1, max_value=LARGEST_ID
    )


class ImportedAnswerOutput(serializers.Serializer[Any]):
    """An imported annotation that can become the reference."""

    id = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)


class TrainingExampleOutput(serializers.Serializer[Any]):
    """A question of the training. ``reference`` is the answer's number once one was begun."""

    id = serializers.IntegerField()
    question = serializers.CharField()
    step = serializers.ChoiceField(choices=STEPS)
    trained_on = serializers.IntegerField(help_text="How many people trained on it.")
    reference = serializers.IntegerField(allow_null=True)
    is_ready = serializers.BooleanField(help_text="Whether it has a reference answer.")
    content = TrainingContentOutput(allow_null=True)
    annotations = ImportedAnswerOutput(many=True)
