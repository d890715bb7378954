"""Reading rounds, always for somebody."""

from django.db.models import Count, Q, QuerySet

from annotator.quality.judgments.models import JudgmentRound, RoundExpert
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.queries import role_of


def rounds_of(*, project: Project, user: User) -> "QuerySet[JudgmentRound]":
    """The rounds that ``user`` may see, newest first: a lead all, an expert those they sit in."""
    rounds = JudgmentRound.objects.filter(project=project).order_by("-number")
    role = role_of(user=user, project=project)
    if role == Role.LEAD:
        return rounds
    if role == Role.EXPERT:
        return rounds.filter(experts__user=user)
    return rounds.none()


def possible_experts(project: Project) -> "QuerySet[Membership]":
    """The members who could sit in a round of the project."""
    return project.memberships.filter(
        role=Role.EXPERT, is_active=True, user__is_active=True
    ).select_related("user")


def addable_experts(round_: JudgmentRound) -> "QuerySet[Membership]":
    """The project's experts who don't sit in the round."""
    return possible_experts(round_.project).exclude(user__in=round_.experts.values("user"))


def with_judged(seats: "QuerySet[RoundExpert]") -> "QuerySet[RoundExpert]":
    """Seats with ``judged``: on how many answers the expert has a verdict."""
    return seats.annotate(judged=Count("judgments", filter=Q(judgments__verdict__isnull=False)))
