"""Reports, and the annotations packed as columns that they are computed from."""

from django.db import models

from annotator.material.corpus.models import HiddenSplit
from annotator.workspace.projects.models import Project


class AnnotationChunk(models.Model):
    """The annotations that count of 8,192 examples, as packed columns.

    ``wanted`` is the fingerprint of the annotations at the last look at the database, ``built``
    that of those in ``columns``: if the two differ, the chunk must be built. ``claimed_at`` is when
    a worker began to.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    number = models.BigIntegerField()
    wanted = models.CharField(max_length=64)
    built = models.CharField(max_length=64, blank=True)
    claimed_at = models.DateTimeField(null=True)
    annotations = models.PositiveIntegerField(default=0)
    columns = models.BinaryField(default=b"")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="one_chunk_per_number")
        ]

    def __str__(self) -> str:
        return f"chunk {self.number} of {self.project_id}"


class Report(models.Model):
    """One run of a project's statistics.

    ``fingerprint`` (sha256, hex) covers the annotations, everything else that was read, the
    parameters, the seed and the version of the code; two reports with the same one have the same
    ``content``: canonical JSON, compressed by zstandard, whose sha256 is ``content_sha256``.
    ``annotations_sha256`` covers the annotations alone. ``example_table`` has the examples behind
    the plots' bars as packed columns, ``details`` has figures of single annotators, as compressed
    JSON; only a project's newest report with the same ``hidden_split`` keeps the two. ``stages``
    has the seconds and bytes of each stage. ``failed_sections`` are the names of sections that
    could not be computed; they are part of the fingerprint, so a successful run has another one.
    ``hidden_split`` is what counted of the hidden split; reports with any of it are for stewards.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="reports")
    job_id = models.UUIDField(null=True, unique=True)
    hidden_split = models.CharField(
        max_length=7,
        choices=HiddenSplit,
        default=HiddenSplit.WITHOUT,
        db_default=HiddenSplit.WITHOUT,
    )
    created_at = models.DateTimeField()
    fingerprint = models.CharField(max_length=64)
    parameters = models.JSONField()
    seed = models.BigIntegerField()
    code_version = models.CharField(max_length=64)
    annotations_sha256 = models.CharField(max_length=64)
    annotations = models.PositiveIntegerField()
    examples = models.PositiveIntegerField()
    content = models.BinaryField()
    content_sha256 = models.CharField(max_length=64)
    example_table = models.BinaryField(default=b"")
    details = models.BinaryField(default=b"")
    stages = models.JSONField(default=list)
    failed_sections = models.JSONField(default=list)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["project", "-id"], name="report_newest_first")]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.project_id}"


class QualityTarget(models.Model):
    """A lead's bounds for a figure of the reports: it is to be ``at_least`` or ``at_most`` so much,
    or between the two.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="targets")
    section = models.CharField(max_length=40)
    figure = models.CharField(max_length=60)
    at_least = models.FloatField(null=True)
    at_most = models.FloatField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "section", "figure"], name="one_target_per_figure"
            ),
            models.CheckConstraint(
                condition=models.Q(at_least__isnull=False) | models.Q(at_most__isnull=False),
                name="target_has_a_bound",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section}.{self.figure} of {self.project_id}"


class Pay(models.Model):
    """What a project pays people: ``per_hour`` of active time, in ``currency`` (ISO 4217)."""

    project = models.OneToOneField(Project, primary_key=True, on_delete=models.CASCADE)
    per_hour = models.DecimalField(max_digits=9, decimal_places=2)
    currency = models.CharField(max_length=3)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(per_hour__gt=0), name="pay_is_positive")
        ]

    def __str__(self) -> str:
        return f"{self.per_hour} {self.currency} an hour in {self.project_id}"
