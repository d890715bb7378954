"""Hours and cost."""

from decimal import Decimal

from rest_framework import serializers

from annotator.quality.overview.hours import Hours, Needed, Person, Work, cost_of
from annotator.quality.reports.models import Pay
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput

WEEKS = 4


class MoneyField(serializers.DecimalField):
    """An amount in the project's currency, to the cent; null without a rate."""

    def __init__(self) -> None:
        super().__init__(max_digits=14, decimal_places=2, allow_null=True)


class HoursQuery(StrictInput):
    """How many weeks to show one by one."""

    weeks = serializers.IntegerField(
        min_value=1,
        max_value=104,
        default=WEEKS,
        help_text="The latest ones, this week among them.",
    )


class PayInput(StrictInput):
    """What the project pays for an hour; null: it has no rate."""

    per_hour = serializers.DecimalField(
        max_digits=9, decimal_places=2, min_value=Decimal("0.01"), allow_null=True
    )
    currency = serializers.CharField(
        max_length=3, default="", allow_blank=True, help_text="ISO 4217, such as `EUR`."
    )


class PayOutput(Output[Pay]):
    """What the project pays for an hour of active time."""

    per_hour = serializers.DecimalField(max_digits=9, decimal_places=2)
    currency = serializers.CharField()


class WorkOutput(Output[Work]):
    """Active seconds by what was done."""

    annotations = serializers.IntegerField()
    untimed = serializers.IntegerField(help_text="Annotations without a measured time.")
    annotating = serializers.FloatField()
    training = serializers.FloatField()
    comparing = serializers.FloatField()


class PersonHoursOutput(Output[Person]):
    """Somebody's hours. ``weeks`` has the active seconds of each of the weeks shown."""

    id = serializers.IntegerField(source="user.pk")
    name = serializers.CharField()
    work = WorkOutput()
    weeks = serializers.ListField(child=serializers.FloatField())

    @reads(MoneyField())
    def cost(self, person: Person) -> Decimal | None:
        return cost_of(person.work.seconds, self.context["pay"])


class NeededOutput(Output[Needed]):
    """Active seconds to the end with the ends of their interval, and what they cost."""

    seconds = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    reason = serializers.CharField(
        allow_blank=True, help_text="Why there is no value, or no interval."
    )

    @reads(MoneyField())
    def cost(self, needed: Needed) -> Decimal | None:
        return cost_of(needed.seconds, self.context["pay"])

    @reads(MoneyField())
    def cost_low(self, needed: Needed) -> Decimal | None:
        return cost_of(needed.low, self.context["pay"])

    @reads(MoneyField())
    def cost_high(self, needed: Needed) -> Decimal | None:
        return cost_of(needed.high, self.context["pay"])


class HoursOutput(Output[Hours]):
    """Who worked how long, what that costs, and what is to come."""

    pay = PayOutput(allow_null=True)
    spent = serializers.FloatField(help_text="Active seconds of everybody so far.")
    needed = NeededOutput()
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text="Of the newest statistics, which `needed` goes by."
    )
    weeks = serializers.ListField(
        child=serializers.DateField(), help_text="Mondays in UTC, the newest first."
    )
    people = PersonHoursOutput(many=True)

    @reads(MoneyField())
    def cost(self, hours: Hours) -> Decimal | None:
        return cost_of(hours.spent, self.context["pay"])
