"""Judgment rounds: opening, and progress."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from annotator.quality.judgments.models import JudgmentRound, Phase, Target
from annotator.quality.judgments.overview import Gathering, Overview
from annotator.quality.judgments.rounds import LARGEST_SIZE, MOST_EXPERTS
from annotator.workspace.projects.models import Membership
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.responses.pagination import LARGEST_ID
from api.serializers.output import Output, reads
from api.serializers.reviews import (
    MemberChoiceOutput,
    ReviewOutput,
    SeatOutput,
    for_leads,
    own_number,
)
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


class ExpertChoiceOutput(MemberChoiceOutput):
    """An expert of the project."""


class AddableOutput(Output[Iterable[Membership]]):
    """Who could join a round."""

    experts = ExpertChoiceOutput(source="*", many=True)


class PopulationOutput(Output[Any]):
    """What a round would be drawn from, and who could judge it."""

    annotations = serializers.IntegerField(
        help_text="Annotations with an answer: the draws are from these."
    )
    examples = serializers.IntegerField(help_text="Examples with such an answer.")
    experts = ExpertChoiceOutput(many=True)


class RoundExpertOutput(SeatOutput):
    """An expert of a round. Only leads see others' ``judged``; else it is null."""

    @reads(serializers.IntegerField(allow_null=True, help_text="Answers with a verdict."))
    def judged(self, seat: Any) -> int | None:
        return self.progress(seat, seat.judged)

    closed_at = serializers.DateTimeField(allow_null=True)


class GatheringOutput(Output[Gathering]):
    """How far a round's further annotations are."""

    annotations = serializers.IntegerField(help_text="Requested for each example, in total.")
    requested_at = serializers.DateTimeField()
    examples = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Examples that have them all.")
    annotations_missing = serializers.IntegerField(source="missing")


class RoundOutput(ReviewOutput[JudgmentRound]):
    """A round of judgments.

    ``seed`` and ``population_size`` are for leads, else null. ``disagreements`` and ``settled``
    are null before phase 1 has ended. ``seat`` is the caller's number among the experts.
    """

    id = serializers.IntegerField()
    project = serializers.CharField(source="project.slug", help_text="The project's slug.")
    number = serializers.IntegerField()
    title = serializers.CharField()
    target = serializers.ChoiceField(choices=Target.choices)
    size = serializers.IntegerField(help_text="Draws.")
    seed = for_leads("seed", serializers.IntegerField(allow_null=True))
    population_size = for_leads(
        "population_size", serializers.IntegerField(allow_null=True, help_text="Annotations.")
    )

    @reads(serializers.IntegerField(help_text="Different annotations that were drawn."))
    def answer_count(self, found: JudgmentRound) -> int:
        return self._overview(found).answers

    guidelines = serializers.CharField(allow_blank=True, help_text="Markdown.")

    @reads(serializers.CharField(allow_blank=True))
    def guidelines_html(self, found: JudgmentRound) -> str:
        return self.html(found, found.guidelines)

    phase = serializers.ChoiceField(choices=Phase.choices)
    opened_at = serializers.DateTimeField()
    consensus_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    experts = RoundExpertOutput(many=True)
    seat = own_number()

    @reads(serializers.IntegerField(allow_null=True))
    def disagreements(self, found: JudgmentRound) -> int | None:
        return self._overview(found).disagreements if found.phase != Phase.INDEPENDENT else None

    @reads(serializers.IntegerField(allow_null=True))
    def settled(self, found: JudgmentRound) -> int | None:
        return self._overview(found).settled if found.phase != Phase.INDEPENDENT else None

    @reads(GatheringOutput(allow_null=True))
    def variability(self, found: JudgmentRound) -> Gathering | None:
        return self._overview(found).gathering

    def _overview(self, found: JudgmentRound) -> Overview:
        overview: Overview = self.context["overviews"][found.pk]
        return overview
