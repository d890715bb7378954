"""What exact retrieval costs: seconds and peak memory by the number of answers.

    SIZES=10000,30000,91707 QUESTIONS=2000 python -m benchmarks.retrieval

ranks random questions of 512 numbers among random answers of as many (five to a paragraph, like
ReQA's 91,707), in a process for each size, with the code that ``evaluate_retrieval`` uses. It
prints seconds by the clock and of processor for the questions asked, what all of ReQA's 87,599
would take at that rate, and peak memory. QUESTIONS=87599 asks them all.
"""

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
    from annotator.systems.evaluation.retrieval.benchmark import Benchmark

SIZES = [int(size) for size in os.environ.get("SIZES", "10000,30000,91707").split(",")]
QUESTIONS = int(os.environ.get("QUESTIONS", "1024"))
DIMENSIONS = 512
TO_A_PARAGRAPH = 5
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


def right_answer(question: int, size: int) -> int:
    """The answer of a question, both by number."""
    return question * 7919 % size


def main() -> int:
    """Print the table; 1 where a process failed."""
    print(f"{'answers':>9}{'questions':>11}{'seconds':>9}{'processor':>11}{'all':>8}{'MiB':>7}")
    for size in SIZES:
        cost = _measured(size)
        if cost is None:
            return 1
        whole = cost["seconds"] * OF_REQA / QUESTIONS
        print(
            f"{size:>9,}{QUESTIONS:>11,}{cost['seconds']:>9.1f}{cost['processor']:>11.1f}"
            f"{whole:>8.0f}{cost['memory'] / MIB:>7.0f}",
            flush=True,
        )
    return 0


def _measured(size: int) -> dict[str, Any] | None:
    """What a process of its own measures; None where it failed."""
    command = [sys.executable, "-m", "benchmarks.retrieval", "--measure", str(size)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure(size: int) -> dict[str, Any]:
    """Seconds, seconds of processor and bytes of memory that exact ranking takes."""
    from annotator.systems.evaluation.retrieval.benchmark import rank_answers
    from annotator.systems.evaluation.retrieval.encoders import EncoderScorer

    benchmark = _benchmark(size)
    scorer = EncoderScorer(RandomVectors(), benchmark)
    began, used = time.perf_counter(), time.process_time()
    rank_answers(benchmark, scorer)
    return {
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - used,
        "memory": _peak(),
    }


def _benchmark(size: int) -> "Benchmark":
    from annotator.systems.evaluation.retrieval.benchmark import Benchmark

    paragraph_of = np.arange(size, dtype=np.intp) // TO_A_PARAGRAPH
    return Benchmark(
        sentences=tuple(f"Sentence {number}." for number in range(size)),
        paragraphs=tuple(f"Paragraph {number}." for number in range(int(paragraph_of[-1]) + 1)),
        paragraph_of=paragraph_of,
        starts=np.arange(0, size, TO_A_PARAGRAPH, dtype=np.intp),
        questions=tuple(f"Question {number}?" for number in range(QUESTIONS)),
        right=tuple((right_answer(number, size),) for number in range(QUESTIONS)),
    )


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(int(sys.argv[2]))))
        raise SystemExit(0)
    raise SystemExit(main())
