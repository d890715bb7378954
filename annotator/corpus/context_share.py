"""Reading context passages around a threshold, and how many disambiguations get one."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from annotator.corpus.models import ContextPassage, Disambiguation, Purpose
from annotator.projects.models import Project

PAPER_SHARE = 0.45
"""The share of disambiguations that got a passage in ASQA (appendix A)."""


@dataclass(frozen=True, slots=True)
class ContextShare:
    """Disambiguations of a project's main task, and where their contexts come from.

    ``own``: the file brought one. ``found``: the job found one, of whatever similarity;
    ``above``: one whose similarity exceeds the threshold. ``own`` and ``found`` never overlap.
    """

    disambiguations: int
    own: int
    found: int
    above: int

    @property
    def share(self) -> float | None:
        """The share, 0 to 1, of disambiguations that get a passage; None without any."""
        return (self.own + self.above) / self.disambiguations if self.disambiguations else None


def context_share(project: Project, *, threshold: float) -> ContextShare:
    """Counts at ``threshold``, by the database."""
    found = Q(context="", context_passage__isnull=False)
    counts = _disambiguations(project).aggregate(
        disambiguations=Count("pk"),
        own=Count("pk", filter=~Q(context="")),
        found=Count("pk", filter=found),
        above=Count("pk", filter=found & Q(context_passage__similarity__gt=threshold)),
    )
    return ContextShare(**counts)


def passages_above(project: Project, *, threshold: float) -> QuerySet[ContextPassage]:
    """Passages that annotators would see at ``threshold``, the least similar first."""
    above = _passages(project).filter(similarity__gt=threshold)
    return above.order_by("similarity", "pk")


def passages_below(project: Project, *, threshold: float) -> QuerySet[ContextPassage]:
    """Passages that they would not see, the most similar first."""
    below = _passages(project).filter(similarity__lte=threshold)
    return below.order_by("-similarity", "-pk")


def _disambiguations(project: Project) -> QuerySet[Disambiguation]:
    return Disambiguation.objects.filter(
        example__project=project, example__is_published=True, example__purpose=Purpose.MAIN
    )


def _passages(project: Project) -> QuerySet[ContextPassage]:
    return ContextPassage.objects.filter(
        disambiguation__context="",
        disambiguation__example__project=project,
        disambiguation__example__is_published=True,
        disambiguation__example__purpose=Purpose.MAIN,
    ).select_related("page", "disambiguation__example__question")
