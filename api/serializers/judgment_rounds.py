"""Judgment rounds: opening, and progress."""

from typing import Any

from rest_framework import serializers

from annotator.quality.judgments.models import JudgmentRound, Phase, Target
from annotator.quality.judgments.rounds import LARGEST_SIZE, MOST_EXPERTS
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.strict import StrictInput

LONGEST_GUIDELINES = 20_000


class RoundInput(StrictInput):
    """A round to be opened."""

    title = serializers.CharField(max_length=JudgmentRound._meta.get_field("title").max_length)
    target = serializers.ChoiceField(choices=Target.choices)
    size = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_SIZE,
        help_text="Draws, each independent of the others: an annotation can be drawn twice.",
    )
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED)
    experts = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_ID),
        min_length=1,
        max_length=MOST_EXPERTS,
        help_text="Memberships of the project's experts.",
    )
    guidelines = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        max_length=LONGEST_GUIDELINES,
        default="",
        help_text="Markdown, shown to the experts beside the verdicts' definitions.",
    )


class ExpertInput(StrictInput):
    """Another expert for a round."""

    expert = serializers.IntegerField(
        min_value=1, max_value=LARGEST_ID, help_text="A membership of one of the project's experts."
    )


class TargetInput(StrictInput):
    """What of the annotations is to be judged."""

    target = serializers.ChoiceField(choices=Target.choices)


class ExpertChoiceOutput(serializers.Serializer[Any]):
    """An expert of the project."""

    membership = serializers.IntegerField()
    name = serializers.CharField()


class AddableOutput(serializers.Serializer[Any]):
    """Who could join a round."""

    experts = ExpertChoiceOutput(many=True)


class PopulationOutput(serializers.Serializer[Any]):
    """What a round would be drawn from, and who could judge it."""

    annotations = serializers.IntegerField(
        help_text="Annotations with an answer: the draws are from these."
    )
    examples = serializers.IntegerField(help_text="Examples with such an answer.")
    experts = ExpertChoiceOutput(many=True)


class RoundExpertOutput(serializers.Serializer[Any]):
    """An expert of a round. Only leads see others' ``judged``; else it is null."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    is_you = serializers.BooleanField()
    judged = serializers.IntegerField(allow_null=True, help_text="Answers with a verdict.")
    closed_at = serializers.DateTimeField(allow_null=True)


class GatheringOutput(serializers.Serializer[Any]):
    """How far a round's further annotations are."""

    annotations = serializers.IntegerField(help_text="Requested for each example, in total.")
    requested_at = serializers.DateTimeField()
    examples = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Examples that have them all.")
    annotations_missing = serializers.IntegerField()


class RoundOutput(serializers.Serializer[Any]):
    """A round of judgments.

    ``seed`` and ``population_size`` are for leads, else null. ``disagreements`` and ``settled``
    are null before phase 1 has ended. ``seat`` is the caller's number among the experts.
    """

    id = serializers.IntegerField()
    project = serializers.CharField(help_text="The project's slug.")
    number = serializers.IntegerField()
    title = serializers.CharField()
    target = serializers.ChoiceField(choices=Target.choices)
    size = serializers.IntegerField(help_text="Draws.")
    seed = serializers.IntegerField(allow_null=True)
    population_size = serializers.IntegerField(allow_null=True, help_text="Annotations.")
    answer_count = serializers.IntegerField(help_text="Different annotations that were drawn.")
    guidelines = serializers.CharField(allow_blank=True, help_text="Markdown.")
    guidelines_html = serializers.CharField(allow_blank=True)
    phase = serializers.ChoiceField(choices=Phase.choices)
    opened_at = serializers.DateTimeField()
    consensus_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    experts = RoundExpertOutput(many=True)
    seat = serializers.IntegerField(allow_null=True)
    disagreements = serializers.IntegerField(allow_null=True)
    settled = serializers.IntegerField(allow_null=True)
    variability = GatheringOutput(allow_null=True)
