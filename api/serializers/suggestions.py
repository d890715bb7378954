"""Suggestions: what a lead chooses, and how far it is."""

from typing import Any

from rest_framework import serializers

from annotator.collecting.suggestions.models import Mode
from annotator.systems.evaluation.suggesting import MOST_BOXES
from annotator.workspace.projects.seeds import LARGEST_SEED
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


class SuggestingSystemOutput(serializers.Serializer[Any]):
    """A system whose predictions are stored."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class SuggestionsOutput(serializers.Serializer[Any]):
    """What annotators see, and what can be chosen."""

    mode = serializers.ChoiceField(choices=MODES)
    system_name = serializers.CharField(allow_null=True)
    share = serializers.FloatField(allow_null=True)
    boxes = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    is_ready = serializers.BooleanField(help_text="Whether the predictions are read.")
    job = serializers.UUIDField(allow_null=True, help_text="The job that reads them.")
    examples = serializers.IntegerField(
        help_text="How many examples of the project can get a suggestion: one annotation each."
    )
    systems = SuggestingSystemOutput(many=True)
