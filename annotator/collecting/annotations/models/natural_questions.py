"""Answers to examples of Natural Questions."""

from django.db import models
from django.db.models import F, Q

from annotator.collecting.annotations.models.annotations import Annotation


class QuestionQuality(models.TextChoices):
    """Stage 1 (NQ paper, section 3.2)."""

    GOOD = "good"
    BAD = "bad"


class BadReason(models.TextChoices):
    """Why a question is called bad after all, once its annotator has seen the page."""

    MISREAD = "misread"
    AMBIGUOUS = "ambiguous"
    FALSE_PREMISE = "false_premise"
    OTHER = "other"
    NOT_GIVEN = "not_given"


class YesNoAnswer(models.TextChoices):
    """NQ's ``yes_no_answer``."""

    NONE = "NONE"
    YES = "YES"
    NO = "NO"


class NaturalQuestionsAnswer(models.Model):
    """The answer to an NQ example.

    ``question_quality`` is null if an imported file does not say. ``candidate_index`` is null for
    no long answer. ``short_answers`` are rows of start byte, end byte, start token, end token.
    ``bad_reason`` is "" unless the question was called bad after its page was shown. ``word_jumps``
    counts the jumps to boxes with words of the question; null if nobody counted.
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
    # Whether no other candidate encloses this one; null without a long answer.
    long_answer_top_level = models.BooleanField(null=True)
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
    bad_reason = models.CharField(
        max_length=20, choices=BadReason, blank=True, default="", db_default=""
    )
    word_jumps = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(bad_reason="") | Q(question_quality="bad"),
                name="bad_reason_only_for_a_bad_question",
            ),
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
