"""Question by question: how encoders ranked the right sentence, and what they found first."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.retrieval import Floats
from annotator.systems.evaluation.retrieval.benchmark import Benchmark, Ranking

FIRST = 10
"""So many sentences are shown of each question."""


def best_sentence_ranks(rankings: Iterable[Ranking]) -> Floats:
    """The best rank of a right sentence by any encoder; shape (questions,)."""
    best: Floats = np.min([ranking.ranks.sentence for ranking in rankings], axis=0)
    return best


def missed_by_all(rankings: Iterable[Ranking]) -> int:
    """How many questions have no right sentence within the first ones by any encoder."""
    return int(np.count_nonzero(best_sentence_ranks(rankings) > FIRST))


def hardest_first(best: Floats) -> NDArray[np.intp]:
    """The places of the questions, the worst of the ``best`` ranks first."""
    return np.argsort(-best, kind="stable")


def details(benchmark: Benchmark, rankings: Mapping[str, Ranking]) -> Iterator[dict[str, Any]]:
    """An object for each question, those that all encoders rank worst first."""
    for place in hardest_first(best_sentence_ranks(rankings.values())).tolist():
        yield question_details(benchmark, rankings, place)


def question_details(
    benchmark: Benchmark, rankings: Mapping[str, Ranking], place: int
) -> dict[str, Any]:
    """The question at ``place``: its right sentences, and by encoder the ranks and the first
    sentences, each with whether it is right.
    """
    right = benchmark.right[place]
    return {
        "question": benchmark.questions[place],
        "right": list(dict.fromkeys(benchmark.sentences[entry] for entry in right)),
        "encoders": {
            name: {
                "sentence_rank": float(ranking.ranks.sentence[place]),
                "document_rank": float(ranking.ranks.document[place]),
                "first": [
                    {"sentence": benchmark.sentences[entry], "right": entry in right}
                    for entry in ranking.first[place].tolist()
                ],
            }
            for name, ranking in rankings.items()
        },
    }


class FoundByEncoder(NamedTuple):
    """An encoder's results for a question: the best rank of a right sentence and of its paragraph,
    and the ``first`` sentences, each with whether it is ``right``.
    """

    encoder: int
    name: str
    sentence_rank: float
    document_rank: float
    first: list[dict[str, Any]]


class AskedQuestion(NamedTuple):
    """A question by its ``number``, from 1, with its right sentences and what encoders found."""

    number: int
    question: str
    right: list[str]
    encoders: list[FoundByEncoder]

    @property
    def best_rank(self) -> float:
        """The best of a right sentence, by any encoder."""
        return min(each.sentence_rank for each in self.encoders)


def asked_question(
    benchmark: Benchmark, rankings: Mapping[int, tuple[str, Ranking]], place: int
) -> AskedQuestion:
    """The question at ``place``, for the name and the ranking of each encoder, by its key."""
    found = question_details(benchmark, dict(rankings.values()), place)
    encoders = found.pop("encoders")
    return AskedQuestion(
        number=place + 1,
        encoders=[FoundByEncoder(pk, name, **encoders[name]) for pk, (name, _) in rankings.items()],
        **found,
    )
