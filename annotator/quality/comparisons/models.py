"""Blind comparisons of two long-form answers (ASQA paper, section 4.2)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.quality.reviews.models import Review, Seat
from annotator.workspace.projects.models import Project


class Preference(models.TextChoices):
    """Which answer of a pair is better in one respect."""

    LEFT = "left", "Left"
    RIGHT = "right", "Right"
    TIE = "tie", "Tie"


class StudyOrigin(models.TextChoices):
    """Whether a study's comparisons were made here or imported."""

    HERE = "here"
    FILE = "file"


class ComparisonStudy(Review):
    """Systems whose answers to ``question_count`` questions are compared in disjoint pairs.

    ``seed`` decides the questions (drawn without replacement), the pairs, the sides and who gets
    which pair. Each pair goes to ``comparers_per_pair`` comparers. ``questions_left_out`` are those
    of the project that could not be drawn, since a system had no answer to them.
    """

    SUBJECT = "comparison_study"
    SEATS = "comparers"

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="comparison_studies"
    )
    title = models.CharField(max_length=200)
    origin = models.CharField(max_length=4, choices=StudyOrigin, default=StudyOrigin.HERE)
    question_count = models.PositiveIntegerField()
    questions_left_out = models.PositiveIntegerField(default=0)
    comparers_per_pair = models.PositiveSmallIntegerField(default=1)
    instructions = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "comparison studies"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="one_comparison_study_per_number"
            ),
            models.CheckConstraint(
                condition=Q(question_count__gte=1, comparers_per_pair__gte=1),
                name="comparison_study_is_not_empty",
            ),
        ]


class ComparedSystem(models.Model):
    """Where answers come from: a file, or the annotations of a project.

    Of a project's annotations (``annotations_of``) a system has the ``annotation_number``-th of
    each question, from 0, in the order in which they came. ``scores`` are automatic ones by name.
    """

    study = models.ForeignKey(ComparisonStudy, on_delete=models.CASCADE, related_name="systems")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    annotations_of = models.ForeignKey(
        Project, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    annotation_number = models.PositiveSmallIntegerField(null=True)
    scores = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study", "number"], name="one_compared_system_per_number"
            ),
            models.UniqueConstraint(fields=["study", "name"], name="one_compared_system_per_name"),
        ]

    def __str__(self) -> str:
        return self.name


class SystemAnswer(models.Model):
    """A system's answer to a question, as it was when the study was opened.

    ``author`` wrote it, where it is an annotation: nobody compares their own answer.
    """

    system = models.ForeignKey(ComparedSystem, on_delete=models.CASCADE, related_name="answers")
    example = models.ForeignKey(Example, on_delete=models.PROTECT, related_name="system_answers")
    text = models.TextField(blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["system", "example"], name="one_answer_per_system_and_example"
            )
        ]

    def __str__(self) -> str:
        return f"answer of {self.system_id} to {self.example_id}"


class AnswerPair(models.Model):
    """Two systems' answers to one question, side by side.

    ``disambiguation_count`` is the question's when the study was opened (the file's ``numQA``).
    """

    study = models.ForeignKey(ComparisonStudy, on_delete=models.CASCADE, related_name="pairs")
    number = models.PositiveIntegerField()
    example = models.ForeignKey(Example, on_delete=models.PROTECT, related_name="answer_pairs")
    left = models.OneToOneField(
        SystemAnswer, on_delete=models.PROTECT, related_name="pair_on_the_left"
    )
    right = models.OneToOneField(
        SystemAnswer, on_delete=models.PROTECT, related_name="pair_on_the_right"
    )
    disambiguation_count = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_answer_pair_per_number"),
            models.CheckConstraint(
                condition=~Q(left=F("right")), name="answer_pair_has_two_answers"
            ),
        ]

    def __str__(self) -> str:
        return f"pair {self.number} of study {self.study_id}"


class StudyComparer(Seat):
    """A person who compares in a study. ``user`` is null for comparers from a file."""

    TITLE = "Comparer"
    REVIEW = "study"
    WAITING = Q(comparisons__submitted_at=None)

    study = models.ForeignKey(ComparisonStudy, on_delete=models.CASCADE, related_name="comparers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="comparison_studies",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_comparer_per_number"),
            models.UniqueConstraint(fields=["study", "user"], name="one_seat_per_comparer"),
        ]


class ComparisonQuerySet(SplitQuerySet["Comparison"]):
    """Comparisons by the split of their example."""

    EXAMPLE = "pair__example__"


class Comparison(models.Model):
    """One comparer's comparison of one pair: handed out first, complete once it is submitted.

    ``left_captures`` and ``right_captures`` are lists of booleans, one per disambiguation
    (*Evaluation 1*); a file brings only how many are true, so ``left_captured`` and
    ``right_captured`` are what every figure goes by. The three preferences are *Evaluation 2*.
    ``draft`` and ``version`` are as an assignment's.
    """

    pair = models.ForeignKey(AnswerPair, on_delete=models.CASCADE, related_name="comparisons")
    comparer = models.ForeignKey(
        StudyComparer, on_delete=models.CASCADE, related_name="comparisons"
    )
    position = models.PositiveIntegerField()
    draft = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=0)
    left_captures = models.JSONField(null=True)
    right_captures = models.JSONField(null=True)
    left_captured = models.PositiveSmallIntegerField(null=True)
    right_captured = models.PositiveSmallIntegerField(null=True)
    ambiguity = models.CharField(max_length=5, choices=Preference, null=True)
    fluency = models.CharField(max_length=5, choices=Preference, null=True)
    overall = models.CharField(max_length=5, choices=Preference, null=True)
    comment = models.TextField(blank=True)
    seconds = models.FloatField(null=True)
    submitted_at = models.DateTimeField(null=True)
    idempotency_key = models.CharField(max_length=100, blank=True)

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "comparer"], name="one_comparison_per_pair_and_comparer"
            ),
            models.UniqueConstraint(
                fields=["comparer", "position"], name="one_comparison_per_position"
            ),
            models.CheckConstraint(
                condition=Q(
                    submitted_at__isnull=True,
                    left_captured__isnull=True,
                    right_captured__isnull=True,
                    ambiguity__isnull=True,
                    fluency__isnull=True,
                    overall__isnull=True,
                )
                | Q(
                    submitted_at__isnull=False,
                    left_captured__isnull=False,
                    right_captured__isnull=False,
                    # A comparison with NULL is unknown, and a check lets the unknown pass.
                    ambiguity__isnull=False,
                    fluency__isnull=False,
                    overall__isnull=False,
                    ambiguity__in=["left", "right", "tie"],
                    fluency__in=["left", "right", "tie"],
                    overall__in=["left", "right", "tie"],
                ),
                name="comparison_is_complete_or_open",
            ),
        ]

    def __str__(self) -> str:
        return f"comparison of {self.pair_id} by {self.comparer_id}"


class StudyResults(models.Model):
    """What a study's comparisons said when they were last looked at, one row for each study.

    ``fingerprint`` (sha256, hex) covers the ``comparisons`` comparisons, the systems, the seed, the
    parameters and the version of the code; equal ones have the same ``content``: canonical JSON,
    compressed by zstandard, whose sha256 is ``content_sha256``.
    """

    study = models.OneToOneField(ComparisonStudy, on_delete=models.CASCADE, related_name="results")
    job_id = models.UUIDField(null=True)
    computed_at = models.DateTimeField()
    fingerprint = models.CharField(max_length=64)
    comparisons = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    parameters = models.JSONField()
    code_version = models.CharField(max_length=64)
    content = models.BinaryField()
    content_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "study results"

    def __str__(self) -> str:
        return f"results of study {self.study_id}"
