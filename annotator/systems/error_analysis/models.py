"""Analyses of a system's errors: a sample of its answers, which people give labels."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.quality.reviews.models import Review, Seat
from annotator.systems.evaluation.models import Deletable, Score, Standing, System
from annotator.workspace.projects.models import Project


class ErrorLabelList(models.Model):
    """The labels that a project's next analysis gets, where its leads have changed them.

    ``labels`` is a list of objects with ``name``, ``meaning`` and ``is_alone``: nothing else can
    be said of an answer that has such a label.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="error_labels"
    )
    labels = models.JSONField()

    def __str__(self) -> str:
        return f"error labels of {self.project_id}"


class AnalysisQuerySet(SplitQuerySet["ErrorAnalysis"]):
    """Analyses by the split whose answers they are about."""

    EXAMPLE = ""

    def hidden(self) -> Q:
        """The analyses of a hidden split."""
        return Q(split=models.F("project__hidden_split")) & ~Q(split="")


class ErrorAnalysis(Deletable, Review):
    """A sample of a system's answers to a split, drawn when the analysis was opened.

    ``seed`` drew ``size`` of the ``population_size`` answers that the system gave. ``labels`` are
    the project's at that moment. The system's name, the split and the score's receipt stay also
    where the system is deleted.
    """

    SUBJECT = "error_analysis"
    SEATS = "labellers"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="error_analyses")
    score = models.ForeignKey(
        Score, null=True, on_delete=models.SET_NULL, related_name="error_analyses"
    )
    system_name = models.CharField(max_length=100)
    split = models.CharField(max_length=20)
    receipt = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    population_size = models.PositiveIntegerField()
    labels = models.JSONField()

    objects = Standing.from_queryset(AnalysisQuerySet)()
    ever = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "error analyses"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="one_error_analysis_per_number"
            ),
            models.CheckConstraint(
                condition=Q(size__gte=1, population_size__gte=models.F("size")),
                name="error_analysis_has_answers",
            ),
        ]

    @property
    def system(self) -> System | None:
        """The system, unless it was deleted."""
        system = self.score and self.score.system
        return system if system and system.deleted_at is None else None

    def facts(self) -> dict[str, Any]:
        """Also whose answers are analysed."""
        return {**super().facts(), "system": self.system_name}


class AnalysedAnswer(models.Model):
    """An answer of the sample, as the system gave it; numbers count from 1 in the order shown.

    ``answer`` is, for ASQA, ``{"text": …}``; for Natural Questions it is what
    ``ScoredExample.prediction`` is. ``annotations`` has the ids of those that are shown beside it,
    in their order: what people had answered when the analysis was opened, so that all who label
    see the same. It is None in analyses that are older than that rule.
    """

    analysis = models.ForeignKey(ErrorAnalysis, on_delete=models.CASCADE, related_name="answers")
    number = models.PositiveIntegerField()
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="+")
    answer = models.JSONField()
    annotations = models.JSONField(null=True)

    objects = SplitQuerySet["AnalysedAnswer"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["analysis", "number"], name="one_analysed_answer_per_number"
            ),
            models.UniqueConstraint(
                fields=["analysis", "example"], name="one_analysed_answer_per_example"
            ),
        ]

    def __str__(self) -> str:
        return f"answer {self.number} of {self.analysis_id}"


class Labeller(Seat):
    """Somebody who labels an analysis's answers; ``finished_at`` is when they were done.

    Labels of somebody who was taken out (``removed_at``) stay on record and count for nothing.
    """

    TITLE = "Labeller"
    REVIEW = "analysis"
    SITTING = Q(removed_at=None)
    WAITING = Q(finished_at=None)

    analysis = models.ForeignKey(ErrorAnalysis, on_delete=models.CASCADE, related_name="labellers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="error_analyses"
    )
    finished_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "number"], name="one_labeller_per_number"),
            models.UniqueConstraint(fields=["analysis", "user"], name="one_seat_per_labeller"),
        ]


class AnswerLabels(models.Model):
    """The labels that a labeller gave an answer: their places in the analysis's list, ascending."""

    answer = models.ForeignKey(AnalysedAnswer, on_delete=models.CASCADE, related_name="labels")
    labeller = models.ForeignKey(Labeller, on_delete=models.CASCADE, related_name="labels")
    labels = models.JSONField()
    note = models.TextField(blank=True)
    decided_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "answer labels"
        constraints = [
            models.UniqueConstraint(
                fields=["answer", "labeller"], name="one_set_of_labels_per_answer_and_labeller"
            )
        ]

    def __str__(self) -> str:
        return f"labels of {self.answer_id} by {self.labeller_id}"
