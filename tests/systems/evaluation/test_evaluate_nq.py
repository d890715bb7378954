"""``evaluate_nq`` on real examples and predictions, and on files with mistakes."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.systems.evaluation.models import Score
from tests.factories.corpus import make_examples, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once
from tests.factories.systems import nothing_predicted, run_scoring, write_predictions
from tests.shared_data import shared_path


def chosen_predictions(folder: Path, gold: Path) -> Path:
    with gzip.open(gold) as lines:
        ids = {json.loads(line)["example_id"] for line in lines}
    published = json.loads(shared_path("nq/predictions_part.json").read_bytes())["predictions"]
    path = folder / "predictions.json"
    chosen = [each for each in published if each["example_id"] in ids]
    path.write_text(json.dumps({"predictions": chosen}), encoding="utf-8")
    return path


def last_line(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text.splitlines()[-1])
    return value


def test_real_predictions_get_the_scores_worked_out_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # By score the five are right, right, wrong, right and wrong, and three can be answered.
    gold = shared_path("nq/nq_dev_sample.jsonl.gz")
    predictions = chosen_predictions(tmp_path, gold)
    call_command("evaluate_nq", gold=[str(gold)], predictions=str(predictions), json=True)
    found = last_line(capsys.readouterr().out)
    assert {key: value for key, value in found.items() if key.startswith("long-best")} == {
        "long-best-threshold-f1": 6 / 7,
        "long-best-threshold-precision": 3 / 4,
        "long-best-threshold-recall": 1.0,
        "long-best-threshold": 0.9367931485176086,
    }
    assert found["long-recall-at-precision>=0.9"] == 2 / 3
    assert found["short-best-threshold-f1"] == 0.0


def test_every_problem_is_a_line_of_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = shared_path("nq/nq_dev_sample.jsonl.gz")
    predictions = tmp_path / "predictions.json"
    predictions.write_text('{"predictions": []}', encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        call_command("evaluate_nq", gold=[str(gold)], predictions=str(predictions))
    lines = capsys.readouterr().err.splitlines()
    assert (caught.value.code, len(lines)) == (1, 5)
    assert lines[0].endswith(
        "has no prediction. Add one; an empty answer has offsets of -1 and NONE."
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (True, False)),
        ({"non_null_annotations": 4}, (False, False)),
        ({"non_null_annotations": 1}, (True, True)),
        ({"long_non_null_annotations": 4}, (False, False)),
        ({"short_non_null_annotations": 1}, (True, True)),
        ({"non_null_annotations": 4, "short_non_null_annotations": 1}, (False, True)),
        ({"non_null_annotations": 1, "long_non_null_annotations": 4}, (False, True)),
    ],
)
def test_long_and_short_answers_can_have_thresholds_of_their_own(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, int],
    expected: tuple[bool, bool],
) -> None:
    # Three of five annotations have the long answer, one of them the short answer.
    span, word = {"start_byte": 5, "end_byte": 90}, {"start_byte": 7, "end_byte": 9}
    none = {"start_byte": -1, "end_byte": -1}
    annotations = [
        {"long_answer": span if number < 3 else none, "short_answers": [word] * (number < 1)}
        for number in range(5)
    ]
    gold, predictions = tmp_path / "gold.jsonl", tmp_path / "predictions.json"
    for number, each in enumerate(annotations):
        each |= {"annotation_id": number, "yes_no_answer": "NONE"}
    gold.write_text(json.dumps({"example_id": 1, "annotations": annotations}), encoding="utf-8")
    scores = {"long_answer_score": 1, "short_answers_score": 1}
    predicted = {"example_id": 1, "long_answer": span, "short_answers": [word], **scores}
    predictions.write_text(json.dumps({"predictions": [predicted]}), encoding="utf-8")
    call_command(
        "evaluate_nq", gold=[str(gold)], predictions=str(predictions), json=True, **options
    )
    found = last_line(capsys.readouterr().out)
    assert (
        found["long-best-threshold-f1"] == 1.0,
        found["short-best-threshold-f1"] == 1.0,
    ) == expected


@pytest.mark.parametrize("part", ["", "long-", "short-"])
def test_a_threshold_of_none_is_refused(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{part}non-null-annotations"
    with pytest.raises(SystemExit):
        call_command(
            *("evaluate_nq", "--gold", "gold.jsonl", "--predictions", "p.json", f"--{name}", "0")
        )
    assert capsys.readouterr().err == f"{name}: Give a whole number of at least 1.\n"


@pytest.mark.django_db
def test_a_project_is_gold_as_on_its_leaderboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_project(overlap=5)
    annotate_at_once(project, [[LONG] * 5, [LONG, LONG, NULL, NULL, NULL], [NULL] * 5])
    # Nobody has annotated it yet, so that a prediction for it is neither right nor wrong.
    make_examples(project, 1)
    predictions = tmp_path / "first.json"
    call_command("run_baseline", project.slug, "first-paragraph", output=str(predictions))
    capsys.readouterr()
    call_command("evaluate_nq", project=project.slug, predictions=str(predictions), json=True)
    found = last_line(capsys.readouterr().out)
    assert run_scoring(project, predictions, name="First", split="all").state == "succeeded"
    score = Score.objects.get()
    assert {name: found[name] for name in score.metrics} == score.metrics
    # Two of three can be answered, and the paragraph is the annotators' answer to both.
    assert found["long-best-threshold-f1"] == 2 * (2 / 3) / (2 / 3 + 1)
    call_command("compare_baselines", project=project.slug, json=True)
    [first, *_] = last_line(capsys.readouterr().out)["rows"]
    assert (first["who"], first["examples"]) == ("first-paragraph", 3)
    assert first["metrics"]["long-best-threshold-f1"] == found["long-best-threshold-f1"]


@pytest.mark.django_db
def test_a_split_that_nobody_has_annotated_has_no_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_project()
    predictions = [nothing_predicted(each) for each in make_examples(project, 1)]
    path = write_predictions(tmp_path / "mine.json", predictions)
    with pytest.raises(SystemExit):
        call_command("evaluate_nq", project=project.slug, predictions=str(path))
    sentence = "--project: Nobody has annotated an example of this split yet.\n"
    assert capsys.readouterr().err == sentence


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, "gold: Name either files or a project with --project."),
        ({"project": "nq", "gold": ["x"]}, "gold: Name either files or a project with --project."),
        ({"project": "nq"}, "--project: nq has no examples yet."),
        ({"project": "full", "split": "test"}, "--split: Choose one of all."),
        ({"gold": ["x"], "split": "test"}, "--split: Only projects have splits; leave it out."),
        ({"project": "nq", "run": "true"}, "run: Give the questions as files with --gold"),
    ],
)
def test_gold_that_does_not_fit_is_named(
    capsys: pytest.CaptureFixture[str], options: dict[str, Any], problem: str
) -> None:
    make_project("nq")
    make_examples(make_project("full"), 1)
    with pytest.raises(SystemExit):
        call_command("evaluate_nq", **options, predictions="never.json")
    assert capsys.readouterr().err.strip().startswith(problem)
