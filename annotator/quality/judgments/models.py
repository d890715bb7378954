"""Rounds in which experts judge answers C, C_d or W (NQ paper, sections 4.2 and 4.3)."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import SplitQuerySet
from annotator.quality.reviews.models import Review, Seat
from annotator.workspace.projects.models import Project


class Target(models.TextChoices):
    """Which part of an annotation is judged."""

    LONG = "long", "Long answers"
    SHORT = "short", "Short answers"


class Phase(models.TextChoices):
    """The phase of a round; it only ever moves forward."""

    INDEPENDENT = "independent", "Independent verdicts"
    CONSENSUS = "consensus", "Consensus"
    FINISHED = "finished", "Finished"


class Verdict(models.TextChoices):
    """An expert's view of an answer (NQ paper, section 4.2)."""

    CORRECT = "C", "Correct"
    DEBATABLE = "C_d", "Correct (but debatable)"
    WRONG = "W", "Wrong"


class JudgmentRound(Review):
    """A sample of non-null answers that experts judge, first alone and then to one consensus.

    The sample has ``size`` draws with ``seed`` from ``population_size`` annotations, each draw
    independent of the others, so an annotation can be drawn twice. ``drawn`` are the annotations'
    keys in the order of the draws; ``population_sha256`` is of the population's keys in order, so
    that the same draw can be repeated and a draw from another population recognised.

    ``revision`` counts everything that the meeting shows, so that a client can ask for news;
    ``on_screen`` is the answer that everybody in the meeting sees; ``shown_by`` chose it.
    """

    SUBJECT = "judgment_round"
    SEATS = "experts"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="judgment_rounds")
    title = models.CharField(max_length=200)
    target = models.CharField(max_length=5, choices=Target)
    size = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(10_000)])
    population_size = models.PositiveIntegerField()
    population_sha256 = models.CharField(max_length=64)
    drawn = models.JSONField()
    guidelines = models.TextField(blank=True)
    phase = models.CharField(max_length=11, choices=Phase, default=Phase.INDEPENDENT)
    consensus_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    on_screen = models.ForeignKey(
        "JudgedAnswer", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    shown_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="one_judgment_round_per_number"
            ),
            models.CheckConstraint(
                condition=Q(
                    phase="independent", consensus_at__isnull=True, finished_at__isnull=True
                )
                | Q(phase="consensus", consensus_at__isnull=False, finished_at__isnull=True)
                | Q(phase="finished", consensus_at__isnull=False, finished_at__isnull=False),
                name="judgment_round_phase_has_its_times",
            ),
            models.CheckConstraint(condition=Q(size__gte=1), name="judgment_round_is_not_empty"),
        ]

    def facts(self) -> dict[str, Any]:
        """The round's number, under its own name."""
        return {"round": self.number}


class JudgedAnswerQuerySet(SplitQuerySet["JudgedAnswer"]):
    """Judged answers by the split of their example."""

    EXAMPLE = "annotation__example__"


class JudgedAnswer(models.Model):
    """An annotation of the sample: experts judge it once, however often it was drawn.

    ``number`` is its place in the experts' list, from 0. Every figure counts it ``draws`` times.
    """

    round = models.ForeignKey(JudgmentRound, on_delete=models.CASCADE, related_name="answers")
    number = models.PositiveIntegerField()
    annotation = models.ForeignKey(
        Annotation, on_delete=models.PROTECT, related_name="judged_answers"
    )
    draws = models.PositiveIntegerField()

    objects = JudgedAnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "annotation"], name="one_judged_answer_per_annotation"
            ),
            models.UniqueConstraint(
                fields=["round", "number"], name="one_judged_answer_per_number"
            ),
            models.CheckConstraint(condition=Q(draws__gte=1), name="judged_answer_was_drawn"),
        ]

    def __str__(self) -> str:
        return f"answer {self.number} of round {self.round_id}"


class RoundExpert(Seat):
    """An expert of a round, *Expert 1* and so on to the others. Closing phase 1 is final."""

    TITLE = "Expert"
    REVIEW = "round"
    WAITING = Q(closed_at=None) | Q(round__phase=Phase.CONSENSUS)

    round = models.ForeignKey(JudgmentRound, on_delete=models.CASCADE, related_name="experts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="judgment_rounds"
    )
    closed_at = models.DateTimeField(null=True)
    in_meeting_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "user"], name="one_seat_per_expert"),
            models.UniqueConstraint(fields=["round", "number"], name="one_expert_per_number"),
        ]


class Judgment(models.Model):
    """An expert's own verdict. From the close of phase 1 on the database refuses to change it.

    Without a verdict it only says when the expert opened the page (``context_opened_at``).
    ``version`` counts the changes, so that two tabs can't overwrite each other.
    """

    answer = models.ForeignKey(JudgedAnswer, on_delete=models.CASCADE, related_name="judgments")
    expert = models.ForeignKey(RoundExpert, on_delete=models.CASCADE, related_name="judgments")
    verdict = models.CharField(max_length=3, choices=Verdict, null=True)
    justification = models.TextField(blank=True)
    context_opened_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["answer", "expert"], name="one_judgment_per_expert_and_answer"
            ),
            models.CheckConstraint(
                condition=Q(verdict__isnull=True) | Q(decided_at__isnull=False),
                name="verdict_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(verdict__isnull=True) | Q(verdict__in=["C", "C_d", "W"]),
                name="verdict_is_one_of_three",
            ),
        ]

    def __str__(self) -> str:
        return f"judgment of {self.answer_id} by {self.expert_id}"


class Consensus(models.Model):
    """The one verdict of all experts. ``agreed``: it was everybody's first one, without a talk.

    It can be corrected until the round is finished; ``version`` as a judgment's.
    """

    answer = models.OneToOneField(
        JudgedAnswer, primary_key=True, on_delete=models.CASCADE, related_name="consensus"
    )
    verdict = models.CharField(max_length=3, choices=Verdict)
    justification = models.TextField(blank=True)
    agreed = models.BooleanField()
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name_plural = "consensus"
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict__in=["C", "C_d", "W"]), name="consensus_is_one_of_three"
            )
        ]

    def __str__(self) -> str:
        return f"consensus on {self.answer_id}"


class MeetingNote(models.Model):
    """A line of the meeting's running notes on one answer. Lines are only ever added."""

    answer = models.ForeignKey(JudgedAnswer, on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    text = models.TextField()
    created_at = models.DateTimeField()
    idempotency_key = models.CharField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["answer", "author", "idempotency_key"], name="one_note_per_idempotency_key"
            )
        ]

    def __str__(self) -> str:
        return f"note {self.pk} on {self.answer_id}"


class VariabilityRound(models.Model):
    """Further annotations of a round's examples, ``annotations`` in all of each (section 4.4)."""

    round = models.OneToOneField(
        JudgmentRound, primary_key=True, on_delete=models.CASCADE, related_name="variability"
    )
    annotations = models.PositiveSmallIntegerField(default=25)
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(annotations__gte=2), name="variability_needs_two_annotations"
            )
        ]

    def __str__(self) -> str:
        return f"{self.annotations}-way annotations for round {self.round_id}"
