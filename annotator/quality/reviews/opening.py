"""Opening a review: its number, and who sits in it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Max, QuerySet

from annotator.quality.reviews.models import Review
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role

AT_ONCE = 500
"""Rows of a sample that one statement writes."""

AnyReview = TypeVar("AnyReview", bound=Review)


def create_review(
    model: type[AnyReview], *, project: Project, at: datetime, actor: User | None, **values: object
) -> AnyReview:
    """A review with the next number of the project.

    The caller has locked the project: two reviews don't take the same number.
    """
    reviews = model._default_manager
    # A deleted one keeps its number.
    last = model._base_manager.filter(project=project).aggregate(last=Max("number"))["last"] or 0
    return reviews.create(project=project, number=last + 1, opened_at=at, opened_by=actor, **values)


def possible_members(
    project: Project, roles: Sequence[str] = (Role.EXPERT,)
) -> "QuerySet[Membership]":
    """The members who could sit in a review of the project."""
    members = project.memberships.filter(role__in=roles, is_active=True, user__is_active=True)
    return members.select_related("user")


def members_named(
    possible: "QuerySet[Membership]", wanted: Sequence[int]
) -> list[Membership] | None:
    """The members with these ids in the order in which they are named, each once; None where
    somebody is not among ``possible``.
    """
    found = {member.pk: member for member in possible.filter(pk__in=wanted)}
    if not found.keys() >= set(wanted):
        return None
    return [found[key] for key in dict.fromkeys(wanted)]


def seat_members(review: Review, members: Sequence[Membership]) -> list[Any]:
    """Give each member a seat, with numbers that go on from those that there are; the seats."""
    seat = review.seat_model()
    last = review.seats.aggregate(last=Max("number"))["last"] or 0
    created: list[Any] = review.seats.bulk_create(
        seat(**{seat.REVIEW: review}, user_id=member.user_id, number=number)
        for number, member in enumerate(members, start=last + 1)
    )
    return created
