"""How many annotations each example should have."""

from rest_framework import serializers

from annotator.quality.overview.plan import Option, Plan
from api.serializers.hours import MoneyField, PayOutput
from api.serializers.output import Output
from api.serializers.strict import StrictInput


class PlanQuery(StrictInput):
    """What the plan is for."""

    examples = serializers.IntegerField(
        min_value=2,
        max_value=10_000_000,
        required=False,
        help_text="The project's own, if left out.",
    )
    hours_a_week = serializers.FloatField(
        min_value=0.5, max_value=60, default=10, help_text="What each person can give."
    )
    weeks = serializers.FloatField(min_value=0.5, max_value=520, default=4)
    seconds = serializers.FloatField(
        min_value=1,
        max_value=86_400,
        required=False,
        help_text="Active time of an annotation; measured or the paper's, if left out.",
    )


class PlanOptionOutput(Output[Option]):
    """What a number of annotations of each example would give, take and cost."""

    number = serializers.IntegerField()
    agreement = serializers.FloatField(
        allow_null=True, help_text="The share of pairs with the same long answer."
    )
    width = serializers.FloatField(
        allow_null=True, help_text="Of the 95% interval of that, from its low to its high end."
    )
    correct = serializers.FloatField(
        help_text="The share of examples whose consensus is that of endless annotators."
    )
    annotations = serializers.IntegerField()
    hours = serializers.FloatField()
    people = serializers.IntegerField()
    cost = MoneyField()


class PlanOutput(Output[Plan]):
    """What each number would give, by whose rates, and the one that is recommended."""

    examples = serializers.IntegerField()
    answers_from = serializers.ChoiceField(choices=["project", "papers"])
    seconds = serializers.FloatField()
    seconds_from = serializers.ChoiceField(choices=["given", "project", "papers"])
    pay = PayOutput(allow_null=True)
    recommended = serializers.IntegerField()
    options = PlanOptionOutput(many=True)
