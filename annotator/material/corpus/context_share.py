"""Reading context passages around a threshold, and how many disambiguations get one."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from annotator.material.corpus.context_passages import FIND_CONTEXT_PASSAGES
from annotator.material.corpus.models import ContextPassage, Disambiguation, Purpose
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project

PAPER_SHARE = 0.45
"""The share of disambiguations that got a passage in ASQA (appendix A)."""


@dataclass(frozen=True, slots=True)
class ContextShare:
    """Disambiguations of a project's main task, and where their contexts come from.

    ``own``: the file has one. ``found``: the job found one, whatever its similarity; ``above``: one
    whose similarity exceeds the threshold. ``unsearched``: the file has none, and no job has looked
    for one yet. ``unsaid`` are those of them about which the file says nothing, so nothing is
    known; for the others the file says that there is none. ``own``, ``found`` and ``unsearched``
    never overlap.
    """

    disambiguations: int
    own: int
    found: int
    above: int
    unsearched: int
    unsaid: int

    @property
    def share(self) -> float | None:
        """The share, 0 to 1, of disambiguations that get a passage, of all but the unsearched ones;
        None without any.
        """
        known = self.disambiguations - self.unsearched
        return (self.own + self.above) / known if known else None


def context_share(
    project: Project, *, threshold: float, purposes: Collection[Purpose] = (Purpose.MAIN,)
) -> ContextShare:
    """Counts at ``threshold``, by the database; of examples with these ``purposes``."""
    found = Q(context="", context_passage__isnull=False)
    unsearched = _unsearched(project)
    counts = _disambiguations(project, purposes).aggregate(
        disambiguations=Count("pk"),
        own=Count("pk", filter=~Q(context="")),
        found=Count("pk", filter=found),
        above=Count("pk", filter=found & Q(context_passage__similarity__gt=threshold)),
        unsearched=Count("pk", filter=unsearched),
        unsaid=Count("pk", filter=unsearched & Q(has_context_field=False)),
    )
    return ContextShare(**counts)


def shown_by_example(
    project: Project, *, threshold: float, purposes: Collection[Purpose] = (Purpose.MAIN,)
) -> list[tuple[int, int, int]]:
    """Rows of three numbers: an example's key, its disambiguations known to have or lack a passage,
    and those of them with a passage at ``threshold``.
    """
    unsaid = _unsearched(project) & Q(has_context_field=False)
    above = Q(context="", context_passage__similarity__gt=threshold)
    rows = (
        _disambiguations(project, purposes)
        .values("example")
        .annotate(
            number=Count("pk", filter=~unsaid), shown=Count("pk", filter=~Q(context="") | above)
        )
        .order_by("example")
        .values_list("example", "number", "shown")
    )
    return list(rows.iterator())


def _unsearched(project: Project) -> Q:
    """Disambiguations that need a passage and that no job has come to.

    A job goes through the examples by their keys, and its checkpoint is how far it came. Examples
    whose import ended after the job had begun may have come in behind its back. One that has a
    passage was searched for all of its disambiguations, by whatever means.
    """
    searches = Job.objects.filter(project_id=project.pk, kind=FIND_CONTEXT_PASSAGES)
    found = ContextPassage.objects.filter(disambiguation__example__project=project)
    searched = Q(example__in=found.values("disambiguation__example"))
    for checkpoint, began in searches.values_list("checkpoint", "started_at"):
        if checkpoint and began:
            later = Job.objects.filter(project_id=project.pk, finished_at__gt=began)
            imports = list(later.values_list("pk", flat=True))
            missed = Q(example__import_job__isnull=False, example__import_job__in=imports)
            searched |= Q(example__lte=checkpoint["after"]) & ~missed
    return Q(context="", context_passage__isnull=True) & ~searched


def passages_above(project: Project, *, threshold: float) -> QuerySet[ContextPassage]:
    """Passages that annotators would see at ``threshold``, the least similar first."""
    above = _passages(project).filter(similarity__gt=threshold)
    return above.order_by("similarity", "pk")


def passages_below(project: Project, *, threshold: float) -> QuerySet[ContextPassage]:
    """Passages that they would not see, the most similar first."""
    below = _passages(project).filter(similarity__lte=threshold)
    return below.order_by("-similarity", "-pk")


def _disambiguations(project: Project, purposes: Collection[Purpose]) -> QuerySet[Disambiguation]:
    return Disambiguation.objects.filter(
        example__project=project, example__is_published=True, example__purpose__in=purposes
    )


def _passages(project: Project) -> QuerySet[ContextPassage]:
    return ContextPassage.objects.filter(
        disambiguation__context="",
        disambiguation__example__project=project,
        disambiguation__example__is_published=True,
        disambiguation__example__purpose=Purpose.MAIN,
    ).select_related("page", "disambiguation__example__question")
