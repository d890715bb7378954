"""What exact retrieval costs: seconds and peak memory by the number of answers.

    SIZES=10000,30000,91707 QUESTIONS=2000 python -m benchmarks.retrieval

ranks random questions of 512 numbers among random answers of as many (five to a paragraph, like
ReQA's 91,707), in a process for each size, with the code that ``evaluate_retrieval`` uses. It
prints seconds by the clock and of processor for the questions asked, what all of ReQA's 87,599
would take at that rate, and peak memory. QUESTIONS=87599 asks them all. Where faiss is installed,
a second table has the approximate index on vectors that cluster.
"""

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scripts.bootstrap import ROOT

if TYPE_CHECKING:
    from annotator.evaluation.retrieval.benchmark import Benchmark

SIZES = [int(size) for size in os.environ.get("SIZES", "10000,30000,91707").split(",")]
QUESTIONS = int(os.environ.get("QUESTIONS", "1024"))
DIMENSIONS = 512
TO_A_PARAGRAPH = 5
CENTRES = 300
OF_REQA = 87_599
MIB = 1024**2


class RandomVectors:
    """Normally distributed numbers: what they are changes nothing in the cost."""

    def encode_questions(self, questions: list[str]) -> NDArray[np.float32]:
        """A row for each question."""
        return self._rows(len(questions))

    def encode_answers(self, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
        """A row for each answer."""
        return self._rows(len(answers))

    def _rows(self, count: int) -> NDArray[np.float32]:
        chance = np.random.default_rng(count)
        return chance.standard_normal((count, DIMENSIONS), dtype=np.float32)


class ClusteredVectors(RandomVectors):
    """Rows around ``CENTRES`` centres: purely random ones have no near
    neighbours, which no approximate index can find.
    """

    def _rows(self, count: int) -> NDArray[np.float32]:
        chance = np.random.default_rng(count)
        centres = np.random.default_rng(1).standard_normal((CENTRES, DIMENSIONS))
        noise = chance.standard_normal((count, DIMENSIONS), dtype=np.float32)
        rows: NDArray[np.float32] = centres[chance.integers(CENTRES, size=count)] + noise
        return rows.astype(np.float32)


def main() -> int:
    """Print the tables; 1 where a process failed."""
    print(f"{'answers':>9}{'questions':>11}{'seconds':>9}{'processor':>11}{'all':>8}{'MiB':>7}")
    for size in SIZES:
        cost = _measured("--measure", size)
        if cost is None:
            return 1
        whole = cost["seconds"] * OF_REQA / QUESTIONS
        print(
            f"{size:>9,}{QUESTIONS:>11,}{cost['seconds']:>9.1f}{cost['processor']:>11.1f}"
            f"{whole:>8.0f}{cost['memory'] / MIB:>7.0f}",
            flush=True,
        )
    if importlib.util.find_spec("faiss") is None:
        print("\nThe approximate index needs faiss: make faiss")
        return 0
    print(
        f"\napproximate\n{'answers':>9}{'built in':>10}{'seconds':>9}{'of first 10':>13}{'MiB':>7}"
    )
    for size in SIZES:
        cost = _measured("--approximate", size)
        if cost is None:
            return 1
        print(
            f"{size:>9,}{cost['built']:>10.1f}{cost['seconds']:>9.1f}{cost['kept']:>13.3f}"
            f"{cost['memory'] / MIB:>7.0f}",
            flush=True,
        )
    return 0


def _measured(what: str, size: int) -> dict[str, Any] | None:
    """What a process of its own measures; None where it failed."""
    command = [sys.executable, "-m", "benchmarks.retrieval", what, str(size)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(size: int) -> dict[str, Any]:
    """Seconds, seconds of processor and bytes of memory that exact ranking takes."""
    from annotator.evaluation.retrieval.benchmark import rank_answers
    from annotator.evaluation.retrieval.encoders import EncoderScorer

    benchmark = _benchmark(size)
    scorer = EncoderScorer(RandomVectors(), benchmark)
    began, used = time.perf_counter(), time.process_time()
    rank_answers(benchmark, scorer)
    return {
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - used,
        "memory": _peak(),
    }


def measure_approximate(size: int) -> dict[str, Any]:
    """Seconds to build the index and to rank by it, and the share of the exact first 10."""
    from annotator.evaluation.retrieval.approximate import (
        ApproximateIndex,
        measured_loss,
        rank_approximately,
    )
    from annotator.evaluation.retrieval.encoders import EncoderScorer

    benchmark = _benchmark(size)
    scorer = EncoderScorer(ClusteredVectors(), benchmark)
    began = time.perf_counter()
    index = ApproximateIndex(scorer.answers)
    built = time.perf_counter()
    rank_approximately(benchmark, scorer, index)
    ended = time.perf_counter()
    return {
        "built": built - began,
        "seconds": ended - built,
        "kept": measured_loss(benchmark, scorer, index).kept[10],
        "memory": _peak(),
    }


def _benchmark(size: int) -> "Benchmark":
    from annotator.evaluation.retrieval.benchmark import Benchmark

    paragraph_of = np.arange(size, dtype=np.intp) // TO_A_PARAGRAPH
    return Benchmark(
        sentences=tuple(f"Sentence {number}." for number in range(size)),
        paragraphs=tuple(f"Paragraph {number}." for number in range(int(paragraph_of[-1]) + 1)),
        paragraph_of=paragraph_of,
        starts=np.arange(0, size, TO_A_PARAGRAPH, dtype=np.intp),
        questions=tuple(f"Question {number}?" for number in range(QUESTIONS)),
        right=tuple((number * 7919 % size,) for number in range(QUESTIONS)),
    )


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


MEASURES = {"--measure": measure, "--approximate": measure_approximate}

if __name__ == "__main__":
    asked = [MEASURES[each] for each in sys.argv if each in MEASURES]
    if asked:
        print(json.dumps(asked[0](int(sys.argv[-1]))))
        raise SystemExit(0)
    raise SystemExit(main())
