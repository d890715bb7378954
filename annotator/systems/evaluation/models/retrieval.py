"""Benchmarks of retrieval, and how encoders did on them."""

from django.conf import settings
from django.db import models

from annotator.systems.evaluation.models.deletion import Deletable, Standing
from annotator.workspace.projects.models import Project


class RetrievalBenchmark(models.Model):
    """Questions, and the sentences among which encoders look for their answers (ReQA).

    ``splits`` are those of the project that were read; there are none where a SQuAD file was
    uploaded, and then ``name`` is the file's. ``content`` is a ``Benchmark`` as JSON, compressed by
    zstandard, and ``sha256`` (hex) that of the JSON.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=255)
    splits = models.JSONField(default=list)
    is_simulated = models.BooleanField(default=False)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    index_size = models.PositiveIntegerField()
    paragraphs = models.PositiveIntegerField()
    questions = models.PositiveIntegerField()
    read_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "sha256"], name="one_retrieval_benchmark_per_content"
            )
        ]

    def __str__(self) -> str:
        return self.name


class EncoderKind(models.TextChoices):
    """What ranks the sentences."""

    BM25 = "bm25", "BM25"
    MINILM = "minilm", "MiniLM"
    VECTORS = "vectors", "Uploaded vectors"


class RetrievalScore(Deletable):
    """How an encoder did on a benchmark.

    ``metrics`` and ``intervals`` are of ``sentence`` and of ``document``, by the paper's names;
    ``curve`` has rows of N, R@N and the two ends of its interval for both. ``ranks`` is packed by
    ``packed_ranking``. Seconds are by the clock, for the whole index and for one question;
    ``index_bytes`` what the index takes in memory. ``receipt`` is as in ``Score``.
    """

    benchmark = models.ForeignKey(
        RetrievalBenchmark, on_delete=models.CASCADE, related_name="scores"
    )
    name = models.CharField(max_length=100)
    encoder = models.CharField(max_length=10, choices=EncoderKind)
    is_published = models.BooleanField(default=True)
    metrics = models.JSONField()
    intervals = models.JSONField()
    curve = models.JSONField()
    ranks = models.BinaryField()
    index_seconds = models.FloatField()
    question_seconds = models.FloatField()
    index_bytes = models.BigIntegerField()
    code_sha256 = models.CharField(max_length=64)
    receipt = models.CharField(max_length=64, unique=True)
    scored_at = models.DateTimeField()
    scored_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = Standing["RetrievalScore"]()
    ever = models.Manager["RetrievalScore"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "name"],
                condition=models.Q(deleted_at__isnull=True),
                name="one_encoder_per_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class VectorsOf(models.TextChoices):
    """Whose vectors an uploaded file has, a row each."""

    QUESTIONS = "questions", "Questions"
    ANSWERS = "answers", "Answers"


class VectorFile(models.Model):
    """A .npy file as it was uploaded for a score: its very bytes, compressed by zstandard."""

    score = models.ForeignKey(RetrievalScore, on_delete=models.CASCADE, related_name="files")
    part = models.CharField(max_length=9, choices=VectorsOf)
    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["score", "part"], name="one_vector_file_per_part")
        ]

    def __str__(self) -> str:
        return self.name
