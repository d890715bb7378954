"""The figures of a run, with their intervals, as they are stored and printed."""

from collections.abc import Mapping
from typing import Any

from annotator.evaluation.retrieval.benchmark import Ranking
from annotator.measures.retrieval_intervals import (
    Estimate,
    differences,
    estimates,
    recall_curve,
)

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


def differences_of(ranking: Ranking, other: Ranking) -> Found:
    """How much greater they are than those of ``other``, on the same questions."""
    return {
        kind: differences(getattr(ranking.ranks, kind), getattr(other.ranks, kind))
        for kind in KINDS
    }


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
