"""``train_reader`` and ``predict``, on files: from examples to scores, and what they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotator.systems.readers import requirement
from tests.factories.cue_corpus import cue_examples, write_cue_file

pytestmark = pytest.mark.django_db


def train(folder: Path, *more: str, original: bool = True) -> None:
    gold = write_cue_file(folder / "train.jsonl", 40, seed=1, original=original)
    dev = write_cue_file(folder / "dev.jsonl", 20, seed=2, original=original)
    call_command(
        "train_reader",
        *("--gold", str(gold), "--dev-gold", str(dev), "--out", str(folder / "model")),
        *("--epochs", "2", *more),
    )


@pytest.mark.long
@pytest.mark.parametrize("original", [True, False])
def test_files_are_trained_on_answered_and_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], original: bool
) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: make training")
    train(tmp_path, "--system", "docqa", original=original)
    said = capsys.readouterr()
    assert said.err.count("Epoch ") == 2
    assert "F1 on dev: long answers" in said.out
    card = json.loads((tmp_path / "model" / "card.json").read_bytes())
    assert (card["data"]["source"], card["data"]["examples"]) == ("train.jsonl", 40)
    assert "# Document-QA" in (tmp_path / "model" / "README.md").read_text(encoding="utf-8")
    gold, output = str(tmp_path / "dev.jsonl"), str(tmp_path / "predictions.json")
    model = str(tmp_path / "model")
    call_command("predict", "--gold", gold, "--model", model, "--predictions", output)
    assert "Wrote 20 predictions" in capsys.readouterr().out
    found = json.loads(Path(output).read_bytes())["predictions"]
    assert {each["example_id"] for each in found} == {
        each["example_id"] for each in cue_examples(20, seed=2)
    }
    call_command("evaluate_nq", "--gold", gold, "--predictions", output, "--json")
    metrics = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert metrics["long-best-threshold-f1"] == pytest.approx(
        card["dev_metrics"]["long-best-threshold-f1"]
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "slug: Name either a project or files with --gold."),
        (["--gold", "x.jsonl"], "--dev-gold: Name the files that thresholds are chosen on."),
        (["nowhere"], "slug: There is no project nowhere. Create it with create_project."),
        (["--gold", "x", "--epochs", "0"], "--epochs: Give a whole number of at least 1."),
    ],
)
def test_options_that_do_not_fit_are_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[Any],
    sentence: str,
) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: make training")
    with pytest.raises(SystemExit):
        call_command("train_reader", *options, "--out", str(tmp_path / "model"))
    assert sentence in capsys.readouterr().err


def test_a_model_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: make training")
    (tmp_path / "model.json").write_text("{}", encoding="utf-8")
    for other in ((), ("--seed", "7")):
        with pytest.raises(SystemExit):
            call_command("train_reader", "nowhere", "--out", str(tmp_path), *other)
        assert capsys.readouterr().err.strip() == (
            f"--out: {tmp_path} has a model already. Name another folder, or delete it."
        )


def test_a_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requirement, "missing_packages", lambda: ["jax", "optax"])
    with pytest.raises(SystemExit):
        call_command("predict", "--gold", "x", "--model", "m", "--predictions", "p")
    assert capsys.readouterr().err.strip() == (
        "Training needs jax and optax, which this server lacks. Run make training."
    )
