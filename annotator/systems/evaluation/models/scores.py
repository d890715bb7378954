"""Systems' scores against the gold of a split, and the files that they came from."""

from django.conf import settings
from django.db import models

from annotator.systems.evaluation.models.systems import System
from annotator.workspace.projects.models import Project


class Gold(models.Model):
    """A split's annotations at one moment, which predictions are scored against.

    ``content`` is a file in the data set's own format without pages, compressed by zstandard, and
    ``sha256`` (hex) that of the file. ``people`` has how well people do on it: ``rows`` and what is
    ``missing``. ``is_simulated``: the annotations are simulated ones.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    split = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64)
    read_at = models.DateTimeField()
    content = models.BinaryField()
    people = models.JSONField()
    is_simulated = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "gold"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "split", "sha256"], name="one_gold_per_content"
            )
        ]

    def __str__(self) -> str:
        return f"gold of {self.project_id}/{self.split}"


class Halves(models.Model):
    """A split of which scores are also computed on two halves, public and private.

    ``seed`` decides which example is in which half: only stewards may read it.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    split = models.CharField(max_length=20)
    seed = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "halves"
        constraints = [
            models.UniqueConstraint(fields=["project", "split"], name="one_pair_of_halves")
        ]

    def __str__(self) -> str:
        return f"halves of {self.project_id}/{self.split}"


class CurrentScores(models.Manager["Score"]):
    """The scores that hold: of systems that are not deleted, neither replaced by later ones nor
    still waiting to replace others.
    """

    def get_queryset(self) -> "models.QuerySet[Score]":
        """Without those of the past, of unfinished jobs and of deleted systems."""
        standing = super().get_queryset().filter(system__deleted_at__isnull=True)
        return standing.filter(replaced_at__isnull=True, staged_by__isnull=True)


class Score(models.Model):
    """How a system did on a split.

    ``metrics`` are the official evaluator's numbers by its names, over ``examples`` examples;
    ``unannotated`` further ones of the split nobody has annotated yet. ``code_sha256`` covers what
    computed them, ``parameters`` are what that leaves open, ``receipt`` is the sha256 (hex) of all
    of it. ``intervals`` has the two ends of each metric's 95% interval, or null; ``replicates`` the
    metrics on resampled examples, which are the same ones for all systems on the same gold.

    ``references`` says how many references the examples have, and which share is answerable, and
    ``on_all`` has what draws of references are an alternative to; both are as in ``scoring.Scored``
    and empty for ASQA and for older scores, which are against all annotations.

    A score that was computed again stays on record, ``replaced_at`` that time. The new ones of a
    job that is not finished yet are ``staged_by`` it. ``objects`` has neither, nor those
    of deleted systems; ``ever`` has all.
    """

    system = models.ForeignKey(System, on_delete=models.CASCADE, related_name="scores")
    split = models.CharField(max_length=20)
    gold = models.ForeignKey(Gold, on_delete=models.RESTRICT, related_name="scores")
    examples = models.PositiveIntegerField()
    unannotated = models.PositiveIntegerField(default=0)
    metrics = models.JSONField()
    intervals = models.JSONField(default=dict)
    replicates = models.BinaryField(null=True)
    references = models.JSONField(default=dict, db_default={})
    on_all = models.JSONField(default=dict, db_default={})
    parameters = models.JSONField()
    code_sha256 = models.CharField(max_length=64)
    receipt = models.CharField(max_length=64, unique=True)
    scored_at = models.DateTimeField()
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    replaced_at = models.DateTimeField(null=True)
    staged_by = models.UUIDField(null=True)

    objects = CurrentScores()
    ever = models.Manager["Score"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["system", "split"],
                condition=models.Q(replaced_at__isnull=True, staged_by__isnull=True),
                name="one_score_per_system_and_split",
            ),
            models.UniqueConstraint(
                fields=["system", "split", "staged_by"], name="one_staged_score_per_job"
            ),
        ]

    def __str__(self) -> str:
        return f"score of {self.system_id} on {self.split}"


class Half(models.TextChoices):
    """A half of a split."""

    PUBLIC = "public", "Public half"
    PRIVATE = "private", "Private half"


class HalfScore(models.Model):
    """The same on one half of the split, as if it were all of it."""

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="halves")
    half = models.CharField(max_length=7, choices=Half)
    examples = models.PositiveIntegerField()
    metrics = models.JSONField()
    intervals = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["score", "half"], name="one_score_per_half")]

    def __str__(self) -> str:
        return f"{self.score_id} on the {self.half} half"


class Part(models.TextChoices):
    """The content of an uploaded file."""

    PREDICTIONS = "predictions", "Predictions"
    FOUND = "found", "What a reader found in long-form answers"


class ScoredFile(models.Model):
    """A file as it was uploaded for a score: its very bytes, compressed by zstandard."""

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="files")
    part = models.CharField(max_length=11, choices=Part)
    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["score", "part"], name="one_scored_file_per_part")
        ]

    def __str__(self) -> str:
        return self.name
