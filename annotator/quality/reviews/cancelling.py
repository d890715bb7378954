"""Cancelling a review that has not ended, and opening it again."""

from datetime import datetime
from typing import TypeVar

from django.db import transaction

from annotator.exceptions import ConflictError
from annotator.quality.reviews.models import Review
from annotator.quality.reviews.working import lock_review, record
from annotator.workspace.accounts.models import User

AnyReview = TypeVar("AnyReview", bound=Review)


@transaction.atomic
def cancel_review(*, review: AnyReview, at: datetime, actor: User | None) -> AnyReview:
    """Stop all work on a review. What people have said stays, and counts again once it is reopened.

    Cancelling again changes nothing. Raises ``ConflictError`` with code ``review_finished`` for one
    that has ended: its results are on record.
    """
    review = lock_review(type(review), review.pk, also_cancelled=True)
    if review.finished_at is not None:
        raise ConflictError(
            "review_finished",
            f"This {review._meta.verbose_name} is finished, so its results stay on record.",
        )
    if review.cancelled_at is None:
        review.cancelled_at = at
        review.save(update_fields=["cancelled_at"])
        record(review, "cancelled", at, actor)
    return review


@transaction.atomic
def reopen_review(*, review: AnyReview, at: datetime, actor: User | None) -> AnyReview:
    """Let people go on with a review that was cancelled, where they stopped.

    One that isn't cancelled stays as it is.
    """
    review = lock_review(type(review), review.pk, also_cancelled=True)
    if review.cancelled_at is not None:
        review.cancelled_at = None
        review.save(update_fields=["cancelled_at"])
        record(review, "reopened", at, actor)
    return review
