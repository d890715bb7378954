"""Writing what encoders did on a benchmark: kept, shown, deleted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from annotator.exceptions import ConflictError, NotFoundError
from annotator.foundation.names.naming import spelling_among
from annotator.material.corpus.storage import Packed
from annotator.systems.evaluation.models import (
    RetrievalBenchmark,
    RetrievalScore,
    VectorFile,
    VectorsOf,
)
from annotator.systems.evaluation.records.deleted import found_in_bin, refuse_taken
from annotator.systems.evaluation.records.receipts import receipt_of
from annotator.systems.evaluation.records.services import KeptFile
from annotator.systems.evaluation.retrieval.benchmark import Benchmark
from annotator.systems.evaluation.retrieval.figures import figures_of
from annotator.systems.evaluation.retrieval.receipts import code_version, receipt_fields
from annotator.systems.evaluation.retrieval.run import Run
from annotator.systems.evaluation.retrieval.stored import packed_ranking
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project

MAX_BENCHMARKS = 100
MAX_ENCODERS = 20
"""A list of questions reads the ranks by all encoders of a benchmark."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: a benchmark with its name and, if it is a project's, its splits."""

    benchmark: Benchmark
    name: str
    splits: list[str] = field(default_factory=list)
    is_simulated: bool = False


def check_free(*, project: Project, name: str, sha256: str) -> None:
    """Raise ``ConflictError`` where the benchmark has an encoder of this name already, however it
    is written, or no room for another one, and where the project has no room for another benchmark.
    """
    scores = RetrievalScore.objects.filter(benchmark__project=project, benchmark__sha256=sha256)
    names = list(scores.order_by("name").values_list("name", flat=True))
    if known := spelling_among(names, name):
        raise ConflictError(
            "already_scored",
            f"{known} was scored on these questions already.",
            fields={"name": "Give the encoder another name, or delete the old one."},
        )
    _check_room(project, sha256, len(names))


def _check_room(project: Project, sha256: str, encoders: int) -> None:
    """Raise ``ConflictError`` where a benchmark with ``encoders`` has no room for another one, or
    the project none for another benchmark. What is in the bin takes none.
    """
    if encoders >= MAX_ENCODERS:
        raise ConflictError(
            "too_many", f"There is room for {MAX_ENCODERS} encoders on the same questions."
        )
    standing = RetrievalScore.objects.filter(benchmark__project=project)
    others = standing.exclude(benchmark__sha256=sha256).values("benchmark").distinct()
    if not encoders and others.count() >= MAX_BENCHMARKS:
        raise ConflictError("too_many", f"A project has room for {MAX_BENCHMARKS} sets.")


def keep_retrieval(
    change: ProjectChange,
    *,
    asked: Asked,
    name: str,
    encoder: str,
    run: Run,
    packed: Packed,
    vectors: Mapping[VectorsOf, KeptFile],
) -> RetrievalScore:
    """Store what an encoder did, with all that it came from: ``packed`` is the benchmark.

    Raises what ``check_free`` raises.
    """
    project, at, actor = change.project, change.at, change.actor
    check_free(project=project, name=name, sha256=packed.sha256)
    benchmark, _ = RetrievalBenchmark.objects.get_or_create(
        project=project,
        sha256=packed.sha256,
        defaults={
            "name": asked.name,
            "splits": asked.splits,
            "is_simulated": asked.is_simulated,
            "content": packed.content,
            "index_size": len(asked.benchmark.sentences),
            "paragraphs": len(asked.benchmark.paragraphs),
            "questions": len(asked.benchmark.questions),
            "read_at": at,
        },
    )
    score = RetrievalScore(
        benchmark=benchmark,
        name=name,
        encoder=encoder,
        ranks=packed_ranking(run.ranking),
        index_seconds=run.index_seconds,
        question_seconds=run.question_seconds,
        index_bytes=run.index_bytes,
        code_sha256=code_version(),
        scored_at=at,
        scored_by=actor,
        **figures_of(run.ranking),
    )
    shas = {str(part): file.packed.sha256 for part, file in vectors.items()}
    is_hidden = names_hidden_split(project, benchmark.splits)
    score.receipt = receipt_of(receipt_fields(score, shas), project if is_hidden else None)
    score.save()
    for part, file in vectors.items():
        VectorFile.objects.create(score=score, part=part, name=file.name, **file.packed._asdict())
    details = {"name": name, "benchmark": benchmark.name, "receipt": score.receipt}
    change.record("scored", "encoder", score.pk, **details)
    return score


def change_retrieval(
    *, score: RetrievalScore, at: datetime, actor: User | None, is_published: bool
) -> RetrievalScore:
    """Show an encoder on the published leaderboard, or hide it.

    Raises ``NotFoundError`` if somebody has deleted it.
    """
    with changing(score.benchmark.project_id, at=at, actor=actor) as change:
        score = _found(score)
        if score.is_published != is_published:
            score.is_published = is_published
            score.save(update_fields=["is_published"])
            told = {"name": score.name, "is_published": is_published}
            change.record("changed", "encoder", score.pk, **told)
    return score


def delete_retrieval(*, score: RetrievalScore, at: datetime, actor: User | None) -> None:
    """Put what an encoder did into the bin; history keeps its name and receipt.

    Raises ``NotFoundError`` if somebody has deleted it already.
    """
    with changing(score.benchmark.project_id, at=at, actor=actor) as change:
        score = _found(score)
        score.deleted_at = at
        score.save(update_fields=["deleted_at"])
        change.record("deleted", "encoder", score.pk, name=score.name, receipt=score.receipt)


def restore_retrieval(*, score: RetrievalScore, at: datetime, actor: User | None) -> None:
    """Take an encoder out of the bin; one that isn't there stays as it is.

    Raises ``ConflictError`` where another one on the same questions has its name by now, or where
    there is no room left, and ``NotFoundError`` for one that is erased.
    """
    with changing(score.benchmark.project_id, at=at, actor=actor) as change:
        score = found_in_bin(RetrievalScore, score.pk)
        if score.deleted_at is None:
            return
        beside = RetrievalScore.objects.filter(benchmark=score.benchmark_id)
        names = list(beside.values_list("name", flat=True))
        refuse_taken(names, score.name)
        _check_room(change.project, score.benchmark.sha256, len(names))
        score.deleted_at = None
        score.save(update_fields=["deleted_at"])
        change.record("restored", "encoder", score.pk, name=score.name)


def erase_retrieval(score: RetrievalScore) -> None:
    """Delete an encoder in the bin; with the last one go the questions."""
    benchmark = score.benchmark_id
    score.delete()
    RetrievalBenchmark.objects.filter(pk=benchmark, scores=None).delete()


def _found(score: RetrievalScore) -> RetrievalScore:
    """The score as it is now. While its project is locked, nobody else adds or deletes scores."""
    found = RetrievalScore.objects.select_related("benchmark").filter(pk=score.pk).first()
    if found is None:
        raise NotFoundError("not_found", "A lead has deleted this encoder.")
    return found
