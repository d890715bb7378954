"""Answers so far."""

from django.conf import settings
from django.db import models

from annotator.collecting.annotations.models.annotations import Annotation
from annotator.collecting.assignments.models import Assignment


class Draft(models.Model):
    """An answer so far. ``version`` counts the saves, so that two tabs can't overwrite.

    ``revising`` is the annotation that it is to replace; null before the first submission.
    """

    assignment = models.OneToOneField(
        Assignment, primary_key=True, on_delete=models.CASCADE, related_name="draft"
    )
    version = models.PositiveIntegerField()
    answer = models.JSONField()
    saved_at = models.DateTimeField()
    revising = models.ForeignKey(Annotation, null=True, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"draft {self.version} of {self.assignment_id}"


class LeadDraft(models.Model):
    """A lead's revision of somebody's annotation so far, apart from the annotator's own draft.

    ``version`` counts the saves, as in ``Draft``.
    """

    annotation = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="lead_drafts")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    answer = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "author"], name="one_draft_per_lead_and_annotation"
            )
        ]

    def __str__(self) -> str:
        return f"draft {self.version} of a revision of {self.annotation_id}"
