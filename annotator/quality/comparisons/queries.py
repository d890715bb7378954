"""Reading studies, always for somebody."""

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.quality.comparisons.models import (
    AnswerPair,
    ComparedSystem,
    Comparison,
    ComparisonStudy,
    StudyComparer,
    SystemAnswer,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Role


def with_figures(studies: "QuerySet[ComparisonStudy]") -> "QuerySet[ComparisonStudy]":
    """Studies with systems, comparers and their counts, in a fixed number of queries.

    Adds ``pair_count`` and ``answer_count``, to comparers ``done`` and ``total``.
    """
    comparers = StudyComparer.objects.select_related("user").annotate(
        total=Count("comparisons"),
        done=Count("comparisons", filter=Q(comparisons__submitted_at__isnull=False)),
    )
    pairs = AnswerPair.objects.filter(study=OuterRef("pk"))
    answers = SystemAnswer.objects.filter(system__study=OuterRef("pk"))
    return (
        studies.select_related("project")
        .prefetch_related(
            Prefetch("comparers", comparers.order_by("number")),
            Prefetch("systems", ComparedSystem.objects.order_by("number")),
        )
        .annotate(
            pair_count=_counted(pairs, "study"), answer_count=_counted(answers, "system__study")
        )
    )


def _counted(rows: "QuerySet[AnswerPair] | QuerySet[SystemAnswer]", by: str) -> Coalesce:
    number = rows.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number), 0)


def comparisons_of(user: User) -> "QuerySet[Comparison]":
    """The comparisons that ``user`` makes as an expert of the study's project."""
    return Comparison.objects.filter(
        comparer__user=user,
        comparer__study__project__memberships__user=user,
        comparer__study__project__memberships__role=Role.EXPERT,
        comparer__study__project__memberships__is_active=True,
        comparer__study__project__deleted_at__isnull=True,
    )
