"""Question by question: how encoders ranked the right sentence, and what they found first."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from annotator.evaluation.retrieval.benchmark import Benchmark
from annotator.evaluation.retrieval.run import Run

FIRST = 10
"""So many sentences are shown of each question."""


def missed_by_all(runs: Sequence[Run], *, within: int = FIRST) -> int:
    """How many questions have no right sentence within the first ones by any encoder."""
    best = np.min([run.ranking.ranks.sentence for run in runs], axis=0)
    return int(np.count_nonzero(best > within))


def details(benchmark: Benchmark, runs: Sequence[Run]) -> Iterator[dict[str, Any]]:
    """An object for each question, those that all encoders rank worst first."""
    best = np.min([run.ranking.ranks.sentence for run in runs], axis=0)
    for place in np.argsort(-best, kind="stable").tolist():
        right = set(benchmark.right[place])
        yield {
            "question": benchmark.questions[place],
            "right": list(dict.fromkeys(benchmark.sentences[entry] for entry in right)),
            "encoders": {run.name: _of_run(benchmark, run, place, right) for run in runs},
        }


def _of_run(benchmark: Benchmark, run: Run, place: int, right: set[int]) -> dict[str, Any]:
    ranks = run.ranking.ranks
    return {
        "sentence_rank": float(ranks.sentence[place]),
        "document_rank": float(ranks.document[place]),
        "first": [
            {"sentence": benchmark.sentences[entry], "right": entry in right}
            for entry in run.ranking.first[place].tolist()
        ],
    }
