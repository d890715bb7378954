"""Judgment rounds as the caller may see them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from annotator.quality.judgments.models import JudgmentRound, RoundExpert
from annotator.quality.judgments.overview import overviews_of, with_experts
from annotator.quality.reviews.queries import reviews_of
from annotator.workspace.accounts.models import User
from api.scopes.reviews import ReviewListMixin, ReviewMixin, ShowsReviews
from api.serializers.judgment_rounds import RoundOutput


class ShowsRounds(ShowsReviews[JudgmentRound]):
    """Shows rounds with their experts and how far they are."""

    output = RoundOutput

    def visible(self, user: User) -> "QuerySet[JudgmentRound]":
        """With their experts."""
        return with_experts(reviews_of(JudgmentRound, project=self.project, user=user))

    def beside(self, reviews: Sequence[JudgmentRound]) -> dict[str, Any]:
        """How far they are."""
        return {"overviews": overviews_of(reviews)}


class RoundListMixin(ShowsRounds, ReviewListMixin[JudgmentRound]):
    """The rounds of a project."""


class RoundMixin(ShowsRounds, ReviewMixin[JudgmentRound, RoundExpert]):
    """A view below ``judgment-rounds/{id}/``."""

    model = JudgmentRound
