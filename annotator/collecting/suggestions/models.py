"""Suggestions: what a stored system proposes, to whom it was shown, and what came of it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.collecting.annotations.models import Annotation, YesNoAnswer
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project


class Mode(models.TextChoices):
    """What annotators see of a system's prediction."""

    RANK = "rank", "Boxes"
    PROPOSE = "propose", "An answer"


class SuggestionPlan(models.Model):
    """A lead's choice of a system whose predictions are suggested; ``ended_at`` is null for the
    one that is in force, ``ready_at`` until its predictions are read.

    ``share`` (0 to 1) of the assignments see a suggestion, drawn with ``seed``; where ``mode`` is
    ``rank`` they see up to ``boxes``. The system's name and its scores' ``receipts`` stay also
    where the system is deleted.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="suggestion_plans")
    mode = models.CharField(max_length=7, choices=Mode)
    system_name = models.CharField(max_length=100)
    receipts = models.JSONField()
    share = models.FloatField()
    boxes = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    ready_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(ended_at__isnull=True),
                name="one_suggestion_plan_in_force",
            ),
            models.CheckConstraint(
                condition=Q(share__gte=0, share__lte=1), name="suggestion_share_between_0_and_1"
            ),
        ]

    def __str__(self) -> str:
        return f"suggestions of {self.system_name} for {self.project_id}"


class PredictedAnswer(models.Model):
    """What the plan's system predicts for an example. They go when the plan ends.

    ``prediction`` is as in ``ScoredExample``, with further ``boxes``: spans of the system's other
    candidates, the best first.
    """

    plan = models.ForeignKey(
        SuggestionPlan, on_delete=models.CASCADE, related_name="predictions", db_index=False
    )
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="+", db_index=False)
    prediction = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["example", "plan"], name="one_predicted_answer_per_example"
            ),
        ]
        indexes = [models.Index(fields=["plan"], name="predicted_answers_of_a_plan")]

    def __str__(self) -> str:
        return f"prediction of {self.plan_id} for {self.example_id}"


class Suggestion(models.Model):
    """The draw for an assignment, made before its page was shown; nothing changes it afterwards.

    It has what was shown or, where ``is_shown`` is false, would have been. ``boxes`` are rows of a
    candidate's index, start and end token, the best first; ``short_answers`` start and end tokens.
    """

    assignment = models.OneToOneField(
        Assignment, primary_key=True, on_delete=models.CASCADE, related_name="suggestion"
    )
    plan = models.ForeignKey(SuggestionPlan, on_delete=models.CASCADE, related_name="suggestions")
    is_shown = models.BooleanField()
    boxes = models.JSONField()
    short_answers = models.JSONField()
    yes_no_answer = models.CharField(max_length=4, choices=YesNoAnswer)
    drawn_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"suggestion for assignment {self.assignment_id}"


class Use(models.TextChoices):
    """What an annotator did with a suggestion."""

    TAKEN = "taken", "Taken"
    CHANGED = "changed", "Changed"
    IGNORED = "ignored", "Another answer"
    REJECTED = "rejected", "No answer"


class SuggestionUse(models.Model):
    """The outcome of a suggestion, computed when the annotation was first submitted.

    Where the suggestion was not shown, it is how the answer compares with it all the same. ``box``
    is the place, from 1, of the suggested box that was chosen.
    """

    annotation = models.OneToOneField(
        Annotation, primary_key=True, on_delete=models.CASCADE, related_name="suggestion_use"
    )
    suggestion = models.OneToOneField(Suggestion, on_delete=models.CASCADE, related_name="use")
    use = models.CharField(max_length=8, choices=Use)
    box = models.PositiveSmallIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.use} by annotation {self.annotation_id}"
