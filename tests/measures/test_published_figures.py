"""The paper's figures on 474 real development examples, half of that split.

The file has no context passages, so coverage falls short of the paper's; docs/measures.md says by
how much and why. What is asserted is what was measured, to the last digit that matters.
"""

import json
from statistics import mean
from typing import Any

import pytest

from annotator.measures.rouge import rouge_l
from annotator.measures.short_answer_presence import string_exact_match
from annotator.measures.support import SupportDocument, coverage, disambiguation_text
from annotator.measures.word_count import count_words
from tests.shared_data import shared_path


@pytest.fixture(scope="module")
def examples() -> list[dict[str, Any]]:
    path = shared_path("asqa/asqa_dev_half.json")
    return list(json.loads(path.read_text(encoding="utf-8"))["dev"].values())


def _answers(examples: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(each, annotation) for each in examples for annotation in each["annotations"]]


def _document(example: dict[str, Any], annotation: dict[str, Any]) -> SupportDocument:
    pieces = [piece["content"] for piece in annotation["knowledge"]]
    return SupportDocument(
        tuple(disambiguation_text(p["question"], p["short_answers"]) for p in example["qa_pairs"]),
        tuple(piece for piece in pieces if piece),
    )


def test_answers_have_about_as_many_words_as_the_paper_says(examples: list[Any]) -> None:
    words = mean(count_words(each["long_answer"]) for _, each in _answers(examples))
    assert words == pytest.approx(66.27, abs=0.01)
    # Of all answers (table 2).
    assert words == pytest.approx(64.8, abs=2)


def test_coverage_without_contexts_is_below_the_papers(examples: list[Any]) -> None:
    answers = [(each["long_answer"], _document(of, each)) for of, each in _answers(examples)]
    with_them = mean(coverage(text, document) for text, document in answers)
    without = mean(
        coverage(text, document, with_disambiguations=False) for text, document in answers
    )
    assert with_them == pytest.approx(0.758, abs=0.001)
    assert without == pytest.approx(0.431, abs=0.001)


def test_agreement_of_two_annotators_and_the_human_row_are_the_papers(examples: list[Any]) -> None:
    """One answer scored against the other: 49.4 in table 3; over pairs 49.6 in section 3.3."""
    pairs = [[each["long_answer"] for each in example["annotations"]] for example in examples]
    first = 100 * mean(rouge_l(one, [other]) for one, other in pairs)
    second = 100 * mean(rouge_l(other, [one]) for one, other in pairs)
    agreement = (first + second) / 2
    assert (first, second) == (pytest.approx(49.24, abs=0.01), pytest.approx(49.03, abs=0.01))
    assert agreement == pytest.approx(49.14, abs=0.01)
    assert agreement == pytest.approx(49.5, abs=0.4)


def test_nearly_all_short_answers_stand_in_the_answers(examples: list[Any]) -> None:
    shares = [
        string_exact_match(each["long_answer"], [p["short_answers"] for p in of["qa_pairs"]])
        for of, each in _answers(examples)
    ]
    assert mean(shares) == pytest.approx(0.984, abs=0.001)
