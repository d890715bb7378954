"""Who did what: append-only."""

from django.conf import settings
from django.db import models


class Event(models.Model):
    """One thing that somebody (or the system) did.

    Subjects are named by app label and id, not by foreign keys: history is below the apps that it
    records, and outlives its subjects. The database refuses every change of a row but one:
    ``details`` may be replaced together with ``redacted_at``, to remove the names of an erased
    person.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    verb = models.CharField(max_length=60)
    project_id = models.BigIntegerField(null=True)
    example_id = models.BigIntegerField(null=True)
    subject = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=64)
    details = models.JSONField(default=dict)
    redacted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["project_id", "id"], name="event_project"),
            models.Index(fields=["example_id", "id"], name="event_example"),
            models.Index(fields=["actor", "project_id", "id"], name="event_actor"),
            models.Index(fields=["project_id", "verb", "id"], name="event_verb"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.verb} {self.subject} {self.subject_id}"
