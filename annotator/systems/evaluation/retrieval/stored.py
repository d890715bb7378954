"""Benchmarks and rankings as the database keeps them."""

import hashlib
import io

import numpy as np
import orjson
from numpy.typing import NDArray

from annotator.material.corpus.storage import pack, unpack
from annotator.measures.retrieval import Ranks
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, Ranking

_KEYS = ("questions", "right", "sentences", "paragraphs")


def benchmark_json(benchmark: Benchmark) -> bytes:
    """A benchmark as JSON; equal ones give equal bytes."""
    fields = {key: getattr(benchmark, key) for key in _KEYS}
    return orjson.dumps({**fields, "paragraph_of": benchmark.paragraph_of.tolist()})


def read_benchmark(data: bytes) -> Benchmark:
    """The inverse of ``benchmark_json``."""
    fields = orjson.loads(data)
    paragraph_of = np.array(fields["paragraph_of"], dtype=np.intp)
    return Benchmark(
        sentences=tuple(fields["sentences"]),
        paragraphs=tuple(fields["paragraphs"]),
        paragraph_of=paragraph_of,
        starts=np.flatnonzero(np.diff(paragraph_of, prepend=-1)),
        questions=tuple(fields["questions"]),
        right=tuple(map(tuple, fields["right"])),
    )


def benchmark_sha256(benchmark: Benchmark) -> str:
    """sha256, hex, of ``benchmark_json``."""
    return hashlib.sha256(benchmark_json(benchmark)).hexdigest()


def packed_ranking(ranking: Ranking) -> bytes:
    """The ranks and first entries, compressed: rows of sentence ranks, document ranks, and the
    first entries, the best first; a column for each question.
    """
    rows = np.stack([*ranking.ranks, *ranking.first.T.astype(np.float64)])
    file = io.BytesIO()
    np.save(file, rows, allow_pickle=False)
    return pack(file.getvalue())


def unpacked_ranking(packed: bytes | memoryview) -> Ranking:
    """The inverse of ``packed_ranking``."""
    rows: NDArray[np.float64] = np.load(io.BytesIO(unpack(packed)), allow_pickle=False)
    return Ranking(Ranks(rows[0], rows[1]), rows[2:].T.astype(np.intp))
