"""The figures of a run, with their intervals, as they are stored and printed."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.measures.retrieval import by_question
from annotator.measures.retrieval_intervals import (
    Estimate,
    compare_encoders,
    estimates,
    recall_curve,
)
from annotator.systems.evaluation.retrieval.benchmark import Ranking

KINDS = ("sentence", "document")
"""What has ranks: sentences, and the paragraphs around them."""

Found = Mapping[str, Mapping[str, Estimate]]
"""MRR and R@N by their names, of each kind."""


def figures_of(ranking: Ranking) -> dict[str, Any]:
    """The metrics, intervals and curves, as ``RetrievalScore`` has them."""
    found = estimates_of(ranking)
    return {
        "metrics": values_of(found),
        "intervals": ends_of(found),
        "curve": {
            kind: [
                [cutoff, each.value, each.low, each.high]
                for cutoff, each in recall_curve(getattr(ranking.ranks, kind))
            ]
            for kind in KINDS
        },
    }


def estimates_of(ranking: Ranking) -> Found:
    """MRR and R@N of sentences and of paragraphs."""
    return {kind: estimates(getattr(ranking.ranks, kind)) for kind in KINDS}


class Comparison:
    """How much greater the figures of encoders are than each other's, on the same questions."""

    def __init__(self, rankings: Sequence[Ranking]) -> None:
        """Compare all pairs; the figures of sentences and of paragraphs hold at once."""
        self._of_all = compare_encoders(
            [
                {
                    f"{kind} {name}": values
                    for kind in KINDS
                    for name, values in by_question(getattr(ranking.ranks, kind)).items()
                }
                for ranking in rankings
            ]
        )

    def between(self, one: int, other: int) -> Found:
        """The figures of encoder ``one`` less the ``other``'s, by their places."""
        found: dict[str, dict[str, Estimate]] = {kind: {} for kind in KINDS}
        for name, each in self._of_all.between(one, other).items():
            kind, figure = name.split()
            found[kind][figure] = each
        return found


def values_of(found: Found) -> dict[str, dict[str, float]]:
    """The figures alone."""
    return {
        kind: {name: each.value for name, each in of_kind.items()}
        for kind, of_kind in found.items()
    }


def ends_of(found: Found) -> dict[str, dict[str, list[float] | None]]:
    """Both ends of each interval; None where it is withheld."""
    return {
        kind: {name: _ends(each) for name, each in of_kind.items()}
        for kind, of_kind in found.items()
    }


def _ends(each: Estimate) -> list[float] | None:
    return None if each.low is None or each.high is None else [each.low, each.high]
