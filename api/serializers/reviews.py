"""What the shapes of blind reviews have in common, for every instrument."""

from typing import Any, TypeVar

from rest_framework import serializers

from annotator.collecting.guidance.markdown import render_markdown
from annotator.quality.reviews.models import Review, Seat
from annotator.workspace.projects.models import Membership
from annotator.workspace.projects.shown_names import name_of_member
from api.serializers.output import AnyField, Output, reads

AnyReview = TypeVar("AnyReview", bound=Review)


class MemberChoiceOutput(Output[Membership]):
    """A member who could sit in a review."""

    membership = serializers.IntegerField(source="pk")

    @reads(serializers.CharField())
    def name(self, member: Membership) -> str:
        return name_of_member(member)


class SeatOutput(Output[Seat]):
    """Somebody in a seat. Beside it the shape asks for the seats' ``names``, the ``viewer``, and
    whether they are ``is_lead``.
    """

    number = serializers.IntegerField()

    @reads(serializers.CharField())
    def name(self, seat: Seat) -> str:
        name: str = self.context["names"][seat.pk]
        return name

    @reads(serializers.BooleanField())
    def is_you(self, seat: Seat) -> bool:
        return self._is_viewers(seat)

    def progress(self, seat: Seat, count: int) -> int | None:
        """How far somebody is, for themselves and for leads."""
        return count if self.context["is_lead"] or self._is_viewers(seat) else None

    def _is_viewers(self, seat: Seat) -> bool:
        return bool(seat.user_id == self.context["viewer"].pk)


class ReviewOutput(Output[AnyReview]):
    """A review. Beside it the shape asks for what a ``SeatOutput`` asks for."""

    cancelled_at = serializers.DateTimeField(allow_null=True)

    def html(self, review: AnyReview, markdown: str) -> str:
        """What a lead wrote to those in the seats."""
        return render_markdown(markdown, project=review.project.slug) if markdown else ""


def for_leads(name: str, field: AnyField) -> AnyField:
    """A field with the review's ``name``, and null for everybody but leads."""

    def value(shape: Output[Review], review: Review) -> object:
        return getattr(review, name) if shape.context["is_lead"] else None

    return reads(field)(value)


def own_number(**options: Any) -> AnyField:
    """The viewer's number among those in seats, null for others."""

    def number(shape: Output[Review], review: Review) -> int | None:
        viewer = shape.context["viewer"].pk
        seats: list[Seat] = list(review.seats.all())
        return next((seat.number for seat in seats if seat.user_id == viewer), None)

    return reads(serializers.IntegerField(allow_null=True, **options))(number)
