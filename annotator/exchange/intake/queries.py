"""Reading a project's queries."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet, Sum

from annotator.exchange.intake.filtering.decision import Step
from annotator.exchange.intake.models import Query
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

SAMPLES = 5


@dataclass(frozen=True, slots=True)
class FunnelStep:
    """A step of the funnel: how many queries ended here, how often these were issued, and some of
    those issued most often.
    """

    step: Step
    queries: int
    issued: int
    samples: tuple[Query, ...]


def published_queries(project: Project) -> "QuerySet[Query]":
    """Queries of imports that are finished, those issued most often first."""
    return Query.objects.filter(project=project, is_published=True).order_by("-count", "pk")


def shown_queries(project: Project, viewer: User) -> "QuerySet[Query]":
    """The published ones that ``viewer``, a lead, may read: none that asks what is hidden."""
    hidden = Example.objects.hidden_from(viewer).filter(project=project)
    return published_queries(project).exclude(text__in=hidden.values("question__text"))


def undecided_queries(project: Project) -> "QuerySet[Query]":
    """Queries that the filters decide about: no lead did, and no example asks them."""
    return published_queries(project).filter(is_decided=False).exclude(step=Step.EXAMPLE)


def queries_to_find_pages_for(project: Project, *, again: bool = False) -> "QuerySet[Query]":
    """The ``waiting_queries`` that no example of the project asks already."""
    return waiting_queries(project, again=again).exclude(text__in=asked_texts(project))


def waiting_queries(project: Project, *, again: bool = False) -> "QuerySet[Query]":
    """Kept queries; with ``again`` also those for which no page was found."""
    steps = (Step.KEPT, Step.NO_PAGE) if again else (Step.KEPT,)
    return published_queries(project).filter(step__in=steps)


def asked_texts(project: Project) -> "QuerySet[Example, str]":
    """The questions of the project's examples."""
    asked = Example.objects.filter(project=project, is_published=True)
    return asked.values_list("question__text", flat=True)


def asked_among(project_id: int, texts: Sequence[str]) -> set[str]:
    """The texts that the project's examples ask, those of an unfinished import too."""
    asked = Example.objects.filter(project=project_id, question__text__in=texts)
    return set(asked.values_list("question__text", flat=True))


def funnel_of(project: Project, viewer: User) -> list[FunnelStep]:
    """Where the project's queries ended, step by step, with the number of look-ups fixed.

    All of them count; samples are of those that ``viewer`` may read (``shown_queries``).
    """
    queries, shown = published_queries(project), shown_queries(project, viewer)
    counted = {
        step: (number, issued)
        for step, number, issued in queries.order_by()
        .values_list("step")
        .annotate(Count("pk"), Sum("count"))
    }
    return [
        FunnelStep(step, *counted.get(step, (0, 0)), tuple(shown.filter(step=step)[:SAMPLES]))
        for step in Step
    ]
