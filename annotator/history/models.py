"""Who did what: append-only."""

from django.conf import settings
from django.db import models


class Event(models.Model):
    """One thing that somebody (or the system) did.

    Subjects are named by app label and id, not by foreign keys: history stands below the apps
    that it records, and outlives what it speaks of.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    verb = models.CharField(max_length=60)
    project_id = models.BigIntegerField(null=True)
    example_id = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=64)
    details = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["project_id", "id"], name="event_project"),
            models.Index(fields=["example_id", "id"], name="event_example"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.verb} {self.subject} {self.subject_id}"
