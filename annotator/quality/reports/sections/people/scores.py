"""The outcomes of single annotations that show who needs help, from 0 to 1."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.quality.reports.either_kind import seconds_of_stages
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns

QUICKEST, SLOWEST = 0.1, 0.9
"""Quantiles of active time, below and above which an annotation is quick or slow."""
FEWEST_TIMES = 10
"""Fewer have no tenth."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """An outcome from 0 to 1 for each annotation, NaN where there is none."""

    name: str
    values: NDArray[np.float64]


def scores_of(annotations: Any) -> list[Scores]:
    """Everything that is judged of a kind's annotations.

    Those from files have no outcomes: there the first annotation of each example need not be the
    same person's. What others say is compared with them all the same.
    """
    own = _agreement(annotations.coded) if annotations.coded is not None else []
    return [
        replace(each, values=np.where(annotations.imported, np.nan, each.values))
        for each in (*own, *_speed(annotations))
    ]


def _agreement(annotations: NaturalQuestionsColumns) -> list[Scores]:
    said = annotations.quality >= 0
    null = annotations.long == 0
    answers = {
        "agree_quality": (annotations.quality, said),
        "agree_null": (null, None),
        "agree_long": (annotations.long, None),
        "agree_short": (annotations.short, None),
    }
    agreement = [
        Scores(name, share_of_others(annotations.example, codes, present))
        for name, (codes, present) in answers.items()
    ]
    bad = np.where(said, annotations.quality == 0, np.nan)
    return [*agreement, Scores("null", null.astype(np.float64)), Scores("bad", bad)]


def _speed(annotations: Any) -> list[Scores]:
    shares = quick_and_slow(seconds_of_stages(annotations))
    return [Scores(name, values) for name, values in zip(("quick", "slow"), shares, strict=True)]


def share_of_others(
    example: NDArray[np.int64], codes: NDArray[Any], present: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """For each annotation, the share of the example's other annotations that have the same code.

    (n_c - 1) / (n - 1), with n annotations of the example and n_c of them with this code, over the
    ``present`` ones; NaN for others, and for single annotations. Its mean doesn't depend on how
    many others there are, so examples with 5 and with 25 annotations can be mixed.

    >>> share_of_others(np.array([1, 1, 1, 2]), np.array([7, 7, 0, 7])).tolist()
    [0.5, 0.5, 0.0, nan]
    """
    here = np.ones(len(example), dtype=np.bool_) if present is None else present
    shares = np.full(len(example), np.nan)
    _, places = np.unique(example[here], return_inverse=True)
    _, values = np.unique(codes[here], return_inverse=True)
    pairs = places.astype(np.int64) * (values.max(initial=0) + 1) + values
    _, pair, same = np.unique(pairs, return_inverse=True, return_counts=True)
    others = np.bincount(places)[places] - 1 if len(places) else places
    with np.errstate(invalid="ignore"):
        shares[here] = np.where(others > 0, (same[pair] - 1) / np.maximum(others, 1), np.nan)
    return shares


def quick_and_slow(
    seconds: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Whether each annotation was among the quickest tenth, and whether among the slowest.

    ``seconds`` as in ``seconds_of_stages``. Annotations that came to the same stages are compared:
    a question that is called bad has only one. Quick is below the first tenth (the 10% quantile,
    interpolated), slow above the last; exactly at an edge is neither, so among many equal times
    fewer than a tenth are quick or slow. NaN if time wasn't measured, or if fewer than
    ``FEWEST_TIMES`` have the same stages.
    """
    kinds, totals = steps_of(seconds)
    quick, slow = np.full(len(totals), np.nan), np.full(len(totals), np.nan)
    for kind in np.unique(kinds[kinds > 0]):
        rows = kinds == kind
        if rows.sum() >= FEWEST_TIMES:
            low, high = np.quantile(totals[rows], [QUICKEST, SLOWEST])
            quick[rows], slow[rows] = totals[rows] < low, totals[rows] > high
    return quick, slow


def steps_of(seconds: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Of each annotation a number for the stages that were timed, 0 for none, and their sum."""
    stages = ~np.isnan(seconds)
    return stages @ (1 << np.arange(stages.shape[1])), np.nansum(seconds, axis=1)
