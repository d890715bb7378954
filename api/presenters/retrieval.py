"""Encoders on a benchmark as the API shows them: to leads and experts, or to everybody."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.splits import scorable_splits
from annotator.systems.evaluation.models import Leaderboard, RetrievalBenchmark
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, Ranking
from annotator.systems.evaluation.retrieval.details import question_details
from annotator.systems.evaluation.retrieval.figures import KINDS
from annotator.systems.evaluation.retrieval.hidden_figures import (
    ShownFigures,
    shown_difference,
    shown_figures,
)
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL
from annotator.systems.evaluation.retrieval.queries import (
    benchmarks_of,
    differences_to,
    encoders_on,
    is_of_hidden_split,
    unusable_encoders,
)
from annotator.systems.evaluation.retrieval.receipts import code_version
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.shown_names import names_of
from api.access.hidden_jobs import newest_job

Rankings = Mapping[int, tuple[str, Ranking]]
"""The name and the ranking of each encoder, by its number."""

_Differences = Mapping[int, Mapping[str, Any]]
"""By the score's key and by kind: how much greater each figure is."""


_ASKED = (
    "id",
    "name",
    "splits",
    "is_simulated",
    "index_size",
    "paragraphs",
    "questions",
    "read_at",
)
"""What is told of a benchmark."""


def present_retrieval(
    project: Project,
    *,
    viewer: User | None,
    role: str | None,
    sees_hidden: bool,
    benchmark: int | None = None,
    against: int | None = None,
) -> dict[str, Any]:
    """The encoders for somebody with ``role`` in the project; None is everybody else.

    Raises ``InvalidInputError`` for a benchmark, or an encoder on it, that isn't there.
    """
    is_public, is_lead = role is None, role == Role.LEAD
    benchmarks = benchmarks_of(project, is_public=is_public)
    chosen = _chosen(benchmarks, benchmark)
    shown = [
        shown_figures(each, project, sees_hidden=sees_hidden)
        for each in (encoders_on(chosen, is_public=is_public) if chosen else [])
    ]
    scores = sorted(shown, key=_greatest_first)
    board = Leaderboard.objects.filter(project=project).first()
    return {
        "project": project.slug,
        "title": project.title,
        "published_at": board.published_at if board else None,
        "benchmarks": [
            {name: getattr(each, name) for name in _ASKED}
            | {
                "can_read_questions": is_lead
                and (sees_hidden or not is_of_hidden_split(each, project))
            }
            for each in benchmarks
        ],
        "benchmark": chosen.pk if chosen else None,
        "against": against,
        "encoders": _rows(project, scores, _differences(scores, against), role=role),
        "available_splits": scorable_splits(project, hidden=sees_hidden) if is_lead else [],
        "unusable": unusable_encoders() if is_lead else {},
        "job": newest_job(SCORE_RETRIEVAL, project, viewer=viewer, role=role),
    }


def _greatest_first(shown: ShownFigures) -> tuple[float, datetime, int]:
    """What is shown as equal stands in the order in which it was scored."""
    return -shown.metrics["sentence"]["mrr"], shown.score.scored_at, shown.score.pk


def _chosen(
    benchmarks: Sequence[RetrievalBenchmark], asked: int | None
) -> RetrievalBenchmark | None:
    if asked is None:
        return benchmarks[0] if benchmarks else None
    for each in benchmarks:
        if each.pk == asked:
            return each
    raise InvalidInputError(
        "unknown_benchmark",
        "No encoder was scored on such questions.",
        fields={"benchmark": "Give the number of one of the benchmarks."},
    )


def _differences(scores: Sequence[ShownFigures], against: int | None) -> _Differences:
    if against is None:
        return {}
    other = next((each for each in scores if each.score.pk == against), None)
    if other is None:
        raise InvalidInputError(
            "unknown_encoder",
            "There is no such encoder on these questions.",
            fields={"against": "Give the number of one of the encoders."},
        )
    shown = {each.score.pk: each for each in scores}
    found = {}
    for pk, less in differences_to(other.score, [each.score for each in scores]).items():
        values, ends = shown_difference(shown[pk], other, less)
        found[pk] = _with_intervals(values, ends, "difference")
    return found


def _with_intervals(
    values: Mapping[str, Mapping[str, float]], ends: Mapping[str, Any], called: str
) -> dict[str, dict[str, dict[str, Any]]]:
    return {
        kind: {
            name: {called: value, "interval": ends[kind][name]} for name, value in of_kind.items()
        }
        for kind, of_kind in values.items()
    }


def _rows(
    project: Project,
    scores: Sequence[ShownFigures],
    differences: _Differences,
    *,
    role: str | None,
) -> list[dict[str, Any]]:
    starters = {each.score.scored_by for each in scores if each.score.scored_by}
    names = names_of(project=project, viewer_role=role, users=starters)
    return [_row(each, differences.get(each.score.pk), names) for each in scores]


def _row(
    shown: ShownFigures, differences: Mapping[str, Any] | None, names: Mapping[int, str]
) -> dict[str, Any]:
    score = shown.score
    figures = _with_intervals(shown.metrics, shown.intervals, "value")
    return {
        **{
            kind: {
                name: each | {"difference": differences[kind][name] if differences else None}
                for name, each in figures[kind].items()
            }
            for kind in KINDS
        },
        **{
            f"{kind}_curve": [
                {"n": n, "value": value, "interval": ends} for n, value, ends in shown.curve[kind]
            ]
            for kind in KINDS
        },
        "id": score.pk,
        "name": score.name,
        "encoder": score.encoder,
        "is_published": score.is_published,
        "index_seconds": score.index_seconds,
        "question_seconds": score.question_seconds,
        "index_bytes": score.index_bytes,
        "scored_at": score.scored_at,
        "scored_by": names.get(score.scored_by_id or 0),
        "is_code_changed": score.code_sha256 != code_version(),
        "receipt": {
            "receipt": score.receipt,
            "benchmark_sha256": score.benchmark.sha256 if shown.is_exact else None,
            "code_sha256": score.code_sha256,
            "files_sha256": {each.part: each.sha256 for each in score.files.all()},
        },
    }


def present_asked_question(
    benchmark: Benchmark, rankings: Rankings, place: int, best_rank: float
) -> dict[str, Any]:
    """A question of a list; numbers count from 1."""
    return {
        "number": place + 1,
        "question": benchmark.questions[place],
        "best_rank": best_rank,
        "ranks": [
            {
                "encoder": pk,
                "name": name,
                "sentence_rank": ranking.ranks.sentence[place],
                "document_rank": ranking.ranks.document[place],
            }
            for pk, (name, ranking) in rankings.items()
        ],
    }


def present_ranked_question(benchmark: Benchmark, rankings: Rankings, place: int) -> dict[str, Any]:
    """A question with what each encoder found."""
    found = question_details(benchmark, dict(rankings.values()), place)
    return {
        "number": place + 1,
        "question": found["question"],
        "right": found["right"],
        "encoders": [
            {
                "encoder": pk,
                "name": name,
                "sentence_rank": found["encoders"][name]["sentence_rank"],
                "document_rank": found["encoders"][name]["document_rank"],
                "first": [
                    {"sentence": each["sentence"], "is_right": each["right"]}
                    for each in found["encoders"][name]["first"]
                ],
            }
            for pk, (name, _) in rankings.items()
        ],
    }
