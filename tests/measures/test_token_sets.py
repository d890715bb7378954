"""How much two sets of tokens share: by hand, and NLTK as the oracle."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import jaccard_distance as nltk_jaccard
from nltk.metrics.distance import masi_distance as nltk_masi
from nltk.metrics.scores import f_measure

from annotator.measures.token_sets import f1_similarity, jaccard_similarity, masi_similarity

SETS = st.frozensets(st.integers(0, 6), min_size=1)
Measure = Callable[..., Any]


def of_two(measure: Measure, one: frozenset[int], other: frozenset[int]) -> float:
    return float(measure(*np.array([len(one & other), len(one), len(other)])))


@pytest.mark.parametrize(
    ("one", "other", "f1", "iou", "masi"),
    [
        ({1, 2, 3}, {1, 2, 3}, 1, 1, 0),
        ({1, 2, 3}, {2, 3}, 4 / 5, 2 / 3, 1 - 2 / 3 * 2 / 3),
        ({1, 2, 3}, {3, 4}, 2 / 5, 1 / 4, 1 - 1 / 4 / 3),
        ({1, 2}, {3, 4}, 0, 0, 1),
        ({1, 2}, {2, 3}, 1 / 2, 1 / 3, 1 - 1 / 3 / 3),
    ],
)
def test_measures_by_hand(
    one: set[int], other: set[int], f1: float, iou: float, masi: float
) -> None:
    pair = frozenset(one), frozenset(other)
    assert of_two(f1_similarity, *pair) == pytest.approx(f1)
    assert of_two(jaccard_similarity, *pair) == pytest.approx(iou)
    assert 1 - of_two(masi_similarity, *pair) == pytest.approx(masi)


@given(one=SETS, other=SETS)
def test_measures_are_those_of_nltk(one: frozenset[int], other: frozenset[int]) -> None:
    jaccard, masi = (of_two(each, one, other) for each in (jaccard_similarity, masi_similarity))
    assert jaccard == pytest.approx(1 - nltk_jaccard(one, other))
    # NLTK writes 0.67 and 0.33 for two thirds and a third.
    assert 1 - masi == pytest.approx(nltk_masi(one, other), abs=0.0034)
    assert of_two(f1_similarity, one, other) == pytest.approx(f_measure(set(one), set(other)))


@pytest.mark.parametrize("measure", [f1_similarity, jaccard_similarity, masi_similarity])
@given(one=SETS, other=SETS)
def test_measures_are_the_same_either_way_round_and_between_0_and_1(
    measure: Measure, one: frozenset[int], other: frozenset[int]
) -> None:
    assert of_two(measure, one, other) == of_two(measure, other, one)
    assert 0 <= of_two(measure, one, other) <= 1
