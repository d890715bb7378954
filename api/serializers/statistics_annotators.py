"""What a report says of one annotator, for leads."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.training.standing import Standing, standing_of
from annotator.material.corpus.models import Example
from annotator.quality.overview.one_annotator import OneAnnotator
from annotator.workspace.projects.models import Membership
from api.serializers.output import Output, reads
from api.serializers.statistics import PlotOutput
from api.serializers.training import StandingOutput


class SignalExampleOutput(Output[Example]):
    """An example behind a signal."""

    id = serializers.IntegerField()
    question = serializers.CharField(source="question.text")


class SignalOutput(Output[Mapping[str, Any]]):
    """A reason to look at somebody's annotations.

    ``rate`` of all ``outcomes`` stands beside ``expected``, everybody's, and the funnel's limits.
    What stands out goes from ``since`` to ``until`` over ``run`` annotations with the rate
    ``run_rate``; ``earlier_rate`` is the annotator's rate before, null if it was so from the start.
    Of *quick* and *slow*, ``run_seconds`` is the median of the active time in the run and
    ``earlier_seconds`` the one before, or everybody's if it was so from the start; they are null of
    other measures.
    """

    measure = serializers.CharField()
    upwards = serializers.BooleanField(
        help_text="Whether it is more often than expected; otherwise less often."
    )
    trigger = serializers.ChoiceField(choices=("level", "change"))
    rate = serializers.FloatField()
    expected = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    outcomes = serializers.IntegerField()
    earlier_rate = serializers.FloatField(allow_null=True)
    run_rate = serializers.FloatField(allow_null=True)
    earlier_seconds = serializers.FloatField(allow_null=True)
    run_seconds = serializers.FloatField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    urgency = serializers.FloatField(
        help_text="-log10 of the chance that a steady person comes to as much evidence."
    )
    behind = serializers.IntegerField(help_text="How many examples are behind it.")
    examples = SignalExampleOutput(many=True, help_text="The latest of them, 50 at most.")


class AnnotatorTrainingOutput(Output[Membership]):
    """A member's standing in the project's training."""

    member = serializers.IntegerField(source="pk", help_text="The membership's id.")
    is_required = serializers.BooleanField(source="project.requires_training")

    @reads(StandingOutput())
    def standing(self, membership: Membership) -> Standing:
        return standing_of(membership)


class AnnotatorStatisticsOutput(Output[OneAnnotator]):
    """Charts over time and signals of one annotator, from the newest report.

    ``training`` is null for somebody who is not an active annotator here.
    """

    id = serializers.IntegerField(source="user.pk")
    name = serializers.CharField()
    computed_at = serializers.DateTimeField(
        source="report.created_at",
        allow_null=True,
        help_text="Null if no report has figures about annotators.",
    )
    plots = PlotOutput(many=True)
    signals = SignalOutput(many=True)
    training = AnnotatorTrainingOutput(source="membership", allow_null=True)
