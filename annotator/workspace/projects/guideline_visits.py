"""Which version of the guidelines somebody has before their eyes."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.exceptions import InvalidInputError
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Guideline, GuidelineVisit, Membership, Project


@transaction.atomic
def mark_guideline_seen(
    *, project: Project, user: User, version: int, with_difference: bool, at: datetime
) -> None:
    """Remember that a member has read a version; never an earlier one than they had.

    ``with_difference``: they were shown what changed since the one before. Raises
    ``InvalidInputError`` for a version that there is none of.
    """
    guideline = project.guidelines.filter(version=version).first()
    if guideline is None:
        sentence = f"The guidelines have no version {version}."
        raise InvalidInputError("no_version", sentence, fields={"version": sentence})
    # Two tabs at once: the second waits for the first, and finds its row.
    members = Membership.objects.select_for_update(no_key=True)
    membership = members.filter(project=project, user=user).first()
    if membership is None:
        return  # an administrator, who doesn't annotate
    visits = GuidelineVisit.objects.select_related("seen", "compared")
    known = visits.filter(membership=membership).first()
    visit = known or GuidelineVisit(membership=membership, seen=guideline, seen_at=at)
    visit.seen = _later(visit.seen, guideline)
    visit.compared = _later(visit.compared, guideline) if with_difference else visit.compared
    visit.seen_at = at
    visit.save(force_insert=known is None)


def guideline_in_view(*, project: Project, user_id: int, opened_at: datetime) -> Guideline | None:
    """The version under which somebody answers what they opened at ``opened_at``.

    That is the one that they read last; for a program, which reads none, the one that was current
    when the question came. A version that they have not been shown doesn't count.
    """
    return _IN_VIEW.first(project=project.pk, user=user_id, opened_at=opened_at)


def guidelines_in_view(*, project: Any, user: Any, opened_at: Any) -> "QuerySet[Guideline]":
    """``guideline_in_view`` of values that come with a query: none or one, without its text."""
    visits = GuidelineVisit.objects.filter(
        membership__project=OuterRef("project"), membership__user=user, seen=OuterRef("pk")
    )
    return (
        Guideline.objects.filter(project=project)
        .annotate(is_seen=Exists(visits))
        .filter(Q(is_seen=True) | Q(created_at__lte=opened_at))
        .order_by("-is_seen", "-version")
        .defer("markdown")[:1]
    )


_IN_VIEW = CompiledQuery(
    "guideline_in_view",
    lambda: guidelines_in_view(
        project=Parameter("project"), user=Parameter("user"), opened_at=Parameter("opened_at")
    ),
)


def _later(one: Guideline | None, other: Guideline) -> Guideline:
    return one if one is not None and one.version > other.version else other
