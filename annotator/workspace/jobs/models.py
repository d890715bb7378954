"""Long work: its progress, its checkpoint, its problems. The row is the truth, not the broker."""

import uuid

from django.conf import settings
from django.db import models


class JobState(models.TextChoices):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED)


class Job(models.Model):
    """One piece of long work. ``project_id`` is a plain number: jobs are below projects.

    ``resumed_at`` and ``resumed_done`` say when the current worker took the job and how much was
    done by then. ``problem_total`` counts every problem, also those beyond what is listed.
    ``request_id`` is the id of the request that queued the job.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    project_id = models.BigIntegerField(null=True, db_index=True)
    parameters = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    done = models.BigIntegerField(default=0)
    total = models.BigIntegerField(null=True)
    message = models.TextField(blank=True)
    checkpoint = models.JSONField(default=dict)
    cancel_requested = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    heartbeat_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    resumed_at = models.DateTimeField(null=True)
    resumed_done = models.BigIntegerField(default=0, db_default=0)
    finished_at = models.DateTimeField(null=True)
    filename = models.CharField(max_length=255, blank=True)
    result_path = models.CharField(max_length=500, blank=True)
    result_name = models.CharField(max_length=255, blank=True)
    problem_total = models.BigIntegerField(default=0, db_default=0)
    request_id = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(
                fields=["heartbeat_at"],
                name="job_unfinished",
                condition=models.Q(state__in=["queued", "running"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} ({self.state})"

    @property
    def is_ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDED

    @property
    def per_second(self) -> float | None:
        """How much the current worker does in a second; None while that is unknown."""
        if self.state != JobState.RUNNING or not (self.resumed_at and self.heartbeat_at):
            return None
        seconds = (self.heartbeat_at - self.resumed_at).total_seconds()
        done = self.done - self.resumed_done
        return done / seconds if seconds >= 1 and done > 0 else None


class JobProblem(models.Model):
    """One thing that is wrong with a job's input: where, what, and how to fix it."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="problems")
    file = models.CharField(max_length=255, blank=True)
    line = models.BigIntegerField(null=True)
    field = models.CharField(max_length=200, blank=True)
    problem = models.TextField()
    fix = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line) if part)
        sentence = f"{self.problem} {self.fix}".strip()
        return ": ".join(part for part in (where, self.field, sentence) if part)
