"""Random long-form answers, as files in any order: the means are those of plain loops."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from annotator.systems.evaluation.asqa import evaluate_files, official_metrics
from annotator.systems.evaluation.asqa_gold import AsqaGold
from annotator.systems.evaluation.scored import Settings
from annotator.systems.evaluation.scoring import score
from tests.size import examples

Questions = list[tuple[int, int]]
"""Of each question: how many disambiguations it has, and how many of them the answer has."""

QUESTIONS = st.lists(
    st.integers(2, 6).flatmap(lambda asked: st.tuples(st.just(asked), st.integers(0, asked))),
    min_size=1,
    max_size=40,
)


def gold_of(questions: Questions) -> dict[str, Any]:
    """Each question's disambiguations are answered by words of their own."""
    return {
        f"q{number}": {
            "ambiguous_question": "Which one?",
            "qa_pairs": [
                {"question": "This one?", "short_answers": [f"word{number}x{place}y"]}
                for place in range(asked)
            ],
            "wikipages": [],
            "annotations": [{"long_answer": "Several words.", "knowledge": []}] * 2,
        }
        for number, (asked, _) in enumerate(questions)
    }


def answers_to(questions: Questions) -> dict[str, str]:
    return {
        f"q{number}": " and ".join(f"word{number}x{place}y" for place in range(answered))
        for number, (_, answered) in enumerate(questions)
    }


def metrics_of(questions: Questions, keys: list[str]) -> tuple[dict[str, float], float]:
    """What we find where the predictions have the order of ``keys``, and STR-EM by its rule."""
    gold, answers = gold_of(questions), answers_to(questions)
    with TemporaryDirectory() as folder:
        asqa, predictions = Path(folder) / "asqa.json", Path(folder) / "answers.json"
        asqa.write_text(json.dumps({"dev": gold}), encoding="utf-8")
        in_order = {key: answers[key] for key in keys}
        predictions.write_text(json.dumps(in_order), encoding="utf-8")
        found = official_metrics(evaluate_files(asqa, predictions, split="dev"))
        gold_read = AsqaGold.read(asqa, "dev")
        read = gold_read.read_predictions(predictions, None, Settings())
        assert score(gold_read, read, Settings()).metrics == found
    of_questions = []
    for key in keys:
        wordings = [pair["short_answers"] for pair in gold[key]["qa_pairs"]]
        present = [any(each in answers[key] for each in several) for several in wordings]
        of_questions.append(np.mean(present))
    return found, float(100 * np.mean(of_questions))


@examples(50, 2000)
@given(st.data())
def test_str_em_is_the_mean_in_the_order_of_the_predictions(data: st.DataObject) -> None:
    questions = data.draw(QUESTIONS)
    keys = data.draw(st.permutations(list(gold_of(questions))))
    found, expected = metrics_of(questions, keys)
    assert found["str_em"] == expected


def test_another_order_changes_the_last_digit_of_str_em_alone() -> None:
    questions = [(5, 1), (5, 2), (5, 3)]
    forth, mean = metrics_of(questions, ["q0", "q1", "q2"])
    back, mean_back = metrics_of(questions, ["q2", "q1", "q0"])
    assert (mean, mean_back) == (40.00000000000001, 40.0)
    assert (forth.pop("str_em"), back.pop("str_em")) == (mean, mean_back)
    assert forth == back
