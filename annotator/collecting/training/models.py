"""Training before the main task: self-study, in-person session, exam (ASQA paper, appendix A)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.workspace.projects.models import Membership, Project


class Step(models.TextChoices):
    """A step in which somebody answers questions; the in-person session is between them."""

    SELF_STUDY = "self_study", "Self-study"
    EXAM = "exam", "Exam"


class Criterion(models.TextChoices):
    """What an exam's answer is graded on: ASQA's four (section 3.1), or the parts of an NQ one."""

    COMPLETENESS = "completeness", "Completeness"
    COMPREHENSIVENESS = "comprehensiveness", "Comprehensiveness"
    FLUENCY = "fluency", "Fluency"
    ATTRIBUTABILITY = "attributability", "Attributability"
    QUESTION_QUALITY = "question_quality", "Question quality"
    LONG_ANSWER = "long_answer", "Long answer"
    SHORT_ANSWERS = "short_answers", "Short answers"


class Level(models.TextChoices):
    """How far an answer meets a criterion."""

    MET = "met", "Met"
    PARTLY = "partly", "Partly met"
    NOT_MET = "not_met", "Not met"


class Verdict(models.TextChoices):
    """A lead's decision. ``waived``: accepted without training, or without the rest of it.

    ``requalify``: an accepted annotator must pass an exam again; ``restored``: that was taken back,
    and the earlier acceptance holds. ``here_before``: somebody had begun to work here when training
    was switched on.
    """

    ACCEPTED = "accepted", "Accepted"
    ANOTHER_TRY = "another_try", "Another try"
    WAIVED = "waived", "Accepted without training"
    REQUALIFY = "requalify", "To qualify again"
    RESTORED = "restored", "Need not qualify again"
    HERE_BEFORE = "here_before", "Here before training was required"


class ShortInstructions(models.Model):
    """A version of the short instructions, which are read in self-study. Markdown."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="short_instructions"
    )
    version = models.PositiveIntegerField()
    markdown = models.TextField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "version"], name="one_text_of_short_instructions_per_version"
            )
        ]

    def __str__(self) -> str:
        return f"short instructions {self.version} of {self.project_id}"


class Attempt(models.Model):
    """Somebody's go at a step. Each of its times is written once, in this order.

    ``graded_at`` is when a lead had graded all of an exam, from when on the annotator reads the
    grades; ``read_at`` when they did.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="attempts")
    step = models.CharField(max_length=10, choices=Step)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    graded_at = models.DateTimeField(null=True)
    graded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["membership", "step", "number"], name="one_attempt_per_number"
            ),
            models.CheckConstraint(
                condition=Q(graded_at__isnull=True)
                | Q(finished_at__isnull=False, step="exam", graded_by__isnull=False),
                name="graded_exam_was_finished",
            ),
            models.CheckConstraint(
                condition=Q(read_at__isnull=True) | Q(graded_at__isnull=False),
                name="read_exam_was_graded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} {self.number} of {self.membership_id}"


class TrainingAnswerQuerySet(SplitQuerySet["TrainingAnswer"]):
    """Trainees see their own answers; references have no owner."""

    OWNER = "attempt__membership__user"


class TrainingAnswer(models.Model):
    """An answer in training, or, without an ``attempt``, the reference to compare with.

    ``draft`` and ``version`` are like an assignment's. ``answer`` is the submission, and ``shown``
    what was computed from it: texts, bytes, coverage. ``seconds`` is active time. A reference can
    be submitted again; ``author`` is who did it last.
    """

    example = models.ForeignKey(Example, on_delete=models.PROTECT, related_name="training_answers")
    attempt = models.ForeignKey(
        Attempt, null=True, on_delete=models.CASCADE, related_name="answers"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    draft = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField(null=True)
    page_shown_at = models.DateTimeField(null=True)
    answer = models.JSONField(null=True)
    shown = models.JSONField(null=True)
    seconds = models.FloatField(null=True)
    submitted_at = models.DateTimeField(null=True)
    idempotency_key = models.CharField(max_length=100, blank=True)
    client_version = models.CharField(max_length=40, blank=True)

    objects = TrainingAnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["attempt", "example"], name="one_training_answer_per_example"
            ),
            models.UniqueConstraint(
                fields=["attempt", "number"], name="one_training_answer_per_number"
            ),
            models.UniqueConstraint(
                fields=["example"],
                name="one_reference_per_example",
                condition=Q(attempt__isnull=True),
            ),
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True, answer__isnull=True)
                | Q(submitted_at__isnull=False, answer__isnull=False),
                name="submitted_training_answer_is_there",
            ),
        ]

    def __str__(self) -> str:
        return f"training answer {self.pk}"


class InPersonSession(models.Model):
    """A lead's session with somebody, attended or not: the newest attended one counts.

    Append-only; notes can be emptied, for a person who is erased.
    """

    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="in_person_sessions"
    )
    attended = models.BooleanField()
    notes = models.TextField(blank=True)
    marked_at = models.DateTimeField()
    marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"session {self.pk} of {self.membership_id}"


class Grade(models.Model):
    """A level and a comment on one criterion of an exam's answer; the newest of each counts.

    Append-only; the comment can be emptied. ``automatic`` ones come of comparing with the
    reference, for a lead to look over.
    """

    answer = models.ForeignKey(TrainingAnswer, on_delete=models.CASCADE, related_name="grades")
    criterion = models.CharField(max_length=20, choices=Criterion)
    level = models.CharField(max_length=10, choices=Level)
    comment = models.TextField(blank=True)
    automatic = models.BooleanField(default=False)
    graded_at = models.DateTimeField()
    graded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.criterion} of {self.answer_id}: {self.level}"


class Decision(models.Model):
    """A lead's decision about a member's training. Append-only; the note can be emptied.

    ``attempt`` is the exam that was accepted or is to be repeated; None for the others. A waiver
    and a request to qualify again need a note.
    """

    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="training_decisions"
    )
    attempt = models.OneToOneField(
        Attempt, null=True, on_delete=models.SET_NULL, related_name="decision"
    )
    verdict = models.CharField(max_length=12, choices=Verdict)
    note = models.TextField(blank=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.verdict} for {self.membership_id}"
