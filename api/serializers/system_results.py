"""A system's results on groups of examples, and its answer to one."""

from typing import Any

from rest_framework import serializers

from annotator.material.corpus.placed_answers import SystemAnswer
from annotator.systems.evaluation.leaderboard.queries import GROUPINGS, PARTS
from annotator.systems.evaluation.leaderboard.results import (
    PartScores,
    ResultGroup,
    ShownValue,
    result_groups,
)
from annotator.systems.evaluation.models import Result, Score, ScoredExample
from api.serializers.leaderboard import EndsField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class SplitQuery(serializers.Serializer[Any]):
    """The split of a system's results; by default that of its newest score."""

    split = serializers.CharField(max_length=20, required=False)


class ResultsQuery(SplitQuery, StrictInput):
    """The split, and nothing else."""


class ScoredExamplesQuery(SplitQuery):
    """Which examples: of a part, with a result (any without one), in a group of a grouping."""

    part = serializers.ChoiceField(choices=PARTS, default="long")
    result = serializers.ChoiceField(choices=Result.choices, required=False)
    grouping = serializers.ChoiceField(choices=list(GROUPINGS), default="all")
    group = serializers.CharField(max_length=20, default="all")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A group belongs to its grouping."""
        attrs = super().validate(attrs)
        *_, groups = GROUPINGS[attrs["grouping"]]
        if attrs["group"] not in groups:
            raise serializers.ValidationError({"group": f"Choose one of {', '.join(groups)}."})
        return attrs


class GroupScoreOutput(Output[ShownValue]):
    """A score, 0 to 1, with the ends of its 95% interval; null if it is undefined."""

    value = serializers.FloatField(allow_null=True)
    interval = EndsField()


class PartScoresOutput(Output[PartScores]):
    """How many examples have which result, and the scores that follow."""

    counts = serializers.DictField(child=serializers.IntegerField())
    precision = GroupScoreOutput()
    recall = GroupScoreOutput()
    f1 = GroupScoreOutput()


class ResultGroupOutput(Output[ResultGroup]):
    """The results of a group of examples, for long and for short answers."""

    grouping = serializers.ChoiceField(choices=list(GROUPINGS))
    group = serializers.CharField()
    long = PartScoresOutput(source="parts.long")
    short = PartScoresOutput(source="parts.short")


class SystemResultsOutput(Output[Score]):
    """A system's results on a split of Natural Questions, at its best thresholds."""

    system = serializers.IntegerField(source="system_id")
    name = serializers.CharField(source="system.name")
    split = serializers.CharField()

    @reads(ResultGroupOutput(many=True))
    def groups(self, score: Score) -> list[ResultGroup]:
        return result_groups(score, self.context["viewer"])


class ScoredExampleOutput(Output[ScoredExample]):
    """An example, and the result of a system's answer to it."""

    example = serializers.IntegerField(source="example_id")
    question = serializers.CharField(source="example.question.text")
    long_result = serializers.ChoiceField(choices=Result.choices)
    short_result = serializers.ChoiceField(choices=Result.choices)
    answer_type = serializers.CharField(allow_blank=True)


class PredictedSpanOutput(Output[tuple[int, int]]):
    """The place of a predicted answer on the page, in tokens."""

    @reads(serializers.IntegerField())
    def start_token(self, span: tuple[int, int]) -> int:
        return span[0]

    @reads(serializers.IntegerField())
    def end_token(self, span: tuple[int, int]) -> int:
        return span[1]


class PlacedAnswerOutput(Output[SystemAnswer]):
    """A system's answer, placed on its page.

    `candidate_index` is null without a long answer, or if the span is not a candidate of the page;
    `long_span` then has its tokens, if it is on the page. Short answers whose span isn't on the
    page's tokens are left out.
    """

    name = serializers.CharField()

    @reads(serializers.BooleanField())
    def has_long_answer(self, answer: SystemAnswer) -> bool:
        return answer.prediction["long"] is not None

    candidate_index = serializers.IntegerField(source="placed.candidate_index", allow_null=True)
    long_span = PredictedSpanOutput(source="placed.long_span", allow_null=True)
    short_answers = PredictedSpanOutput(source="placed.short_answers", many=True)
    yes_no_answer = serializers.CharField(source="prediction.yes_no")


class SystemAnswerOutput(PlacedAnswerOutput):
    """A system's answer to an example, placed on its page, and what came of it."""

    @reads(serializers.ChoiceField(choices=Result.choices))
    def long_result(self, _: SystemAnswer) -> str:
        found: ScoredExample = self.context["found"]
        return found.long_result

    @reads(serializers.ChoiceField(choices=Result.choices))
    def short_result(self, _: SystemAnswer) -> str:
        found: ScoredExample = self.context["found"]
        return found.short_result
