"""``evaluate_nq`` on real examples and predictions, and on files with mistakes."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

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
    assert lines[0].endswith("has no prediction. Add one; an empty answer is null spans and NONE.")
