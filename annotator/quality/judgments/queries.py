"""Reading rounds' experts."""

from django.db.models import Count, Q, QuerySet

from annotator.quality.judgments.models import JudgmentRound, RoundExpert
from annotator.quality.reviews.opening import possible_members
from annotator.workspace.projects.models import Membership


def addable_experts(round_: JudgmentRound) -> "QuerySet[Membership]":
    """The project's experts who don't sit in the round."""
    return possible_members(round_.project).exclude(user__in=round_.experts.values("user"))


def with_judged(seats: "QuerySet[RoundExpert]") -> "QuerySet[RoundExpert]":
    """Seats with ``judged``: on how many answers the expert has a verdict."""
    return seats.annotate(judged=Count("judgments", filter=Q(judgments__verdict__isnull=False)))
