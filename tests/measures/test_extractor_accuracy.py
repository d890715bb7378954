"""Disambig-F1 against the formulas of the paper and the scorer's rules, written out again."""

import re
import string
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.extractor_accuracy import (
    ExtractorScores,
    extractor_scores,
    is_exact,
    token_f1,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError

TEXTS = st.lists(
    st.sampled_from(["the", "a", "Charles", "charles", "X", "1829", "U.S.", "in", "?!", "ß"]),
    max_size=4,
).map(" ".join) | st.text(max_size=6)


def tokens(text: str) -> list[str]:
    kept = "".join(each for each in text.lower() if each not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", kept).split()


def f1(gold: str, predicted: str) -> float:
    wanted, given_tokens = tokens(gold), tokens(predicted)
    shared = list((Counter(wanted) & Counter(given_tokens)).elements())
    if not wanted or not given_tokens:
        return 1.0 if wanted == given_tokens else 0.0
    if not shared:
        return 0.0
    precision, recall = len(shared) / len(given_tokens), len(shared) / len(wanted)
    return 2 * precision * recall / (precision + recall)


@given(TEXTS, TEXTS)
def test_token_f1_follows_the_formula(gold: str, predicted: str) -> None:
    assert token_f1(gold, predicted) == f1(gold, predicted)
    assert is_exact(gold, predicted) == (" ".join(tokens(gold)) == " ".join(tokens(predicted)))


@given(
    st.lists(
        st.tuples(st.lists(TEXTS, min_size=1, max_size=3), st.lists(TEXTS, min_size=1, max_size=2)),
        min_size=1,
        max_size=4,
    )
)
def test_the_best_pair_of_each_disambiguation_counts(
    asked: list[tuple[list[str], list[str]]],
) -> None:
    best = [max(f1(a, b) for a in wordings for b in found) for wordings, found in asked]
    exact = [any(is_exact(a, b) for a in wordings for b in found) for wordings, found in asked]
    scores = extractor_scores([each[0] for each in asked], [each[1] for each in asked])
    assert scores == ExtractorScores(
        exact=pytest.approx(sum(exact) / len(exact)),
        f1=pytest.approx(sum(best) / len(best)),
        hit=all(exact),
    )


def test_an_extractor_that_finds_nothing_scores_nothing() -> None:
    assert extractor_scores([["Charles X"]], [[""]]) == ExtractorScores(0.0, 0.0, hit=False)


def test_a_question_without_disambiguations_has_no_score() -> None:
    with pytest.raises(UndefinedMeasureError):
        extractor_scores([], [])
