"""Reading leaderboards."""

from django.db.models import Max, Prefetch, QuerySet

from annotator.evaluation.models import Gold, Leaderboard, Score, ScoredFile, System
from annotator.projects.models import Kind, Project

_BEST = "best-threshold"
METRICS = {
    Kind.NQ: tuple(
        f"{part}-{name}"
        for part in ("long", "short")
        for name in (
            *(f"{_BEST}-f1", f"{_BEST}-precision", f"{_BEST}-recall", _BEST),
            *(f"recall-at-precision>={share}" for share in ("0.5", "0.75", "0.9")),
        )
    ),
    Kind.ASQA: ("ovscore", "QA-F1", "rougeLsum", "str_em", "QA-EM", "QA-Hit", "length"),
}
"""What a leaderboard shows, by the project's kind; the first decides the order unless asked."""


def is_published(project: Project) -> bool:
    """Whether everybody may read the project's leaderboard."""
    return Leaderboard.objects.filter(project=project, published_at__isnull=False).exists()


def published_project(slug: str) -> Project | None:
    """The project with this slug, where everybody may read its leaderboard."""
    found = Project.objects.filter(slug_key=slug, leaderboard__published_at__isnull=False)
    return found.first()


def scores_of(project: Project, *, is_public: bool) -> "QuerySet[Score]":
    """The scores of a project's systems; those of published systems alone for the public."""
    scores = Score.objects.filter(system__project=project)
    return scores.filter(system__is_published=True) if is_public else scores


def scored_splits(project: Project, *, is_public: bool) -> list[str]:
    """The splits that systems are scored on, that with the newest score first."""
    scores = scores_of(project, is_public=is_public).order_by()
    newest = scores.values("split").annotate(newest=Max("scored_at")).order_by("-newest", "split")
    return [row["split"] for row in newest]


def ranked(project: Project, split: str, *, by: str, is_public: bool) -> list[Score]:
    """The scores on a split, the greatest value of ``by`` first, or the least with ``-`` before it.

    Scores without that metric come last, and of equal ones the earlier first.
    """
    name, sign = by.removeprefix("-"), 1 if by.startswith("-") else -1
    scores = (
        scores_of(project, is_public=is_public)
        .filter(split=split)
        .select_related("system", "uploaded_by", "gold")
        .defer("gold__content")
        .prefetch_related(Prefetch("files", ScoredFile.objects.defer("content").order_by("pk")))
        .order_by("scored_at", "pk")
    )
    return sorted(
        scores, key=lambda each: (name not in each.metrics, sign * each.metrics.get(name, 0.0))
    )


def newest_gold(project: Project, split: str) -> Gold | None:
    """What the newest score on a split was held against, without its content."""
    gold = Gold.objects.filter(project=project, split=split).defer("content")
    return gold.order_by("-read_at", "-pk").first()


def system_of(project: Project, pk: int) -> System | None:
    """A system of the project."""
    return System.objects.filter(project=project, pk=pk).first()


def file_of(project: Project, pk: int) -> ScoredFile | None:
    """An uploaded file of the project."""
    files = ScoredFile.objects.filter(score__system__project=project, pk=pk)
    return files.select_related("score").first()
