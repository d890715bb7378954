"""ROUGE-L between annotators: by hand, and the paper's figure on half of its development split."""

import json

import pytest

from annotator.measures.long_form_agreement import mean_pairwise_rouge_l, pairwise_rouge_l
from annotator.measures.undefined import UndefinedMeasureError
from tests.shared_data import shared_path


def test_agreement_on_a_question_is_the_mean_over_all_pairs() -> None:
    # 2 of 3 tokens twice, 3 of 3 once.
    assert pairwise_rouge_l(["the cat sat", "the dog sat", "the cat sat"]) == pytest.approx(7 / 9)


def test_every_question_weighs_the_same_however_many_answers_it_has() -> None:
    found = mean_pairwise_rouge_l(
        [["a cat sat", "a cat sat", "a cat sat"], ["a dog", "one cat"], ["a question of one"], []],
        seed=2,
    )
    assert found.value == pytest.approx(1 / 2)
    assert found.questions == 2
    assert (found.interval.low, found.interval.high) == (0, 1)


def test_agreement_needs_two_answers_with_tokens() -> None:
    with pytest.raises(UndefinedMeasureError, match="two answers"):
        pairwise_rouge_l(["one"])
    with pytest.raises(UndefinedMeasureError, match="two answers"):
        mean_pairwise_rouge_l([["one"], []], seed=1)
    with pytest.raises(UndefinedMeasureError, match="tokens"):
        mean_pairwise_rouge_l([["one", "…"]], seed=1)


def test_the_papers_agreement_lies_within_the_interval_of_real_examples() -> None:
    path = shared_path("asqa/asqa_dev_half.json")
    examples = json.loads(path.read_text(encoding="utf-8"))["dev"].values()
    answers = [[each["long_answer"] for each in of["annotations"]] for of in examples]
    found = mean_pairwise_rouge_l(answers, seed=1)
    assert 100 * found.value == pytest.approx(49.91, abs=0.01)
    assert found.interval.low < 0.496 < found.interval.high
