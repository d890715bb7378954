"""What a report says of one annotator, for leads."""

from typing import Any

from rest_framework import serializers

from api.serializers.statistics import PlotOutput
from api.serializers.training import StandingOutput


class SignalExampleOutput(serializers.Serializer[Any]):
    """An example behind a signal."""

    id = serializers.IntegerField()
    question = serializers.CharField()


class SignalOutput(serializers.Serializer[Any]):
    """A reason to look at somebody's annotations.

    ``rate`` of all ``outcomes`` is compared with ``expected`` and the funnel's limits; ``run_rate``
    of ``run`` outcomes, from ``since`` to ``until``, tripped the chart over time, or is null, and
    ``earlier_rate`` is the annotator's rate before, null if there was nothing before. Of *quick*
    and *slow*, ``run_seconds`` and ``earlier_seconds`` are the medians of the active time in the
    run and before; they are null of other measures, and in older reports.
    """

    measure = serializers.CharField()
    upwards = serializers.BooleanField(
        help_text="Whether it is more often than expected; otherwise less often."
    )
    trigger = serializers.ChoiceField(choices=("funnel", "cusum", "both"))
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
        help_text="The distance, in standard deviations of a mean of that many outcomes."
    )
    behind = serializers.IntegerField(help_text="How many examples are behind it.")
    examples = SignalExampleOutput(many=True, help_text="The latest of them, 50 at most.")


class AnnotatorTrainingOutput(serializers.Serializer[Any]):
    """A member's standing in the project's training."""

    member = serializers.IntegerField(help_text="The membership's id.")
    is_required = serializers.BooleanField()
    standing = StandingOutput()


class AnnotatorStatisticsOutput(serializers.Serializer[Any]):
    """Charts over time and signals of one annotator, from the newest report.

    ``training`` is null for somebody who is not an active annotator here.
    """

    id = serializers.IntegerField()
    name = serializers.CharField()
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text="Null if no report has figures about annotators."
    )
    plots = PlotOutput(many=True)
    signals = SignalOutput(many=True)
    training = AnnotatorTrainingOutput(allow_null=True)
