"""What was answered: drafts and annotations."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotator.assignments.models import Assignment
from annotator.corpus.models import Example
from annotator.projects.models import Guideline


class Draft(models.Model):
    """An answer so far. ``version`` counts the saves, so that two tabs can't overwrite."""

    assignment = models.OneToOneField(
        Assignment, primary_key=True, on_delete=models.CASCADE, related_name="draft"
    )
    version = models.PositiveIntegerField()
    answer = models.JSONField()
    saved_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"draft {self.version} of {self.assignment_id}"


class Source(models.TextChoices):
    """Where an annotation comes from."""

    HUMAN = "human"
    IMPORTED = "imported"
    SIMULATED = "simulated"


class Annotation(models.Model):
    """One submitted answer. Rows are only ever added: a revision is a new row.

    ``annotation_id`` is the official format's id, in digits: real ones use all 64 bits without a
    sign, which no integer column of both databases holds. A late annotation came after its slot
    was given away and does not count among the example's k.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="annotations")
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="annotations")
    annotator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="annotations"
    )
    annotation_id = models.CharField(max_length=20)
    created_at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=100, blank=True)
    is_late = models.BooleanField(default=False)
    source = models.CharField(max_length=10, choices=Source, default=Source.HUMAN)
    revision_of = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="revision"
    )
    reason = models.TextField(blank=True)
    guideline = models.ForeignKey(
        Guideline, null=True, on_delete=models.PROTECT, related_name="annotations"
    )
    client_version = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment"],
                condition=Q(revision_of__isnull=True),
                name="one_annotation_per_assignment",
            ),
            models.UniqueConstraint(
                fields=["assignment", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="one_annotation_per_idempotency_key",
            ),
        ]
        indexes = [models.Index(fields=["example", "id"], name="annotation_of_example")]

    def __str__(self) -> str:
        return f"annotation {self.pk} of {self.example_id} by {self.annotator_id}"


class QuestionQuality(models.TextChoices):
    """Stage 1 (NQ paper, section 3.2)."""

    GOOD = "good"
    BAD = "bad"


class YesNoAnswer(models.TextChoices):
    """NQ's ``yes_no_answer``."""

    NONE = "NONE"
    YES = "YES"
    NO = "NO"


class NaturalQuestionsAnswer(models.Model):
    """The answer to an NQ example.

    ``question_quality`` is null where an imported file does not say. ``candidate_index`` is null
    for no long answer. ``short_answers`` are rows of start byte, end byte, start token, end token.
    """

    annotation = models.OneToOneField(
        Annotation,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="natural_questions_answer",
    )
    question_quality = models.CharField(max_length=4, choices=QuestionQuality, null=True)
    candidate_index = models.PositiveIntegerField(null=True)
    long_answer_tag = models.CharField(max_length=8, blank=True)
    long_start_byte = models.PositiveIntegerField(null=True)
    long_end_byte = models.PositiveIntegerField(null=True)
    long_start_token = models.PositiveIntegerField(null=True)
    long_end_token = models.PositiveIntegerField(null=True)
    short_answers = models.JSONField(default=list)
    # What lists show, so that they need not load pages: the first words, and the spans' words.
    long_answer_preview = models.TextField(blank=True)
    short_answer_texts = models.JSONField(default=list)
    short_answer_count = models.PositiveSmallIntegerField(default=0)
    yes_no_answer = models.CharField(max_length=4, choices=YesNoAnswer, default=YesNoAnswer.NONE)
    seconds_question = models.FloatField(null=True)
    seconds_long_answer = models.FloatField(null=True)
    seconds_short_answer = models.FloatField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(question_quality="bad") | Q(candidate_index__isnull=True),
                name="bad_question_has_no_long_answer",
            ),
            models.CheckConstraint(
                condition=Q(candidate_index__isnull=False)
                | Q(short_answer_count=0, yes_no_answer="NONE"),
                name="no_short_answer_without_a_long_answer",
            ),
            models.CheckConstraint(
                condition=Q(short_answer_count=0) | Q(yes_no_answer="NONE"),
                name="no_yes_or_no_beside_spans",
            ),
            models.CheckConstraint(
                condition=Q(
                    candidate_index__isnull=True,
                    long_start_byte__isnull=True,
                    long_end_byte__isnull=True,
                    long_start_token__isnull=True,
                    long_end_token__isnull=True,
                )
                | Q(
                    candidate_index__isnull=False,
                    # A comparison with NULL is unknown, and a check lets the unknown pass.
                    long_start_byte__isnull=False,
                    long_end_byte__isnull=False,
                    long_start_token__isnull=False,
                    long_end_token__isnull=False,
                    long_start_byte__lt=F("long_end_byte"),
                    long_start_token__lt=F("long_end_token"),
                ),
                name="long_answer_is_whole_or_null",
            ),
        ]

    def __str__(self) -> str:
        return f"answer of {self.annotation_id}"
