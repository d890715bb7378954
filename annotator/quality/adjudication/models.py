"""The answer that a lead decided on, where annotators disagree."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Example, SplitQuerySet


class AdjudicationQuerySet(SplitQuerySet["Adjudication"]):
    """Which decisions to read."""

    def newest(self) -> Self:
        """The newest of each example, with those that took a decision back."""
        return self.filter(superseded_by__isnull=True)

    def standing(self) -> Self:
        """The decisions that hold: at most one for each example."""
        return self.newest().filter(answer__isnull=False)


class Adjudication(models.Model):
    """A lead's decision on an example's answer. Append-only; a reason can be emptied.

    ``answer`` has the fields of the kind's answers as they are shown; null takes the decision
    before back. ``picked`` is the annotation that has it, null for an answer that the lead wrote.
    The decisions on an example are a chain, of which the last holds: each ``supersedes`` the one
    before. ``annotation_id`` is the answer's id in the official files.
    """

    example = models.ForeignKey(
        Example, on_delete=models.CASCADE, related_name="adjudications", db_index=False
    )
    supersedes = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="superseded_by"
    )
    picked = models.ForeignKey(
        Annotation, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    answer = models.JSONField(null=True)
    annotation_id = models.CharField(max_length=20)
    reason = models.TextField(blank=True)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    objects = AdjudicationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["example"],
                condition=Q(supersedes__isnull=True),
                name="one_first_decision_per_example",
            ),
            models.CheckConstraint(
                condition=Q(picked__isnull=True) | Q(answer__isnull=False),
                name="a_picked_annotation_has_an_answer",
            ),
            models.CheckConstraint(
                condition=Q(answer__isnull=False) | Q(supersedes__isnull=False),
                name="only_a_decision_is_taken_back",
            ),
        ]
        indexes = [models.Index(fields=["example", "id"], name="adjudication_of_example")]

    def __str__(self) -> str:
        return f"decision {self.pk} on {self.example_id}"
