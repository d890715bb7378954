"""``evaluate_asqa`` on real questions, on a worked example, and on files with mistakes."""

import errno
import json
import math
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from django.core.management import call_command

from annotator.systems.evaluation.management.commands import evaluate_asqa
from annotator.systems.evaluation.management.commands.evaluate_asqa import WORDS
from tests.shared_data import shared_path


def write(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def example() -> dict[str, Any]:
    return {
        "ambiguous_question": "Who ruled France?",
        "qa_pairs": [
            {"question": "In 1829?", "short_answers": ["Charles X"], "wikipage": None},
            {"question": "In 1831?", "short_answers": ["Louis Philippe"], "wikipage": None},
        ],
        "wikipages": [],
        "annotations": [
            {"long_answer": "Charles X ruled. Then Louis Philippe ruled.", "knowledge": []},
            {"long_answer": "Charles X ruled first.", "knowledge": []},
        ],
    }


def evaluate(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    call_command("evaluate_asqa", split="dev", json=True, **options)
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_a_worked_example_gets_its_scores(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluate(
        capsys,
        asqa=write(tmp_path, "asqa.json", {"dev": {"7": example()}}),
        predictions=write(tmp_path, "answers.json", {"7": "Charles X ruled."}),
        qa=write(tmp_path, "qa.json", {"7_0": ["Charles", "king Charles X"], "7_1": ""}),
    )
    # Three tokens of the four of the nearer reference, all three of the answer: F1 is 6 / 7. The
    # extractor has two of "king charles x" and both of "charles x": F1 is 4 / 5, of both 2 / 5.
    assert found == {
        "rougeLsum": pytest.approx(100 * 6 / 7),
        "length": 3.0,
        "str_em": 50.0,
        "QA-EM": 0.0,
        "QA-F1": pytest.approx(40.0),
        "QA-Hit": 0.0,
        "ovscore": pytest.approx(math.sqrt(40 * 100 * 6 / 7)),
        "intervals": dict.fromkeys(WORDS),
    }


def test_a_reference_given_as_the_answer_scores_full_rouge_on_real_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared_path("asqa/asqa_dev_half.json")
    questions = dict(list(json.loads(file.read_bytes())["dev"].items())[:20])
    answers = {key: each["annotations"][1]["long_answer"] for key, each in questions.items()}
    found = evaluate(
        capsys,
        asqa=write(tmp_path, "asqa.json", {"dev": questions}),
        predictions=write(tmp_path, "answers.json", answers),
    )
    words = [len(each.split()) for each in answers.values()]
    assert found["rougeLsum"] == pytest.approx(100)
    assert found["length"] == sum(words) / len(words)
    assert found.keys() == {"rougeLsum", "length", "str_em", "intervals"}


def test_only_what_is_scored_has_to_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = {
        # An empty wording is in every text, as the official scorer has it.
        "qa_pairs": [
            {"short_answers": ["Charles X", ""], "context": None, "wikipage": 3},
        ],
        "annotations": [{"long_answer": "Charles X ruled."}, {"long_answer": ""}],
    }
    odd = {
        "qa_pairs": [{"short_answers": ["Louis"], "question": None}] * 7,
        "wikipages": None,
        "annotations": [{"long_answer": "Louis did.", "knowledge": [{"content": ""}]}],
    }
    found = evaluate(
        capsys,
        asqa=write(tmp_path, "asqa.json", {"dev": {"7": bare, "8": odd}}),
        predictions=write(tmp_path, "answers.json", {"7": "Charles ruled.", "8": "Louis did."}),
    )
    # Two tokens of two and of three: F1 is 4 / 5.
    assert found["rougeLsum"] == pytest.approx(100 * (4 / 5 + 1) / 2)
    assert found["str_em"] == 100.0


@pytest.mark.parametrize(
    ("change", "options", "problem"),
    [
        (
            {"annotations": []},
            {},
            (
                "annotations: the example has no annotation. Leave it out, or choose a split that "
                "was annotated."
            ),
        ),
        (
            {"annotations": [{"long_answer": None}]},
            {},
            "annotations[0].long_answer: null is not a string. Write a string.",
        ),
        ({"qa_pairs": []}, {}, "qa_pairs: there is no disambiguation. Give at least one."),
        (
            {"qa_pairs": [{"short_answers": []}]},
            {},
            "qa_pairs[0].short_answers: there is no short answer. Give at least one.",
        ),
        (
            {"qa_pairs": [{"short_answers": ["Charles X", 10]}]},
            {},
            "qa_pairs[0].short_answers[1]: 10 is not a string. Write a string.",
        ),
        (
            {"ambiguous_question": None},
            {"people": True},
            "ambiguous_question: null is not a string. Write a string.",
        ),
        (
            {"qa_pairs": [{"short_answers": ["Charles X"]}]},
            {"people": True},
            "qa_pairs[0].question: the field is missing. Add it as a string.",
        ),
    ],
)
def test_what_is_scored_is_checked(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, Any],
    options: dict[str, Any],
    problem: str,
) -> None:
    with pytest.raises(SystemExit):
        call_command(
            "evaluate_asqa",
            split="dev",
            asqa=write(tmp_path, "asqa.json", {"dev": {"7": example() | change}}),
            predictions=write(tmp_path, "answers.json", {"7": "Charles X ruled."}),
            **options,
        )
    assert capsys.readouterr().err.strip() == f"asqa.json: dev.7.{problem}"


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({}, "answers.json: 7: this key has no answer. Add one; it may be empty."),
        (
            {"7": "Yes.", "8": "No."},
            (
                "answers.json: 8: no question of this split has this key. Remove it, or choose the "
                "split that it belongs to."
            ),
        ),
        (
            {"7": None},
            "answers.json: 7: null is not a string. Write the answer's text; it may be empty.",
        ),
        ([], "answers.json: a list is not an object. Write an object of keys and answers."),
    ],
)
def test_a_wrong_file_of_answers_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answers: Any, problem: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        call_command(
            "evaluate_asqa",
            split="dev",
            asqa=write(tmp_path, "asqa.json", {"dev": {"7": example()}}),
            predictions=write(tmp_path, "answers.json", answers),
        )
    assert (caught.value.code, capsys.readouterr().err.strip()) == (1, problem)


def test_another_system_is_compared_on_the_same_questions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = {str(each): example() for each in range(120)}
    long, short = "Charles X ruled. Then Louis Philippe ruled.", "Charles X ruled."
    one = {key: long if int(key) % 3 else short for key in questions}
    found = evaluate(
        capsys,
        asqa=write(tmp_path, "asqa.json", {"dev": questions}),
        predictions=write(tmp_path, "answers.json", one),
        compare_with=write(tmp_path, "others.json", dict.fromkeys(questions, short)),
    )
    # 80 of 120 answers have both short answers, where all of the others have one of the two.
    compared = found["compared"]["str_em"]
    assert compared["difference"] == pytest.approx(100 * 40 / 120)
    half = 1.96 * 100 * math.sqrt(2 / 3 * 1 / 3 / 120) / 2
    low, high = compared["interval"]
    assert [low, high] == pytest.approx([100 / 3 - half, 100 / 3 + half], rel=0.05)
    low, high = found["intervals"]["str_em"]
    assert low < found["str_em"] < high


def test_people_and_the_naive_system_stand_beside_a_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluate(
        capsys,
        asqa=write(tmp_path, "asqa.json", {"dev": {"7": example(), "8": example()}}),
        predictions=write(tmp_path, "answers.json", {"7": "Charles X ruled.", "8": ""}),
        people=True,
        without_context=write(tmp_path, "alone.json", {"8": "Louis Philippe."}),
    )["people"]
    # "charles x ruled then louis philippe ruled" and "charles x ruled first" share three words of
    # seven and four.
    with_context = found["annotators_against_each_other"]
    assert with_context["rougeLsum"] == pytest.approx(100 * 6 / 11)
    assert (with_context["str_em"], with_context["questions"]) == (75.0, 2)
    assert with_context["length"] == 5.5
    naive = found["question_repeated"]
    # "who ruled france" eight times has "ruled" of each sentence of the longer reference.
    assert naive["rougeLsum"] == pytest.approx(100 * 2 * 2 / (24 + 7))
    assert (naive["length"], naive["str_em"]) == (24.0, 0.0)
    alone = found["annotators_without_context"]
    assert (alone["questions"], alone["str_em"]) == (1, 50.0)
    assert alone["rougeLsum"] == pytest.approx(100 * 2 * 2 / (2 + 7))


def test_an_extractors_answers_that_cannot_be_flushed_leave_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kept = tmp_path / "kept.json"
    kept.write_text("{}")
    files = {
        "asqa": write(tmp_path, "asqa.json", {"dev": {"1": example()}}),
        "predictions": write(tmp_path, "answers.json", {"1": "Charles X ruled."}),
    }
    extractor = SimpleNamespace(find=lambda *_: "Charles X")
    monkeypatch.setattr(evaluate_asqa, "load_extractor", lambda _: extractor)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(SystemExit):
        evaluate(capsys, reader=str(tmp_path), write_qa=str(kept), **files)
    refused = f"{kept}: It can't be written (No space left on device). Check the path."
    assert capsys.readouterr().err.splitlines()[-1] == refused
    assert kept.read_text() == "{}"
