"""Training: standings, answers, grades and decisions."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.guidance.markdown import render_markdown
from annotator.collecting.training.kinds import training_of
from annotator.collecting.training.models import (
    Attempt,
    Criterion,
    Decision,
    Grade,
    InPersonSession,
    Level,
    Step,
    TrainingAnswer,
    Verdict,
)
from annotator.collecting.training.pool import MOST_AT_ONCE, PooledExample
from annotator.collecting.training.standing import STATES, Standing, decision_on
from annotator.collecting.training.viewing import Ready, Training, Viewing, shown_readings
from annotator.material.corpus.models import QUEUED, STEPS, Disambiguation, Purpose
from annotator.workspace.projects.shown_names import name_of_member
from api.responses.pagination import LARGEST_ID
from api.serializers.kinds import ShownByKind
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import JSONOutput, Output, reads
from api.serializers.strict import StrictInput

LONGEST_NOTE = 5000
PREVIEW = 200


class TrainingInput(StrictInput):
    """What a lead decides about the training of a project."""

    requires_training = serializers.BooleanField(required=False)
    instructions = serializers.CharField(
        required=False, allow_blank=True, trim_whitespace=False, max_length=200_000
    )


class StandingOutput(Output[Standing]):
    """A member's standing. ``attempt`` is null if the step has not begun."""

    state = serializers.ChoiceField(choices=STATES)
    since = serializers.DateTimeField()
    waits_for = serializers.ChoiceField(choices=("annotator", "lead"), allow_null=True)
    attempt = serializers.IntegerField(
        source="attempt.number", allow_null=True, help_text="Its number, from 1."
    )
    answered = serializers.IntegerField()
    questions = serializers.IntegerField()
    questions_missing = serializers.IntegerField(
        help_text="How many questions a lead has still to choose before the step can begin."
    )
    asked_again = serializers.CharField(
        source="asked_again.note",
        allow_null=True,
        allow_blank=True,
        help_text="Why a lead asks an accepted annotator to qualify again; null otherwise.",
    )


class ReadyOutput(Output[Ready]):
    """How many questions with a reference a step has, and how many it needs."""

    ready = serializers.IntegerField()
    needed = serializers.IntegerField()


class TrainingOutput(Output[Training]):
    """The training of a project. ``own`` is null for people who need none."""

    requires_training = serializers.BooleanField(source="project.requires_training")
    instructions = serializers.CharField(
        source="instructions.markdown", allow_blank=True, help_text="Markdown."
    )

    @reads(serializers.CharField(allow_blank=True))
    def instructions_html(self, training: Training) -> str:
        written = training.instructions
        return render_markdown(written.markdown, project=training.project.slug) if written else ""

    @reads(serializers.IntegerField(help_text="0: none were written yet."))
    def instructions_version(self, training: Training) -> int:
        return training.instructions.version if training.instructions else 0

    self_study = ReadyOutput()
    exam = ReadyOutput()
    criteria = serializers.ListField(child=serializers.ChoiceField(choices=Criterion.choices))
    own = StandingOutput(allow_null=True)


class ShownPieceOutput(JSONOutput):
    """A passage that supports an answer."""

    content = serializers.CharField(allow_null=True, allow_blank=True)
    page_title = serializers.CharField(allow_null=True, allow_blank=True)


class ShownMissingOutput(Output[Mapping[str, Any]]):
    """A disambiguation that was confirmed as included in other words."""

    disambiguation = serializers.IntegerField()
    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class TrainingContentOutput(ShownByKind):
    """A submitted answer in training."""

    shape = "TRAINING_CONTENT"


Content = dict[str, Any] | None


class GradeOutput(Output[Grade]):
    """A grade on one criterion. ``by`` is null for annotators."""

    criterion = serializers.ChoiceField(choices=Criterion.choices)
    level = serializers.ChoiceField(choices=Level.choices)
    comment = serializers.CharField(allow_blank=True)
    automatic = serializers.BooleanField()
    graded_at = serializers.DateTimeField()

    @reads(serializers.CharField(allow_null=True))
    def by(self, grade: Grade) -> str | None:
        return _viewing(self).name(grade.graded_by_id)


class ReadingOutput(Output[Disambiguation]):
    """One disambiguation, for comparing answers by."""

    question = serializers.CharField()
    short_answers = serializers.ListField(child=serializers.CharField())


class TrainingAnswerOutput(Output[TrainingAnswer]):
    """An answer in an attempt. ``reference`` and ``grades`` come once they may be seen."""

    id = serializers.IntegerField()
    example = serializers.IntegerField(source="example_id")
    number = serializers.IntegerField()
    question = serializers.CharField(source="example.question.text")

    @reads(ReadingOutput(many=True))
    def disambiguations(self, answer: TrainingAnswer) -> list[Disambiguation]:
        return shown_readings(answer)

    @reads(serializers.BooleanField())
    def has_draft(self, answer: TrainingAnswer) -> bool:
        return answer.version > 0

    submitted_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)

    @reads(TrainingContentOutput(allow_null=True))
    def content(self, answer: TrainingAnswer) -> Content:
        return _content(answer, _viewing(self).membership.project.kind)

    @reads(TrainingContentOutput(allow_null=True))
    def reference(self, answer: TrainingAnswer) -> Content:
        viewing = _viewing(self)
        return _content(viewing.reference(answer), viewing.membership.project.kind)

    @reads(GradeOutput(many=True))
    def grades(self, answer: TrainingAnswer) -> list[Grade]:
        return _viewing(self).grades(answer)


class DecisionOutput(Output[Decision]):
    """What a lead decided. ``by`` is null for annotators."""

    verdict = serializers.ChoiceField(choices=Verdict.choices)
    note = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()

    @reads(serializers.IntegerField(allow_null=True))
    def attempt(self, decision: Decision) -> int | None:
        return _viewing(self).number(decision.attempt_id)

    @reads(serializers.CharField(allow_null=True))
    def by(self, decision: Decision) -> str | None:
        return _viewing(self).name(decision.decided_by_id)


class AttemptOutput(Output[Attempt]):
    """Somebody's go at a step."""

    step = serializers.ChoiceField(choices=Step.choices)
    number = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    graded_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)

    @reads(TrainingAnswerOutput(many=True))
    def answers(self, attempt: Attempt) -> list[TrainingAnswer]:
        return sorted(attempt.answers.all(), key=lambda answer: answer.number)

    @reads(DecisionOutput(allow_null=True))
    def decision(self, attempt: Attempt) -> Decision | None:
        return decision_on(_viewing(self).membership, attempt)


class SessionOutput(Output[InPersonSession]):
    """An in-person session."""

    attended = serializers.BooleanField()
    notes = serializers.CharField(allow_blank=True)
    marked_at = serializers.DateTimeField()

    @reads(serializers.CharField(allow_null=True))
    def by(self, session: InPersonSession) -> str | None:
        return _viewing(self).name(session.marked_by_id)


class OwnTrainingOutput(Output[Viewing]):
    """The caller's own training, the oldest attempt first."""

    standing = StandingOutput()
    attempts = AttemptOutput(many=True)
    decisions = DecisionOutput(many=True)


class TraineeOutput(Output[Viewing]):
    """A member of a project in its training."""

    id = serializers.IntegerField(source="membership.pk", help_text="The membership's.")
    username = serializers.CharField(source="membership.user.username")
    display_name = serializers.CharField(source="membership.user.display_name", allow_blank=True)

    @reads(serializers.CharField(help_text="The name that leads see."))
    def name(self, viewing: Viewing) -> str:
        return name_of_member(viewing.membership)

    pseudonym = serializers.CharField(source="membership.pseudonym")
    joined_at = serializers.DateTimeField(source="membership.joined_at")
    annotations = serializers.IntegerField(
        source="membership.annotations", help_text="Annotations submitted in the main task."
    )
    standing = StandingOutput()


class TraineeDetailOutput(TraineeOutput):
    """A member's whole training, as a lead sees it."""

    attempts = AttemptOutput(many=True)
    sessions = SessionOutput(many=True)
    decisions = DecisionOutput(many=True)


def _viewing(shape: serializers.BaseSerializer[Any]) -> Viewing:
    """As whom the caller sees the training that the shape is part of."""
    root: Any = shape.root
    viewing: Viewing = root.instance
    return viewing


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


class ImportedAnswerOutput(Output[Annotation]):
    """An imported annotation that can become the reference."""

    id = serializers.IntegerField()

    @reads(serializers.CharField(allow_blank=True))
    def text(self, annotation: Annotation) -> str:
        return training_of(self.context["kind"]).preview(annotation)[:PREVIEW]


class TrainingExampleOutput(Output[PooledExample]):
    """A question of the training. ``reference`` is the answer's number once one was begun."""

    id = serializers.IntegerField(source="example.pk")
    question = serializers.CharField(source="example.question.text")

    @reads(serializers.ChoiceField(choices=STEPS))
    def step(self, pooled: PooledExample) -> str:
        purpose = pooled.example.purpose
        return Purpose.MAIN if purpose in QUEUED else purpose

    trained_on = serializers.IntegerField(help_text="How many people trained on it.")
    reference = serializers.IntegerField(source="reference.pk", allow_null=True)
    is_ready = serializers.BooleanField(help_text="Whether it has a reference answer.")

    @reads(TrainingContentOutput(allow_null=True))
    def content(self, pooled: PooledExample) -> Content:
        return _content(pooled.reference, self.context["kind"])

    annotations = ImportedAnswerOutput(source="imported", many=True)


def _content(answer: TrainingAnswer | None, kind: str) -> Content:
    if answer is None or answer.shown is None:
        return None
    return {"kind": kind, **answer.shown}
