"""Reading what encoders did."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from django.db.models import Max, QuerySet
from numpy.typing import NDArray

from annotator.material.corpus.splits import may_hold_hidden
from annotator.material.corpus.storage import unpack
from annotator.systems.evaluation.models import EncoderKind, RetrievalBenchmark, RetrievalScore
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, Ranking
from annotator.systems.evaluation.retrieval.details import best_sentence_ranks, hardest_first
from annotator.systems.evaluation.retrieval.figures import Comparison, Found
from annotator.systems.evaluation.retrieval.minilm import why_missing
from annotator.systems.evaluation.retrieval.stored import read_benchmark, unpacked_ranking
from annotator.workspace.projects.models import Project

KEPT_COMPARISONS = 100
"""Tables, each as one kind of viewer sees it."""


def scores_of(project: Project, *, is_public: bool) -> "QuerySet[RetrievalScore]":
    """The scores of a project's encoders; those of published ones alone for the public."""
    scores = RetrievalScore.objects.filter(benchmark__project=project)
    return scores.filter(is_published=True) if is_public else scores


def benchmarks_of(project: Project, *, is_public: bool) -> list[RetrievalBenchmark]:
    """The benchmarks of encoders, the one with the newest score first, without content."""
    scores = scores_of(project, is_public=is_public).order_by()
    newest = dict(scores.values_list("benchmark").annotate(newest=Max("scored_at")))
    found = RetrievalBenchmark.objects.defer("content").filter(pk__in=newest)
    return sorted(found, key=lambda each: (newest[each.pk], each.pk), reverse=True)


def encoders_on(
    benchmark: RetrievalBenchmark, *, is_public: bool, with_ranks: bool = False
) -> list[RetrievalScore]:
    """The encoders on a benchmark, that with the greatest MRR of sentences first."""
    scores = (
        scores_of(benchmark.project, is_public=is_public)
        .filter(benchmark=benchmark)
        .select_related("scored_by", "benchmark")
        .defer("benchmark__content", *(() if with_ranks else ("ranks",)))
        .prefetch_related("files")
        .order_by("scored_at", "pk")
    )
    return sorted(scores, key=lambda each: -each.metrics["sentence"]["mrr"])


Keys = tuple[tuple[int, str], ...]
"""The key and the receipt of each encoder's score."""


def differences_to(other: RetrievalScore, scores: Sequence[RetrievalScore]) -> Mapping[int, Found]:
    """How much greater the figures of ``scores`` are than the ``other``'s, which is among them, by
    the score's key. All of them must be open to the viewer: intervals hang on all of them.
    """
    keys = tuple(sorted((each.pk, each.receipt) for each in scores))
    comparison = _comparison(keys)
    if comparison is None:
        return {}
    places = {key: place for place, (key, _) in enumerate(keys)}
    return {
        key: comparison.between(place, places[other.pk])
        for key, place in places.items()
        if key != other.pk
    }


@lru_cache(maxsize=KEPT_COMPARISONS)
def _comparison(keys: Keys) -> Comparison | None:
    """Of encoders on the same questions; None where one was deleted meanwhile.

    Kept, since nothing changes a score: everybody may ask for it on a published leaderboard, and a
    tenth of a second for each encoder would keep the site busy
    (docs/decisions/kept-differences.md).
    """
    scores = RetrievalScore.objects.filter(pk__in=[key for key, _ in keys])
    ranks = dict(scores.values_list("pk", "ranks"))
    if len(ranks) < len(keys):
        return None
    return Comparison([unpacked_ranking(ranks[key]) for key, _ in keys])


def benchmark_of(project: Project, pk: int) -> RetrievalBenchmark | None:
    """A benchmark of the project; none of whose encoders all are deleted."""
    used = scores_of(project, is_public=False).filter(benchmark=pk)
    return RetrievalBenchmark.objects.filter(pk__in=used.values("benchmark")).first()


def encoder_score_of(project: Project, pk: int) -> RetrievalScore | None:
    """An encoder's score in the project."""
    scores = scores_of(project, is_public=False).select_related("benchmark")
    return scores.defer("ranks").filter(pk=pk).first()


def is_of_hidden_split(benchmark: RetrievalBenchmark, project: Project) -> bool:
    """Whether it may have questions of the split that is hidden now."""
    return may_hold_hidden(project, benchmark.splits, at=benchmark.read_at)


def content_of(benchmark: RetrievalBenchmark) -> Benchmark:
    """The questions and sentences themselves."""
    return read_benchmark(unpack(benchmark.content))


def rankings_on(benchmark: RetrievalBenchmark) -> dict[int, tuple[str, Ranking]]:
    """The name and the ranking of each encoder on a benchmark, by its key."""
    scores = encoders_on(benchmark, is_public=False, with_ranks=True)
    return {each.pk: (each.name, unpacked_ranking(each.ranks)) for each in scores}


def missed_questions(rankings: Iterable[Ranking], *, beyond: int) -> NDArray[np.intp]:
    """The places of the questions of which every encoder ranks the right sentence ``beyond`` a
    rank, the hardest first.
    """
    best = best_sentence_ranks(rankings)
    places = hardest_first(best)
    return places[best[places] > beyond]


def unusable_encoders() -> dict[str, str]:
    """Why encoders can't be used here, by their names."""
    reason = why_missing()
    return {EncoderKind.MINILM: reason} if reason else {}
