"""Both systems learn what can be learnt, the same each time, also after a kill."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest

from annotator.material.formats.predictions import read_predictions
from annotator.measures.answer_match import Span
from annotator.systems.evaluation.baselines.baseline_table import baseline_table
from annotator.systems.evaluation.baselines.baselines import (
    ClosestQuestion,
    FirstParagraph,
    MostFrequent,
)
from annotator.systems.readers.model.pages import Reading, read_reading
from annotator.systems.readers.model.settings import SYSTEMS, Settings, System
from annotator.systems.readers.model.word_vectors import WordVectors
from tests.factories.cue_corpus import cue_examples

pytest.importorskip("jax", reason="JAX is not installed: make training")
pytest.importorskip("optax", reason="optax is not installed: make training")

from annotator.systems.readers.model.checkpoints import FILE
from annotator.systems.readers.model.examples import Examples
from annotator.systems.readers.model.folder import FILES, load_model
from annotator.systems.readers.model.learning import Watch
from annotator.systems.readers.model.predictions import predictions
from annotator.systems.readers.model.proposals import Thresholds, propose, rank
from annotator.systems.readers.model.tensors import ModelFolderError, read_tensors
from annotator.systems.readers.model.trainer import Loaded, NothingToLearnError, train_into
from annotator.systems.readers.model.training_batches import epoch_batches, lesson_of, teaches
from annotator.systems.readers.model.vocabulary import Vocabulary

pytestmark = pytest.mark.long

QUICK = {"epochs": 2, "embedding": 8, "hidden": 8, "batch": 8}


class KilledError(Exception):
    """Stands for the end of the process."""


@cache
def readings(number: int, seed: int) -> tuple[Reading, ...]:
    return tuple(read_reading(each) for each in cue_examples(number, seed=seed))


def examples(number: int, seed: int) -> Examples:
    return Examples(readings(number, seed), "made up", f"seed {seed}", "0" * 64)


def train(folder: Path, settings: Settings, **more: Any) -> dict[str, Any]:
    return train_into(folder, settings, examples(40, 1), examples(20, 2), **more)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_learns_to_find_the_word_after_the_cue(system: System, tmp_path: Path) -> None:
    card = train_into(tmp_path, Settings(system, epochs=12), examples(240, 1), examples(60, 2))
    train_boxed, dev = readings(240, 1), readings(60, 2)
    untrained = baseline_table(
        {
            "first": FirstParagraph(),
            "frequent": MostFrequent(each.boxed for each in train_boxed),
            "closest": ClosestQuestion(each.boxed for each in train_boxed),
        },
        [each.boxed for each in dev],
    )
    rows = untrained["rows"][:3]
    best_untrained = max(each["metrics"]["long-best-threshold-f1"] for each in rows)
    assert best_untrained < 0.4
    assert card["dev_metrics"]["long-best-threshold-f1"] > 0.8
    assert card["dev_metrics"]["short-best-threshold-f1"] > 0.8
    assert card["epochs"][-1]["loss"] < card["epochs"][0]["loss"] / 2


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_batches_are_of_the_size_that_the_longest_passage_needs(system: System) -> None:
    settings = Settings(system, batch=8)
    lessons = [each for each in map(lesson_of, readings(40, 1)) if teaches(each, settings)]
    right = lessons[0].label.passage
    longer = [
        each if each is right else replace(each, words=each.words[:1] * 100)
        for each in lessons[0].passages
    ]
    lessons[0] = replace(lessons[0], passages=tuple(longer))
    vocabulary = Vocabulary.of(readings(40, 1))
    shapes = {
        arrays.words.shape
        for epoch in range(3)
        for arrays, _ in epoch_batches(lessons, vocabulary, settings, epoch)
    }
    assert shapes == {(8, 4 if system == "docqa" else 8, 128)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_killed_training_ends_with_the_same_weights(system: System, tmp_path: Path) -> None:
    settings = Settings(system, **QUICK)
    train(tmp_path / "whole", settings)

    def kill_in_second_epoch(state: Any, steps: int) -> None:
        if state.epoch == 1 and state.step == 2:
            raise KilledError

    with pytest.raises(KilledError):
        train(tmp_path / "killed", settings, watch=Watch(on_step=kill_in_second_epoch))
    assert (tmp_path / "killed" / FILE).exists()
    assert not (tmp_path / "killed" / "model.json").exists()
    train(tmp_path / "killed", settings)
    assert sorted(each.name for each in (tmp_path / "killed").iterdir()) == sorted(FILES)
    for name in ("weights.safetensors", "model.json"):
        whole, killed = (tmp_path / each / name for each in ("whole", "killed"))
        assert whole.read_bytes() == killed.read_bytes()


def test_another_seed_gives_other_weights(tmp_path: Path) -> None:
    for seed in (0, 1):
        train(tmp_path / str(seed), Settings("docqa", seed=seed, **QUICK))
    one, other = ((tmp_path / each / "weights.safetensors").read_bytes() for each in "01")
    assert one != other


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    def kill(state: Any) -> None:
        raise KilledError

    with pytest.raises(KilledError):
        train(tmp_path, Settings("docqa", **QUICK), watch=Watch(on_epoch=kill))
    with pytest.raises(ModelFolderError, match="other data or settings"):
        train(tmp_path, Settings("docqa", seed=5, **QUICK))


def test_loaded_vectors_stay_as_they_are_and_give_their_size(tmp_path: Path) -> None:
    rows = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], dtype=np.float32)
    loaded = Loaded(WordVectors({"colour": 0, "nowhere": 1}, rows), "small.txt")
    card = train(tmp_path, Settings("pipeline", **QUICK), loaded=loaded)
    assert (card["vectors"], card["settings"]["embedding"]) == ("small.txt", 3)
    model = load_model(tmp_path)
    weights = np.asarray(model.parameters["words"])
    for word, row in zip(("colour", "nowhere"), rows, strict=True):
        assert weights[model.vocabulary.number_of(word)] == pytest.approx(row)


def test_a_split_without_a_long_answer_teaches_nothing(tmp_path: Path) -> None:
    silent = [
        each for each in readings(40, 1) if each.boxed.gold.annotations[0].long_answer is None
    ]
    with pytest.raises(NothingToLearnError, match="nothing to learn"):
        train_into(
            tmp_path,
            Settings("pipeline", **QUICK),
            Examples(silent, "made up", "", ""),
            examples(20, 2),
        )


@pytest.fixture(scope="module", params=SYSTEMS)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that was trained for a moment."""
    path = tmp_path_factory.mktemp(request.param)
    train(path, Settings(request.param, **QUICK))
    return path


def test_candidates_are_ranked_and_the_first_is_proposed(folder: Path) -> None:
    model, reading = load_model(folder), readings(20, 2)[0]
    ranked = rank(model, reading.boxed.question, reading.page)
    assert {each.box for each in ranked} == set(reading.boxed.boxes)
    assert [each.score for each in ranked] == sorted((each.score for each in ranked), reverse=True)
    proposal = propose(model, reading.boxed.question, reading.page)
    assert proposal.long_answer == ranked[0].box.span
    assert proposal.long_score == pytest.approx(ranked[0].score, abs=1e-5)
    assert proposal.other_long_answers == tuple(each.box.span for each in ranked[1:])


def test_a_file_of_predictions_has_the_ranking_below_each_long_answer(
    folder: Path, tmp_path: Path
) -> None:
    model, few = load_model(folder), readings(20, 2)
    model = replace(model, thresholds=Thresholds())
    path = tmp_path / "predictions.json"
    path.write_bytes(orjson.dumps({"predictions": list(predictions(model, few))}))
    for reading, prediction in zip(few, read_predictions(path), strict=True):
        first, *others = rank(model, reading.boxed.question, reading.page)
        assert prediction.answer.long_answer == first.box.span
        assert list(prediction.other_long_answers) == [each.box.span for each in others]
    model = replace(model, thresholds=Thresholds(long=1e9))
    assert [each["other_long_answers"] for each in predictions(model, few)] == [[]] * len(few)


def test_proposed_spans_are_words_of_the_proposed_candidate(folder: Path) -> None:
    model = load_model(folder)
    for seed in range(3):
        for example in cue_examples(20, seed=50 + seed):
            reading = read_reading(example)
            proposal = propose(model, reading.boxed.question, reading.page)
            assert proposal.long_answer in [box.span for box in reading.boxed.boxes]
            if proposal.short_answer is not None:
                check_span(proposal.short_answer, proposal.long_answer, example)


def check_span(short: Span, long: Span | None, example: dict[str, Any]) -> None:
    """Bytes and tokens are of the same words, within the candidate, at most 17 of them."""
    assert short.in_tokens
    assert short.in_bytes
    assert long
    assert long.in_tokens
    start, end = short.in_tokens
    tokens = example["document_tokens"]
    assert long.in_tokens[0] <= start < end <= long.in_tokens[1]
    assert end - start <= 17
    assert short.in_bytes == (tokens[start]["start_byte"], tokens[end - 1]["end_byte"])
    assert not any(tokens[place]["html_token"] for place in (start, end - 1))


def test_a_page_without_words_gets_no_answer(folder: Path) -> None:
    (example,) = cue_examples(1, seed=3)
    reading = read_reading(example | {"long_answer_candidates": []})
    proposal = propose(load_model(folder), "what is it", reading.page)
    assert (proposal.long_answer, proposal.short_answer) == (None, None)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("model.json", b"{}", "not a model of this version"),
        ("model.json", None, "model.json is missing"),
        ("model.json", b'{"format": 1, "settings": []}', "it is damaged"),
        ("weights.safetensors", b"\x80\x04pickle", "not a readable safetensors file"),
        ("weights.safetensors", None, "the file is missing"),
    ],
)
def test_a_damaged_folder_is_refused(
    folder: Path, tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    for each in FILES:
        (tmp_path / each).write_bytes((folder / each).read_bytes())
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelFolderError, match=sentence):
        load_model(tmp_path)


def test_weights_of_another_size_are_refused(folder: Path, tmp_path: Path) -> None:
    for each in FILES:
        content = (folder / each).read_bytes()
        if each == "model.json":
            content = content.replace(b'"hidden":8', b'"hidden":9')
        (tmp_path / each).write_bytes(content)
    with pytest.raises(ModelFolderError, match="has the shape"):
        load_model(tmp_path)


def test_weights_are_all_there_is_in_the_file(folder: Path) -> None:
    arrays, notes = read_tensors(folder / "weights.safetensors")
    assert notes == {}
    assert "words" in arrays
