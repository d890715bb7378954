"""ROUGE: hand-worked values, the package as the oracle, and what has no value."""

import json
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer
from punkt import load_model
from rouge_score.rouge_scorer import RougeScorer

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.rouge import recall_of, rouge_l, rouge_l_f1, rouge_tokens
from tests.shared_data import shared_path
from tests.size import sized

TEXTS = st.lists(st.sampled_from("the cat sat. on a mat 4 é Σ - \n".split(" "))).map(" ".join)


def recall(text: str, support: str) -> float:
    return recall_of(rouge_tokens(text), Counter(rouge_tokens(support)))


def test_recall_counts_a_word_no_more_often_than_the_support_has_it() -> None:
    assert recall("the cat and the dog", "the dog") == 2 / 5


def test_recall_goes_by_lower_case_tokens_of_ascii_letters_and_digits() -> None:
    assert rouge_tokens("Beyoncé's 2nd U.S. No. 1") == ["beyonc", "s", "2nd", "u", "s", "no", "1"]


def test_recall_against_nothing_is_0_and_of_nothing_is_undefined() -> None:
    assert recall("a cat", "") == 0
    with pytest.raises(UndefinedMeasureError):
        recall("Ωμέγα …", "a cat")


@given(text=TEXTS, support=TEXTS)
def test_recall_is_what_the_package_calls_recall(text: str, support: str) -> None:
    assume(rouge_tokens(text))
    scorer = RougeScorer(["rouge1"], use_stemmer=False)
    assert recall(text, support) == pytest.approx(
        scorer.score(target=text, prediction=support)["rouge1"].recall
    )


def test_rouge_l_of_one_sentence_is_that_of_the_longest_common_subsequence() -> None:
    # "the cat on mat": 4 of 6 and of 5 tokens, so 2 * 4 / 11.
    assert rouge_l_f1("the cat sat on the mat", "the cat on a mat") == pytest.approx(8 / 11)


def test_rouge_l_does_not_mind_the_order_of_sentences() -> None:
    one, other = "Charles X ruled. Louis followed.", "Louis followed. Charles X ruled."
    assert rouge_l_f1(one, other) == 1


def test_rouge_l_stems_and_minds_no_capitals() -> None:
    assert rouge_l_f1("Kings RULED", "king rules") == 1


def test_sentences_are_found_in_the_lower_cased_text() -> None:
    # Punkt ends a sentence at "U.S. He" and none at "u.s. he", so these are one sentence each.
    one, other = "He left the U.S. He won.", "He won in the U.S. He left."
    assert rouge_l(one, [other]) == pytest.approx(2 * 5 / (7 + 8))


def test_sentences_are_those_that_nltk_finds() -> None:
    # NLTK ends a sentence at a full stop by itself, so three: "the king abdicated.", "." and the
    # rest, where the package of the model has one. All 13 tokens stand in the reference, in one
    # sentence of 14, those of either part in its order: F1 is 2 * 13 / (13 + 14). As one sentence,
    # the first three would come too early.
    prediction = "the king abdicated. . .the prince took over in 1830. he ruled until 1848."
    reference = "The prince took over in 1830. The king abdicated and he ruled until 1848."
    assert rouge_l(prediction, [reference]) == pytest.approx(26 / 27)
    assert _sentences(prediction)[:2] == ["the king abdicated.", "."]


def test_rouge_l_of_several_references_is_that_of_the_best() -> None:
    one, other = "the cat sat on the mat", "the dog"
    assert rouge_l("a cat sat", [other, one]) == rouge_l("a cat sat", [one])
    with pytest.raises(UndefinedMeasureError):
        rouge_l("a cat sat", [])


def test_a_prediction_without_tokens_scores_0_as_the_official_scorer_has_it() -> None:
    assert rouge_l("", ["the cat sat"]) == 0
    assert rouge_l("the cat sat", ["…"]) == 0


@cache
def _tokenizer() -> PunktSentenceTokenizer:
    """NLTK's with its English model, which another package brings without a download."""
    model, parameters = load_model("english"), PunktParameters()
    for name in ("abbrev_types", "collocations", "sent_starters"):
        setattr(parameters, name, set(getattr(model, name)))
    parameters.ortho_context = defaultdict(int, model.ortho_context)
    return PunktSentenceTokenizer(parameters)


def _sentences(text: str) -> list[str]:
    found: list[str] = _tokenizer().tokenize(text)
    return found


def _official(prediction: str, references: list[str]) -> float:
    """The official scorer's steps, straight on the packages: an F-measure from 0 to 1."""
    scorer = RougeScorer(["rougeLsum"], use_stemmer=True)
    lines = ["\n".join(_sentences(text.lower())) for text in (prediction, *references)]
    return max(scorer.score(each, lines[0])["rougeLsum"].fmeasure for each in lines[1:])


def _questions() -> list[dict[str, Any]]:
    path = shared_path("asqa/asqa_dev_half.json")
    return list(json.loads(path.read_text(encoding="utf-8"))["dev"].values())


def _answers(example: dict[str, Any]) -> list[str]:
    return [each["long_answer"] for each in example["annotations"]]


def _all_short_answers(example: dict[str, Any]) -> str:
    return " ".join(f"{pair['short_answers'][0]}." for pair in example["qa_pairs"])


def test_rouge_l_is_the_official_scorers_on_every_given_question() -> None:
    questions = _questions()
    assert len(questions) == 474
    for example in questions[:: sized(8, 1)]:
        prediction, references = _all_short_answers(example), _answers(example)
        official = _official(prediction, references)
        assert rouge_l(prediction, references) == pytest.approx(official, abs=1e-9)


@pytest.mark.long
def test_rouge_l_of_longer_predictions_is_the_official_scorers_too() -> None:
    questions = _questions()
    for example, another in pairwise([*questions, questions[0]]):
        references = _answers(example)
        for prediction in (
            " ".join([example["ambiguous_question"]] * 8),
            " ".join(pair["question"] for pair in example["qa_pairs"]),
            _answers(another)[0],
        ):
            official = _official(prediction, references)
            assert rouge_l(prediction, references) == pytest.approx(official, abs=1e-9)


@pytest.mark.long
def test_rouge_l_between_annotators_is_the_official_scorers_in_both_directions() -> None:
    for one, other in map(_answers, _questions()):
        official = (_official(one, [other]) + _official(other, [one])) / 2
        assert rouge_l_f1(one, other) == pytest.approx(official, abs=1e-9)


@given(one=TEXTS, other=TEXTS)
def test_rouge_l_is_the_same_either_way_round_and_between_0_and_1(one: str, other: str) -> None:
    assume(rouge_tokens(one) and rouge_tokens(other))
    assert rouge_l_f1(one, other) == rouge_l_f1(other, one)
    assert 0 <= rouge_l_f1(one, other) <= 1


def test_rouge_l_of_a_text_without_tokens_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError):
        rouge_l_f1("…", "a cat")
