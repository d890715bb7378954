"""A lead's morning: the forecast, what waits, and quality beside its targets."""

from rest_framework import serializers

from annotator.quality.overview.overview import Forecast, Overview, Waiting
from annotator.quality.overview.targets import MOST_TARGETS, Judged
from api.serializers.output import Output
from api.serializers.strict import StrictInput

STATES = ("met", "missed", "open", "unknown")
OBSTACLES = ("left", "late", "no_report", "old_report", "no_targets", "targets")


class TargetInput(StrictInput):
    """Bounds for a share or a coefficient of the statistics; one of the two may be null."""

    section = serializers.CharField(max_length=40)
    figure = serializers.CharField(max_length=60)
    at_least = serializers.FloatField(min_value=-1, max_value=1, allow_null=True, default=None)
    at_most = serializers.FloatField(min_value=-1, max_value=1, allow_null=True, default=None)


class TargetsInput(StrictInput):
    """All of the project's targets."""

    targets = serializers.ListField(child=TargetInput(), max_length=MOST_TARGETS)


class TargetOutput(Output[Judged]):
    """A target beside its figure."""

    section = serializers.CharField()
    figure = serializers.CharField()
    at_least = serializers.FloatField(allow_null=True)
    at_most = serializers.FloatField(allow_null=True)
    unit = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    state = serializers.ChoiceField(
        choices=STATES,
        help_text=(
            "`met` or `missed`: the whole interval is. `open`: it has values on both sides."
            " `unknown`: there is no interval; `reason` says why."
        ),
    )
    reason = serializers.CharField(allow_blank=True)


class ForecastOutput(Output[Forecast]):
    """When the last annotation is expected."""

    day = serializers.DateField(allow_null=True)
    low = serializers.DateField(allow_null=True)
    high = serializers.DateField(allow_null=True)
    reason = serializers.CharField(
        allow_blank=True, help_text="Why there is no day, or no interval."
    )


class WaitingOutput(Output[Waiting]):
    """What waits for a lead."""

    questions = serializers.IntegerField()
    questions_overdue = serializers.IntegerField()
    parked = serializers.IntegerField()
    late = serializers.IntegerField(help_text="Late annotations that no lead has accepted.")
    trainees = serializers.IntegerField(help_text="Whose training waits for a lead.")
    to_look_at = serializers.IntegerField(
        allow_null=True,
        help_text="People with a signal in the newest statistics; null without any.",
    )
    disagreements = serializers.IntegerField(
        allow_null=True,
        help_text="Examples on which annotators disagree by the newest statistics and no lead has"
        " decided; null without any.",
    )


class OverviewOutput(Output[Overview]):
    """Are we on course, who needs me, is it good enough to publish?"""

    forecast = ForecastOutput()
    waiting = WaitingOutput()
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text="Of the newest statistics; null without any."
    )
    targets = TargetOutput(many=True)
    obstacles = serializers.ListField(
        child=serializers.ChoiceField(choices=OBSTACLES),
        help_text=(
            "Why the data set is not ready to publish: annotations to go, late ones to decide on,"
            " no statistics or ones that are out of date, no targets, or a target that is not met."
            " None: it is ready."
        ),
    )
