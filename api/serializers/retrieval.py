"""Encoders on retrieval benchmarks."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.systems.evaluation.models import EncoderKind, VectorsOf
from annotator.systems.evaluation.retrieval.details import AskedQuestion, FoundByEncoder
from annotator.systems.evaluation.retrieval.hidden_figures import CurvePoint, ShownFigures
from annotator.systems.evaluation.retrieval.receipts import code_version
from annotator.systems.evaluation.retrieval.table import (
    EncoderRow,
    EncoderTable,
    Figure,
    OfferedBenchmark,
)
from annotator.workspace.jobs.models import Job
from api.responses.pagination import LARGEST_ID
from api.serializers.jobs import JobOutput
from api.serializers.leaderboard import DifferenceOutput, EndsField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

FURTHEST = 1_000_000
"""The largest rank that a list of questions is asked about."""


class RetrievalInput(StrictInput):
    """An encoder, and what it is asked.

    What is asked is one of three: a `split` of the project (empty: all but the hidden one), a file
    `squad` in the format of SQuAD 1.1 or 2.0, or `benchmark`, questions that an encoder was scored
    on already. The encoder `vectors` takes two files in .npy format, `questions` and `answers`,
    with a row for each line of the texts of the same names.
    """

    name = serializers.CharField(max_length=100)
    encoder = serializers.ChoiceField(choices=EncoderKind.choices)
    split = serializers.CharField(max_length=20, required=False, allow_blank=True)
    squad = serializers.FileField(required=False)
    benchmark = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    questions = serializers.FileField(required=False)
    answers = serializers.FileField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of three things is asked, and vectors come with the encoder of that name alone."""
        attrs = super().validate(attrs)
        if len(attrs.keys() & {"split", "squad", "benchmark"}) != 1:
            raise serializers.ValidationError(
                {"split": "Give one of the three: a split, a SQuAD file or a benchmark."}
            )
        is_uploaded = attrs["encoder"] == EncoderKind.VECTORS
        wrong = [part for part in VectorsOf if (part in attrs) != is_uploaded]
        if wrong:
            fix = (
                "Upload the vectors in .npy format."
                if is_uploaded
                else "Only the encoder called vectors takes files: leave it out."
            )
            raise serializers.ValidationError(dict.fromkeys(wrong, fix))
        return attrs


class RetrievalQuery(StrictInput):
    """Which benchmark, or that with the newest score; and `against`, the number of an encoder that
    all others on it are compared with on the same questions.
    """

    benchmark = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)
    against = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)


class RetrievalChangeInput(StrictInput):
    """Whether an encoder is on the leaderboard that everybody can read, once it is published."""

    is_published = serializers.BooleanField()


class BenchmarkOutput(Output[OfferedBenchmark]):
    """What is asked. `splits` are those of the project; an uploaded file has none.

    `index_size` sentences of so many `paragraphs` are ranked for each of the `questions`.
    `can_read_questions`: the single questions are open to the caller, who can also ask them again.
    """

    id = serializers.IntegerField(source="benchmark.pk")
    name = serializers.CharField(source="benchmark.name")
    splits = serializers.ListField(source="benchmark.splits", child=serializers.CharField())
    is_simulated = serializers.BooleanField(source="benchmark.is_simulated")
    index_size = serializers.IntegerField(source="benchmark.index_size")
    paragraphs = serializers.IntegerField(source="benchmark.paragraphs")
    questions = serializers.IntegerField(source="benchmark.questions")
    read_at = serializers.DateTimeField(source="benchmark.read_at")
    can_read_questions = serializers.BooleanField()


class RetrievalFigureOutput(Output[Figure]):
    """A figure, 0 to 1, with the ends of its 95% interval, and how much greater it is than that of
    the encoder asked for; null where no other was.
    """

    value = serializers.FloatField()
    interval = EndsField()
    difference = DifferenceOutput(allow_null=True)


class CurvePointOutput(Output[CurvePoint]):
    """R@N: the share of questions with a right one among the first N."""

    n = serializers.IntegerField()
    value = serializers.FloatField()
    interval = EndsField()


class EncoderReceiptOutput(Output[ShownFigures]):
    """What the figures came from. `receipt` is the sha256 of all of it, for `verify_score`.

    `benchmark_sha256` is null on the hidden split, except for its stewards.
    """

    receipt = serializers.CharField(source="score.receipt")

    @reads(serializers.CharField(allow_null=True))
    def benchmark_sha256(self, shown: ShownFigures) -> str | None:
        return shown.score.benchmark.sha256 if shown.is_exact else None

    code_sha256 = serializers.CharField(source="score.code_sha256")

    @reads(serializers.DictField(child=serializers.CharField()))
    def files_sha256(self, shown: ShownFigures) -> dict[str, str]:
        return {each.part: each.sha256 for each in shown.score.files.all()}


class EncoderRowOutput(Output[EncoderRow]):
    """How an encoder did: `mrr`, `r@1`, `r@5` and `r@10` of sentences and of paragraphs.

    Seconds are by the clock, `index_bytes` what the index takes in memory.
    """

    id = serializers.IntegerField(source="shown.score.pk")
    name = serializers.CharField(source="shown.score.name")
    encoder = serializers.ChoiceField(source="shown.score.encoder", choices=EncoderKind.choices)
    is_published = serializers.BooleanField(source="shown.score.is_published")
    sentence = serializers.DictField(source="figures.sentence", child=RetrievalFigureOutput())
    document = serializers.DictField(source="figures.document", child=RetrievalFigureOutput())
    sentence_curve = CurvePointOutput(source="shown.curve.sentence", many=True)
    document_curve = CurvePointOutput(source="shown.curve.document", many=True)
    index_seconds = serializers.FloatField(source="shown.score.index_seconds")
    question_seconds = serializers.FloatField(source="shown.score.question_seconds")
    index_bytes = serializers.IntegerField(source="shown.score.index_bytes")
    scored_at = serializers.DateTimeField(source="shown.score.scored_at")
    scored_by = serializers.CharField(allow_null=True)

    @reads(serializers.BooleanField())
    def is_code_changed(self, row: EncoderRow) -> bool:
        return row.shown.score.code_sha256 != code_version()

    receipt = EncoderReceiptOutput(source="shown")


class RetrievalOutput(Output[EncoderTable]):
    """The encoders on a benchmark, that with the greatest MRR of sentences first.

    `available_splits` (those that the caller can use), `unusable` (why encoders can't be used, by
    their names) and `job`, the newest one, are for leads.
    """

    project = serializers.CharField(source="project.slug")
    title = serializers.CharField(source="project.title")
    published_at = serializers.DateTimeField(allow_null=True)
    benchmarks = BenchmarkOutput(many=True)
    benchmark = serializers.IntegerField(source="chosen.pk", allow_null=True)
    against = serializers.IntegerField(allow_null=True)
    encoders = EncoderRowOutput(many=True)
    available_splits = serializers.ListField(child=serializers.CharField())
    unusable = serializers.DictField(child=serializers.CharField())

    @reads(JobOutput(allow_null=True))
    def job(self, _table: EncoderTable) -> Job | None:
        job: Job | None = self.context["job"]
        return job


class AskedQuestionsQuery(serializers.Serializer[Any]):
    """Only questions of which every encoder ranks the right sentence `beyond` this; 0: all."""

    beyond = serializers.IntegerField(min_value=0, max_value=FURTHEST, default=10)


class EncoderRankOutput(Output[FoundByEncoder]):
    """The best rank of a right sentence, and of its paragraph; equal scores have halves."""

    encoder = serializers.IntegerField()
    name = serializers.CharField()
    sentence_rank = serializers.FloatField()
    document_rank = serializers.FloatField()


class RetrievalQuestionOutput(Output[AskedQuestion]):
    """A question by its `number`, with the best rank of a right sentence by any encoder."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    best_rank = serializers.FloatField()
    ranks = EncoderRankOutput(source="encoders", many=True)


class RankedSentenceOutput(Output[Mapping[str, Any]]):
    """A sentence that an encoder ranked among the first, and whether it is right."""

    sentence = serializers.CharField()
    is_right = serializers.BooleanField(source="right")


class EncoderFoundOutput(EncoderRankOutput):
    """What an encoder ranked `first`, the best first."""

    first = RankedSentenceOutput(many=True)


class RankedQuestionOutput(Output[AskedQuestion]):
    """A question with its right sentences, and what each encoder found."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    right = serializers.ListField(child=serializers.CharField())
    encoders = EncoderFoundOutput(many=True)
