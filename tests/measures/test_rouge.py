"""ROUGE: hand-worked values, the package as the oracle, and what has no value."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from annotator.measures.rouge import rouge_1_recall, rouge_l_f1, rouge_tokens
from annotator.measures.undefined import UndefinedMeasureError

TEXTS = st.lists(st.sampled_from("the cat sat. on a mat 4 é Σ - \n".split(" "))).map(" ".join)


def test_recall_counts_a_word_no_more_often_than_the_support_has_it() -> None:
    assert rouge_1_recall("the cat and the dog", "the dog") == 2 / 5


def test_recall_goes_by_lower_case_tokens_of_ascii_letters_and_digits() -> None:
    assert rouge_tokens("Beyoncé's 2nd U.S. No. 1") == ["beyonc", "s", "2nd", "u", "s", "no", "1"]


def test_recall_against_nothing_is_0_and_of_nothing_is_undefined() -> None:
    assert rouge_1_recall("a cat", "") == 0
    with pytest.raises(UndefinedMeasureError):
        rouge_1_recall("Ωμέγα …", "a cat")


@given(text=TEXTS, support=TEXTS)
def test_recall_is_what_the_package_calls_recall(text: str, support: str) -> None:
    assume(rouge_tokens(text))
    scorer = RougeScorer(["rouge1"], use_stemmer=False)
    assert rouge_1_recall(text, support) == pytest.approx(
        scorer.score(target=text, prediction=support)["rouge1"].recall
    )


def test_rouge_l_of_one_sentence_is_that_of_the_longest_common_subsequence() -> None:
    # "the cat on mat": 4 of 6 and of 5 tokens, so 2 * 4 / 11.
    assert rouge_l_f1("the cat sat on the mat", "the cat on a mat") == pytest.approx(8 / 11)


def test_rouge_l_does_not_mind_the_order_of_sentences() -> None:
    one, other = "Charles X ruled. Louis followed.", "Louis followed. Charles X ruled."
    assert rouge_l_f1(one, other) == 1


def test_rouge_l_stems_unless_told_otherwise() -> None:
    assert rouge_l_f1("kings ruled", "king rules") == 1
    assert rouge_l_f1("kings ruled", "king rules", stemmed=False) == 0


@given(one=TEXTS, other=TEXTS)
def test_rouge_l_is_the_same_either_way_round_and_between_0_and_1(one: str, other: str) -> None:
    assume(rouge_tokens(one) and rouge_tokens(other))
    assert rouge_l_f1(one, other) == rouge_l_f1(other, one)
    assert 0 <= rouge_l_f1(one, other) <= 1


def test_rouge_l_of_a_text_without_tokens_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        rouge_l_f1("…", "a cat")
