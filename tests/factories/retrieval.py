"""Encoders on retrieval benchmarks, for tests."""

from pathlib import Path
from typing import Any

import numpy as np
import orjson

from annotator.material.corpus.storage import Packed
from annotator.material.formats.squad.files import asked_paragraphs
from annotator.systems.evaluation.models import RetrievalScore
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, build_benchmark
from annotator.systems.evaluation.retrieval.details import FIRST
from annotator.systems.evaluation.retrieval.job import SCORE_RETRIEVAL
from annotator.systems.evaluation.retrieval.run import run_encoder
from annotator.systems.evaluation.retrieval.services import Asked, keep_retrieval
from annotator.systems.evaluation.retrieval.stored import benchmark_json
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.jobs import make_job, run_here

CONTEXTS = (
    "A plumb bob hangs from a line. Masons trust gravity.",
    "Glass bends light. Prisms split it.",
    "Clocks count swings. Quartz is faster.",
)
ASKED = (
    ("What hangs from a line?", 0, "A plumb bob"),
    ("What do masons trust?", 0, "gravity"),
    ("What bends light?", 1, "Glass"),
    ("Who knows?", 2, "Quartz"),
)


def squad_value(prefix: str = "") -> dict[str, Any]:
    """A file of SQuAD with four questions about three paragraphs of two sentences each.

    BM25 finds the sentence of the first three first; the last has no word in common with any.
    """
    paragraphs: list[dict[str, Any]] = [{"context": each, "qas": []} for each in CONTEXTS]
    for number, (question, place, answer) in enumerate(ASKED):
        start = CONTEXTS[place].index(answer)
        answers = [{"text": answer, "answer_start": start}]
        asked = {"id": str(number), "question": prefix + question, "answers": answers}
        paragraphs[place]["qas"].append(asked)
    return {"data": [{"title": "Tools", "paragraphs": paragraphs}]}


def write_squad(path: Path) -> Path:
    """The same as a file."""
    path.write_bytes(orjson.dumps(squad_value()))
    return path


def small_benchmark(prefix: str = "") -> Benchmark:
    """The benchmark of ``squad_value``."""
    return build_benchmark(asked_paragraphs(squad_value(prefix), name="tools.json"))


def make_encoder_score(
    project: Project,
    name: str = "BM25",
    *,
    splits: list[str] | None = None,
    prefix: str = "",
    actor: User | None = None,
) -> RetrievalScore:
    """What BM25 did on the small benchmark, as it is kept."""
    benchmark = small_benchmark(prefix)
    with changing(project, at=AT, actor=actor) as change:
        return keep_retrieval(
            change,
            asked=Asked(benchmark, "tools.json", splits or []),
            name=name,
            encoder="bm25",
            run=run_encoder(benchmark, "bm25", first=FIRST),
            packed=Packed.of(benchmark_json(benchmark)),
            vectors={},
        )


def queue_retrieval(
    project: Project, *, paths: dict[str, Path] | None = None, **values: Any
) -> Job:
    """A queued ranking that nobody has started."""
    given = {part: str(path) for part, path in (paths or {}).items()}
    return make_job(
        SCORE_RETRIEVAL,
        {"name": "BM25", "encoder": "bm25", "paths": given, **values},
        project=project,
    )


def run_retrieval(project: Project, **values: Any) -> Job:
    """A ranking that has ended."""
    job = queue_retrieval(project, **values)
    return run_here(job)


def save_vectors(folder: Path, benchmark: Benchmark) -> dict[str, Path]:
    """Vectors of letters for the questions and answers of a benchmark, as two files."""
    paths = {part: folder / f"{part}.npy" for part in ("questions", "answers")}
    texts = (benchmark.questions, benchmark.sentences)
    for path, of in zip(paths.values(), texts, strict=True):
        rows = [[text.lower().count(letter) for letter in "aeiou"] for text in of]
        np.save(path, np.array(rows, dtype=np.float32))
    return paths
