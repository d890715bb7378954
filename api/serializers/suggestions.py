"""Suggestions: what a lead chooses, and how far it is."""

from collections.abc import Iterable
from uuid import UUID

from rest_framework import serializers

from annotator.collecting.suggestions.models import Mode
from annotator.collecting.suggestions.queries import Suggesting, eligible_examples
from annotator.systems.evaluation.models import System
from annotator.systems.evaluation.suggesting import MOST_BOXES, preparing_job, systems_to_suggest
from annotator.workspace.projects.seeds import LARGEST_SEED
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

OFF = "off"
MODES = [(OFF, "Nothing"), *Mode.choices]


class SuggestionsInput(StrictInput):
    """What annotators are to see from now on. With `off`, the rest is left out."""

    mode = serializers.ChoiceField(choices=MODES)
    system = serializers.IntegerField(required=False, help_text="A system of the leaderboard.")
    share = serializers.FloatField(
        min_value=0,
        max_value=1,
        default=0.5,
        help_text="The share of assignments that see a suggestion.",
    )
    boxes = serializers.IntegerField(min_value=1, max_value=MOST_BOXES, default=3)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=1)


class SuggestingSystemOutput(Output[System]):
    """A system whose predictions are stored."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class SuggestionsOutput(Output[Suggesting]):
    """What annotators see, and what can be chosen."""

    @reads(serializers.ChoiceField(choices=MODES))
    def mode(self, now: Suggesting) -> str:
        return now.plan.mode if now.plan else OFF

    system_name = serializers.CharField(source="plan.system_name", allow_null=True)
    share = serializers.FloatField(source="plan.share", allow_null=True)
    boxes = serializers.IntegerField(source="plan.boxes", allow_null=True)
    seed = serializers.IntegerField(source="plan.seed", allow_null=True)

    @reads(serializers.BooleanField(help_text="Whether the predictions are read."))
    def is_ready(self, now: Suggesting) -> bool:
        return now.plan is not None and now.plan.ready_at is not None

    @reads(serializers.UUIDField(allow_null=True, help_text="The job that reads them."))
    def job(self, now: Suggesting) -> UUID | None:
        return preparing_job(now.plan) if now.plan else None

    @reads(
        serializers.IntegerField(
            help_text="How many examples of the project can get a suggestion: one annotation each."
        )
    )
    def examples(self, now: Suggesting) -> int:
        return eligible_examples(now.project).count()

    @reads(SuggestingSystemOutput(many=True))
    def systems(self, now: Suggesting) -> Iterable[System]:
        return systems_to_suggest(now.project).only("id", "name")
