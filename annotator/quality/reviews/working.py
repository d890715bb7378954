"""While a review is open: locks, its history, and what is still missing."""

from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet

from annotator.exceptions import ConflictError, NotFoundError
from annotator.quality.reviews.models import Review, Seat
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event

AnyReview = TypeVar("AnyReview", bound=Review)
AnySeat = TypeVar("AnySeat", bound=Seat)


def lock_review(model: type[AnyReview], key: int, *, also_cancelled: bool = False) -> AnyReview:
    """The review with this key as it is now, locked against every other change of its state.

    Lock it before its seats. Raises ``NotFoundError`` if a lead has deleted it meanwhile, and
    ``ConflictError`` with code ``review_cancelled`` for one that a lead has cancelled.
    """
    locked = model._default_manager.select_for_update(no_key=True, of=("self",))
    found = locked.select_related("project").filter(pk=key).first()
    if found is None:
        raise NotFoundError("not_found", f"A lead has deleted this {model._meta.verbose_name}.")
    if not also_cancelled:
        refuse_cancelled(found)
    return found


def refuse_cancelled(review: Review) -> None:
    """Raise ``ConflictError`` for a review that a lead has cancelled."""
    if review.cancelled_at is not None:
        raise ConflictError(
            "review_cancelled",
            f"A lead has cancelled this {review._meta.verbose_name}. It can be opened again.",
        )


def lock_seat(seat: AnySeat) -> AnySeat:
    """The seat as it is now, locked, so that one's answers change one after another.

    Raises ``NotFoundError`` if a lead has taken the person out meanwhile, and ``ConflictError`` as
    ``lock_review``.
    """
    model = type(seat)
    locked = model._default_manager.select_for_update(no_key=True, of=("self",))
    found = locked.select_related(model.REVIEW, "user").filter(model.SITTING, pk=seat.pk).first()
    if found is None:
        raise NotFoundError("not_found", f"You are no longer in this {model.REVIEW}.")
    refuse_cancelled(getattr(found, model.REVIEW))
    return found


def refuse_missing(
    lacking: "QuerySet[Any]", *, code: str, lacks: str, most: int | None = None
) -> None:
    """Raise ``ConflictError`` where answers of the sample are ``lacking`` something.

    ``extra["missing"]`` has their numbers, ``most`` of them where that is given.
    """
    count = lacking.count()
    if not count:
        return
    subject = "1 answer has" if count == 1 else f"{count:,} answers have"
    numbers = lacking.order_by("number").values_list("number", flat=True)[:most]
    raise ConflictError(code, f"{subject} {lacks} yet.", extra={"missing": list(numbers)})


def record(
    review: Review,
    verb: str,
    at: datetime,
    actor: User | None,
    *,
    example_id: int | None = None,
    **details: Any,
) -> None:
    """Write into history what happened to a review."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject=review.SUBJECT,
        subject_id=review.pk,
        project_id=review.project_id,
        example_id=example_id,
        details={**review.facts(), **details},
    )
