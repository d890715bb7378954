"""Reading leaderboards."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import QUEUED
from annotator.material.corpus.splits import stored_name
from annotator.measures.process import ANSWER_TYPES
from annotator.measures.variability import INTERVALS
from annotator.systems.evaluation.leaderboard.hidden_scores import (
    ShownScore,
    has_hidden_answers,
    on_all_annotations,
    shown_score,
)
from annotator.systems.evaluation.models import (
    Gold,
    Part,
    Result,
    Score,
    ScoredExample,
    ScoredFile,
    System,
)
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project


def published_project(slug: str) -> Project | None:
    """The project with this slug, where everybody may read its leaderboard."""
    found = Project.objects.filter(
        slug_key=slug, deleted_at__isnull=True, leaderboard__published_at__isnull=False
    )
    return found.first()


def scores_of(project: Project, *, is_public: bool, hidden: bool = False) -> "QuerySet[Score]":
    """The scores of a project's systems; for the public only those of published ones. Withheld ones
    are among them only for those who see what is ``hidden``.
    """
    scores = Score.objects.filter(system__project=project)
    if not hidden:
        scores = scores.filter(system__is_withheld=False)
    return scores.filter(system__is_published=True) if is_public else scores


def kept_people(project: Project, gold_sha256: str) -> list[dict[str, Any]]:
    """The rows of people that are kept for the gold with this sha256, hex."""
    found = Gold.objects.filter(project=project, sha256=gold_sha256).first()
    return list(found.people["rows"]) if found else []


def scored_splits(project: Project, *, is_public: bool, hidden: bool = False) -> list[str]:
    """The splits that systems are scored on, that with the newest score first."""
    scores = scores_of(project, is_public=is_public, hidden=hidden).order_by()
    newest = scores.values("split").annotate(newest=Max("scored_at")).order_by("-newest", "split")
    return [row["split"] for row in newest]


def shown_scores(
    project: Project, split: str, *, is_public: bool, sees_hidden: bool, on_all: bool = False
) -> list[ShownScore]:
    """The scores on a split as they are shown, the earliest first; against draws of references, or
    against all annotations (``on_all``).
    """
    scores = (
        scores_of(project, is_public=is_public, hidden=sees_hidden)
        .filter(split=split)
        .select_related("system", "uploaded_by", "gold")
        .defer("gold__content", "replicates")
        .prefetch_related(Prefetch("files", ScoredFile.objects.defer("content").order_by("pk")))
        .order_by("scored_at", "pk")
    )
    shown = [shown_score(each, project, sees_hidden=sees_hidden) for each in scores]
    return [on_all_annotations(each) for each in shown] if on_all else shown


def ranked(scores: Iterable[ShownScore], by: str) -> list[ShownScore]:
    """The greatest value of ``by`` first, or the least with ``-`` before it. Scores without that
    metric come last; equal ones keep their order.
    """
    name, sign = by.removeprefix("-"), 1 if by.startswith("-") else -1
    return sorted(
        scores, key=lambda each: (name not in each.metrics, sign * each.metrics.get(name, 0.0))
    )


def annotations_since(
    project: Project, golds: Collection[Gold], *, hidden: bool
) -> dict[int, int | None]:
    """How many annotations of each gold's split came in since it was read, revisions among them,
    by its key; None for the hidden split, unless it is shown (``hidden``).
    """
    since: dict[int, int | None] = {gold.pk: None for gold in golds}
    shown = [gold for gold in golds if hidden or gold.split != project.hidden_split]
    asked = {
        f"gold_{gold.pk}": Q(created_at__gt=gold.read_at, example__split=stored_name(gold.split))
        for gold in shown
    }
    if asked:
        annotations = Annotation.objects.filter(
            project=project,
            # Older ones, which may be all of a large project, need no look at their examples.
            created_at__gt=min(gold.read_at for gold in shown),
            example__is_published=True,
            example__purpose__in=QUEUED,
        ).without_controls(project)
        counts = annotations.aggregate(
            **{name: Count("pk", filter=those) for name, those in asked.items()}
        )
        since |= {int(name.removeprefix("gold_")): number for name, number in counts.items()}
    return since


def system_of(project: Project, pk: int) -> System | None:
    """A system of the project."""
    return System.objects.filter(project=project, pk=pk).first()


def file_of(project: Project, pk: int) -> ScoredFile | None:
    """An uploaded file of the project."""
    files = ScoredFile.objects.filter(score__system__project=project, pk=pk)
    files = files.filter(score__system__deleted_at=None)
    return files.select_related("score").first()


def may_download(
    project: Project, file: ScoredFile, *, is_own: bool, is_lead: bool, hidden: bool
) -> bool:
    """Whether somebody, who sees what is ``hidden`` or not, may have the bytes of a file.

    What the site's own extractor found has a line for each hidden disambiguation, and nobody
    uploaded it: the submitter doesn't own it.
    """
    score = file.score
    readable = hidden or not has_hidden_answers(score, project)
    return (is_lead and readable) or (is_own and (readable or not is_made_here(file)))


def is_made_here(file: ScoredFile) -> bool:
    """Whether it is what the site's own extractor found, which nobody uploaded."""
    return file.part == Part.FOUND and EXTRACTOR in file.score.parameters


PARTS = ("long", "short")
GROUPINGS: dict[str, tuple[str, Q, dict[str, Any]]] = {
    "all": ("", Q(), {"all": None}),
    "answer_type": ("answer_type", Q(), {kind: kind for kind in ANSWER_TYPES}),
    "first_paragraph": ("is_first", Q(), {"true": True, "false": False}),
    "mu": ("mu", Q(), {str(number): number for number in range(len(INTERVALS) + 1)}),
    "yes_no": ("is_yes_no", Q(), {"true": True, "false": False}),
    "long_answer_given": ("", Q(long_result=Result.RIGHT), {"all": None}),
}
"""A grouping of results: the column, which examples take part, and the groups' values."""

Group = tuple[str, str]
"""The grouping and the group in it."""


def score_on(system: System, split: str | None) -> Score | None:
    """A system's score on a split, or its newest one, without its replicates."""
    scores = system.scores.defer("replicates").select_related("system")
    if split is not None:
        scores = scores.filter(split=split)
    return scores.order_by("-scored_at", "-pk").first()


def result_counts(score: Score, viewer: User) -> dict[Group, dict[str, Counter[str]]]:
    """How many examples that ``viewer`` sees have which result, by group and part."""
    found: dict[Group, dict[str, Counter[str]]] = {}
    for grouping, (column, among, values) in GROUPINGS.items():
        columns = [column] if column else []
        rows = score.scored_examples.visible_to(viewer).order_by().filter(among)
        counted = list(
            rows.values(*columns, "long_result", "short_result").annotate(number=Count("pk"))
        )
        for group, value in values.items():
            chosen = [row for row in counted if not column or row[column] == value]
            if chosen:
                found[grouping, group] = {part: _by_result(chosen, part) for part in PARTS}
    return found


def _by_result(rows: list[dict[str, Any]], part: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in rows:
        counts[row[f"{part}_result"]] += row["number"]
    return counts


def scored_examples(
    score: Score,
    *,
    part: str,
    result: str = "",
    grouping: str = "all",
    group: str = "all",
) -> "QuerySet[ScoredExample]":
    """A score's examples with a result of a part (each of them if empty) and of a group."""
    column, among, values = GROUPINGS[grouping]
    examples = score.scored_examples.filter(among)
    if column:
        examples = examples.filter(**{column: values[group]})
    if result:
        examples = examples.filter(**{f"{part}_result": result})
    return examples.select_related("example__question").order_by("example__position")


def scored_example(score: Score, example: int, viewer: User) -> ScoredExample | None:
    """A system's answer to an example of the split that it was scored on."""
    examples = score.scored_examples.visible_to(viewer).filter(example=example)
    return examples.select_related("example__page__content").first()
