"""Reading reviews, always for somebody, and by which names they see each other."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import QuerySet

from annotator.quality.reviews.models import Review, Seat
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.queries import role_of
from annotator.workspace.projects.shown_names import names_of, sees_names

AnyReview = TypeVar("AnyReview", bound=Review)


def reviews_of(model: type[AnyReview], *, project: Project, user: User) -> "QuerySet[AnyReview]":
    """The reviews that ``user`` may see, newest first: a lead all, an expert those they sit in."""
    reviews = model._default_manager.filter(project=project).order_by("-number")
    role = role_of(user=user, project=project)
    if role == Role.LEAD:
        return reviews
    if role != Role.EXPERT:
        return reviews.none()
    seat = model.seat_model()
    own = seat._default_manager.filter(seat.SITTING, user=user)
    return reviews.filter(pk__in=own.values(seat.REVIEW))


def count_waiting(reviews: "QuerySet[AnyReview]", user: User) -> int:
    """In how many of ``reviews`` there is something for ``user`` to do."""
    seat = reviews.model.seat_model()
    own = seat._default_manager.filter(seat.SITTING, seat.WAITING, user=user)
    open_reviews = reviews.filter(finished_at=None, cancelled_at=None)
    return open_reviews.filter(pk__in=own.values(seat.REVIEW)).count()


def seat_names(seats: Iterable[Seat], *, project: Project, role: str) -> dict[int, str]:
    """By which name a viewer in ``role`` sees those in seats of one project, by the seats' keys.

    Leads see names, everybody else numbers: *Expert 2*. Without an account one is only a number.
    """
    rows = list(seats)
    named = {seat.pk: f"{seat.TITLE} {seat.number}" for seat in rows}
    users = {seat.user.pk: seat.user for seat in rows if seat.user is not None}
    if not users or not sees_names(role):
        return named
    names = names_of(project=project, viewer_role=role, users=users.values())
    return named | {seat.pk: names[seat.user_id] for seat in rows if seat.user_id in names}
