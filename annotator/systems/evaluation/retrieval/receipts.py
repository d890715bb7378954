"""Receipts of encoders: what their figures came from, and computing them again."""

import hashlib
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from annotator.foundation.files.code_version import sources_sha256
from annotator.material.corpus.splits import scorable_splits
from annotator.material.corpus.storage import unpack
from annotator.systems.evaluation.models import EncoderKind, RetrievalScore, VectorFile, VectorsOf
from annotator.systems.evaluation.records.receipts import Verification, is_receipt_of
from annotator.systems.evaluation.retrieval.asked_project import asked_in
from annotator.systems.evaluation.retrieval.benchmark import build_benchmark
from annotator.systems.evaluation.retrieval.details import FIRST
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.figures import estimates_of, values_of
from annotator.systems.evaluation.retrieval.run import Run, run_encoder
from annotator.systems.evaluation.retrieval.stored import (
    benchmark_sha256,
    read_benchmark,
    unpacked_ranking,
)

PLACES = (
    "annotator/systems/evaluation/retrieval",
    "annotator/material/formats",
    "annotator/measures",
)
"""All that ranks and figures come from."""

LIBRARIES = ("numpy", "scipy", "bm25s")


@cache
def code_version() -> str:
    """sha256, hex, of the sources that ranks come from and of the libraries' versions."""
    libraries = " ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return hashlib.sha256(f"{sources_sha256(*PLACES)}\n{libraries}".encode()).hexdigest()


def receipt_fields(stored: RetrievalScore, files: dict[str, str]) -> dict[str, Any]:
    """What a receipt covers; ``files`` are sha256s of vectors, by whose they are."""
    return {
        "project": stored.benchmark.project.slug,
        "encoder": stored.encoder,
        "name": stored.name,
        "benchmark_sha256": stored.benchmark.sha256,
        "files_sha256": files,
        "code_sha256": stored.code_sha256,
        "scored_at": stored.scored_at.isoformat(),
        "metrics": _floats(stored.metrics),
    }


def verify_retrieval(stored: RetrievalScore) -> Verification:
    """Rank again from the questions and vectors that were kept."""
    project = stored.benchmark.project
    content = unpack(stored.benchmark.content)
    kept = {file.part: (file, unpack(file.content)) for file in stored.files.all()}
    differences = [
        f"The vectors of {part} are not those that the receipt names."
        for part, (file, data) in kept.items()
        if hashlib.sha256(data).hexdigest() != file.sha256
    ]
    if hashlib.sha256(content).hexdigest() != stored.benchmark.sha256:
        differences.append("The questions are not those that the receipt names.")
    shas = {part: file.sha256 for part, (file, _) in kept.items()}
    if not is_receipt_of(stored.receipt, receipt_fields(stored, shas), project):
        differences.append("The receipt does not belong to what is stored beside it.")
    if not differences:
        differences += _ranked_differently(stored, content, list(kept.values()))
    remarks = []
    if code_version() != stored.code_sha256:
        remarks.append("The ranking code has changed since.")
    if stored.benchmark.splits and _is_changed(stored):
        remarks.append("The project's annotations have changed since.")
    about = f"{stored.name} on {stored.benchmark.name} of {project.slug}"
    return Verification(about, stored.receipt, stored.metrics, differences, remarks)


def _ranked_differently(
    stored: RetrievalScore, content: bytes, files: list[tuple[VectorFile, bytes]]
) -> list[str]:
    try:
        run = _run_again(stored, content, files)
    except EncoderError as error:
        return [f"It can't be computed here. {error}"]
    if values_of(estimates_of(run.ranking)) != _floats(stored.metrics):
        return ["Computed again, the metrics differ."]
    if not np.array_equal(run.ranking.ranks, unpacked_ranking(stored.ranks).ranks):
        return ["Computed again, the ranks differ."]
    return []


def _run_again(
    stored: RetrievalScore, content: bytes, files: list[tuple[VectorFile, bytes]]
) -> Run:
    benchmark = read_benchmark(content)
    with tempfile.TemporaryDirectory(prefix="plumbline-retrieval-") as folder:
        paths = {}
        for file, data in files:
            paths[file.part] = Path(folder) / f"{file.part}.npy"
            paths[file.part].write_bytes(data)
        vectors = None
        if stored.encoder == EncoderKind.VECTORS:
            vectors = (paths[VectorsOf.QUESTIONS], paths[VectorsOf.ANSWERS])
        return run_encoder(benchmark, stored.encoder, vectors=vectors, first=FIRST)


def _is_changed(stored: RetrievalScore) -> bool:
    project, splits = stored.benchmark.project, stored.benchmark.splits
    there = scorable_splits(project)
    if not set(splits) <= set(there):
        return True
    return benchmark_sha256(build_benchmark(asked_in(project, splits))) != stored.benchmark.sha256


def _floats(metrics: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """PostgreSQL gives back 1.0 as 1."""
    return {
        kind: {name: float(value) for name, value in of_kind.items()}
        for kind, of_kind in metrics.items()
    }
