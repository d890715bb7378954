"""What exact retrieval costs: seconds and peak memory by the number of answers.

    SIZES=10000,30000,91707 QUESTIONS=2000 python -m benchmarks.retrieval

ranks random questions of 512 numbers among random answers of as many (five to a paragraph, like
ReQA's 91,707), in a process for each size, with the code that ``evaluate_retrieval`` uses. It
prints seconds by the clock and of processor for the questions asked, what all of ReQA's 87,599
would take at that rate, and peak memory. QUESTIONS=87599 asks them all. Where faiss is installed,
a second table has the approximate index on vectors of 384 numbers that are like those of sentences.
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
    from annotator.systems.evaluation.retrieval.benchmark import Benchmark

SIZES = [int(size) for size in os.environ.get("SIZES", "10000,30000,91707").split(",")]
QUESTIONS = int(os.environ.get("QUESTIONS", "1024"))
DIMENSIONS = 512
TO_A_PARAGRAPH = 5
TO_AN_ARTICLE = 200
SENTENCE_DIMENSIONS = 384
SHARES = (0.2, 0.1, 0.6)
"""Of a sentence's vector: its article's part, its paragraph's, its own; the rest all share."""
OF_A_QUESTION = (0.8, 0.5, 0.1)
"""How much of each of these parts a question has in common with its sentence."""
DECAY = 1.0
"""The variance in the i-th direction falls with i to this power."""
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


class SentenceLikeVectors:
    """Unit vectors as near each other as those of sentences are: purely random ones have no near
    neighbours, which no approximate index can find.

    A vector is the sum of one part that all share, one of its article, one of its paragraph and one
    of its own; a question has something of each part of its sentence. The shares are chosen so that
    exact ranking of 30,000 has an MRR of 0.44, which is near those of the paper.
    """

    def __init__(self, size: int) -> None:
        chance = np.random.default_rng(size)
        spread = (1 + np.arange(SENTENCE_DIMENSIONS)) ** -DECAY
        self._spread = np.sqrt(spread / spread.sum()).astype(np.float32)
        self._common = self._drawn(np.random.default_rng(1), 1)
        places = np.arange(size)
        groups = [places // TO_AN_ARTICLE, places // TO_A_PARAGRAPH, places]
        self._parts = [self._drawn(chance, int(group[-1]) + 1)[group] for group in groups]

    def encode_answers(self, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
        """A row for each answer, which its sentence names by number."""
        places = [number_in(sentence) for sentence, _ in answers]
        return self._sum([part[places] for part in self._parts])

    def encode_questions(self, questions: list[str]) -> NDArray[np.float32]:
        """A row for each question, near that of its right answer."""
        numbers = [number_in(question) for question in questions]
        right = [right_answer(number, len(self._parts[-1])) for number in numbers]
        own = np.stack([self._drawn(np.random.default_rng(each), 3) for each in numbers])
        return self._sum(
            [
                np.sqrt(alike) * part[right] + np.sqrt(1 - alike) * own[:, place]
                for place, (alike, part) in enumerate(zip(OF_A_QUESTION, self._parts, strict=True))
            ]
        )

    def _drawn(self, chance: np.random.Generator, count: int) -> NDArray[np.float32]:
        shape = (count, SENTENCE_DIMENSIONS)
        return chance.standard_normal(shape, dtype=np.float32) * self._spread

    def _sum(self, parts: list[NDArray[np.float32]]) -> NDArray[np.float32]:
        rows = np.sqrt(1 - sum(SHARES)) * self._common
        for share, part in zip(SHARES, parts, strict=True):
            rows = rows + np.sqrt(share) * part
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return (rows / norms).astype(np.float32)


def number_in(text: str) -> int:
    """The number in the text of a question or a sentence."""
    return int(text.split()[1][:-1])


def right_answer(question: int, size: int) -> int:
    """The answer of a question, both by number."""
    return question * 7919 % size


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
        f"\napproximate\n{'answers':>9}{'built in':>10}{'seconds':>9}{'of first':>10}"
        f"{'of first 10':>13}{'MRR':>7}{'exact':>7}{'MiB':>7}"
    )
    for size in SIZES:
        cost = _measured("--approximate", size)
        if cost is None:
            return 1
        print(
            f"{size:>9,}{cost['built']:>10.1f}{cost['seconds']:>9.1f}{cost['first']:>10.3f}"
            f"{cost['kept']:>13.3f}{cost['found']:>7.3f}{cost['exact']:>7.3f}"
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


def measure_approximate(size: int) -> dict[str, Any]:
    """Seconds to build the index and to rank by it, and the share of the exact first 10."""
    from annotator.systems.evaluation.retrieval.approximate import (
        ApproximateIndex,
        measured_loss,
        rank_approximately,
    )
    from annotator.systems.evaluation.retrieval.benchmark import rank_answers
    from annotator.systems.evaluation.retrieval.encoders import EncoderScorer

    benchmark = _benchmark(size)
    scorer = EncoderScorer(SentenceLikeVectors(size), benchmark)
    began = time.perf_counter()
    index = ApproximateIndex(scorer.answers)
    built = time.perf_counter()
    found = rank_approximately(benchmark, scorer, index).ranks.sentence
    ended = time.perf_counter()
    kept = measured_loss(benchmark, scorer, index).kept
    exact = rank_answers(benchmark, scorer).ranks.sentence
    return {
        "built": built - began,
        "seconds": ended - built,
        "first": kept[1],
        "kept": kept[10],
        "exact": float((1 / exact).mean()),
        "found": float((1 / found).mean()),
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


MEASURES = {"--measure": measure, "--approximate": measure_approximate}

if __name__ == "__main__":
    asked = [MEASURES[each] for each in sys.argv if each in MEASURES]
    if asked:
        print(json.dumps(asked[0](int(sys.argv[-1]))))
        raise SystemExit(0)
    raise SystemExit(main())
