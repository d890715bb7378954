"""Systems, their predictions, and their scores."""

from django.conf import settings
from django.db import models

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.measures.result_kinds import MISSED, NEEDLESS, NOTHING, RIGHT, WRONG
from annotator.workspace.projects.models import Project


class Leaderboard(models.Model):
    """A project's leaderboard; ``published_at`` is null unless a lead has published it.

    ``secret`` is ``project_secret``'s, empty until a score needs one; nobody is shown it.
    """

    project = models.OneToOneField(
        Project, primary_key=True, on_delete=models.CASCADE, related_name="leaderboard"
    )
    published_at = models.DateTimeField(null=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    secret = models.CharField(max_length=64, default="", db_default="")

    def __str__(self) -> str:
        return f"leaderboard of {self.project_id}"


class BaselineKind(models.TextChoices):
    """The papers' baselines that need no trained model: NQ, section 6.1, and ASQA, sections 5.1
    and 6.
    """

    FIRST_PARAGRAPH = "first-paragraph", "First paragraph"
    MOST_FREQUENT = "most-frequent", "Most frequent answer"
    CLOSEST_QUESTION = "closest-question", "Closest question"
    QUESTION_REPEATED = "question-repeated", "The question eight times"
    RANDOM_RETRIEVAL = "random-retrieval", "Random retrieval"


class System(models.Model):
    """Something that answers questions, with a score for each split that it was scored on.

    Where the leaderboard is published, everybody sees the systems that are ``is_published``.
    ``baseline`` is the kind of a baseline that was run here, empty for what was uploaded. What
    ``is_withheld`` is shown to stewards alone: a competition shows it when its results are out.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="systems")
    name = models.CharField(max_length=100)
    notes = models.TextField(blank=True)
    baseline = models.CharField(
        max_length=20, choices=BaselineKind, blank=True, default="", db_default=""
    )
    is_published = models.BooleanField(default=True)
    is_withheld = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "name"], name="one_system_per_name")
        ]

    def __str__(self) -> str:
        return self.name


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
    """The scores that hold: neither replaced by later ones nor still waiting to replace others."""

    def get_queryset(self) -> "models.QuerySet[Score]":
        """Without those of the past and of unfinished jobs."""
        return super().get_queryset().filter(replaced_at__isnull=True, staged_by__isnull=True)


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
    job that is not finished yet are ``staged_by`` it. ``objects`` has neither, ``ever`` has all.
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


class Result(models.TextChoices):
    """What came of an example, for long or for short answers, at the system's best threshold."""

    RIGHT = RIGHT, "right"
    WRONG = WRONG, "another answer than people's"
    MISSED = MISSED, "no answer, though people have one"
    NEEDLESS = NEEDLESS, "an answer, though people have none"
    NOTHING = NOTHING, "no answer, as people"


class ScoredExample(models.Model):
    """A system's answer to an example of Natural Questions, and its result.

    The groups are ``answer_groups``'; ``prediction`` has ``long``, a span or null, ``short``, a
    list of spans, and ``yes_no``. A span is its start and end byte and its start and end token;
    whatever the system left out is null.
    """

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="scored_examples")
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="+")
    long_result = models.CharField(max_length=8, choices=Result)
    short_result = models.CharField(max_length=8, choices=Result)
    answer_type = models.CharField(max_length=9, blank=True)
    is_first = models.BooleanField(null=True)
    mu = models.PositiveSmallIntegerField()
    is_yes_no = models.BooleanField()
    prediction = models.JSONField()

    objects = SplitQuerySet["ScoredExample"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["score", "example"], name="one_result_per_score_and_example"
            )
        ]

    def __str__(self) -> str:
        return f"result of {self.score_id} on {self.example_id}"


class Part(models.TextChoices):
    """What an uploaded file holds."""

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


class RetrievalScore(models.Model):
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "name"], name="one_encoder_per_name")
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
