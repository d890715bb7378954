"""An extractor from a folder finds in a text what its network's scores say."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from annotator.systems.evaluation.answer_extractor.extractor import Extractor, load_extractor
from annotator.systems.evaluation.answer_extractor.extractor_folder import (
    ExtractorError,
    tokenizer_of,
)
from annotator.systems.evaluation.answer_extractor.extractor_models import model_of
from tests.factories.extractors import (
    VOCABULARY,
    WORDS,
    PlainExtractor,
    Weights,
    number_of,
    write_extractor,
    write_network,
)
from tests.size import examples

HERE = "comes with make test-long"
pytest.importorskip("onnx", reason=f"onnx, which makes the tiny reader, {HERE}")
pytest.importorskip("onnxruntime", reason=f"onnxruntime {HERE}")

# A window has no more tokens, so that its best 20 starts and ends are all of them.
LENGTH = 20
SEEDS = range(6)
TEXTS = st.lists(st.sampled_from((*WORDS, "Élise", "—", "🙂", "Charles")), max_size=60)


@pytest.fixture(scope="module")
def extractors(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Extractor, PlainExtractor]]:
    found = []
    for seed in SEEDS:
        weights = Weights.drawn(seed)
        folder = write_extractor(tmp_path_factory.mktemp("reader"), weights, length=LENGTH)
        found.append((load_extractor(folder), PlainExtractor(weights, LENGTH)))
    return found


@examples(20, 1_000)
@given(st.sampled_from(SEEDS), TEXTS, TEXTS.filter(bool), st.sampled_from((" ", "  ", "\n ")))
def test_an_extractor_finds_what_its_definition_says(
    extractors: list[tuple[Extractor, PlainExtractor]],
    seed: int,
    text: list[str],
    question: list[str],
    space: str,
) -> None:
    extractor, plain = extractors[seed]
    asked, read = " ".join(question), space.join(text)
    assert extractor.find(asked, read) == plain.find(asked, read)


def test_some_extractors_answer_and_some_do_not(
    extractors: list[tuple[Extractor, PlainExtractor]],
) -> None:
    found = {extractor.find("Who ruled?", "Charles X ruled . " * 20) for extractor, _ in extractors}
    assert "" in found
    assert len(found) > 1


def test_the_command_scores_what_an_extractor_finds_and_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = Weights.drawn(2)
    extractor = write_extractor(tmp_path / "reader", weights)
    pair = {"question": "Who ruled in 1829?", "short_answers": ["Charles X"], "wikipage": None}
    annotation = {"long_answer": "Charles X ruled.", "knowledge": []}
    question = {
        "ambiguous_question": "Who ruled?",
        "qa_pairs": [pair, pair | {"question": "Who ruled first?"}],
        "wikipages": [],
        "annotations": [annotation],
    }
    (tmp_path / "asqa.json").write_text(json.dumps({"dev": {"7": question}}))
    text = "In 1829 Charles X ruled. Then Louis Philippe ruled."
    (tmp_path / "answers.json").write_text(json.dumps({"7": text}))
    options = {
        "asqa": str(tmp_path / "asqa.json"),
        "predictions": str(tmp_path / "answers.json"),
        "split": "dev",
        "json": True,
    }
    kept = tmp_path / "found.json"
    call_command("evaluate_asqa", reader=str(extractor), write_qa=str(kept), **options)
    with_extractor = json.loads(capsys.readouterr().out.splitlines()[-1])
    plain = PlainExtractor(weights)
    asked = ("Who ruled in 1829?", "Who ruled first?")
    assert json.loads(kept.read_text()) == {
        f"7_{number}": plain.find(each, text) for number, each in enumerate(asked)
    }
    call_command("evaluate_asqa", qa=str(kept), **options)
    assert with_extractor == json.loads(capsys.readouterr().out.splitlines()[-1])
    assert "QA-F1" in with_extractor


def test_no_code_and_no_pickle_of_the_folder_is_loaded(tmp_path: Path) -> None:
    folder = write_extractor(tmp_path / "reader", Weights.drawn(0))
    (folder / "model.onnx").rename(folder / "pytorch_model.bin")
    (folder / "modeling.py").write_text("raise SystemExit('ran')")
    config = json.loads((folder / "config.json").read_text())
    config["auto_map"] = {"AutoModelForQuestionAnswering": "modeling.Reader"}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(ExtractorError, match=r"neither model.onnx nor model.safetensors"):
        load_extractor(folder)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("config.json", None, "config.json is missing"),
        ("config.json", b"{", r"config.json:1: "),
        ("config.json", b"[]", "this is not an object"),
        ("config.json", b'{"max_position_embeddings": 9}', "leave no room"),
        ("tokenizer.json", None, "a tokenizer is missing"),
        ("tokenizer.json", b"{}", "its tokenizer can't be read"),
        ("model.onnx", b"nonsense", "ONNX Runtime can't load it"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said(
    tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    folder = write_extractor(tmp_path / "reader", Weights.drawn(0))
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(ExtractorError, match=sentence):
        load_extractor(folder)


def test_a_network_of_another_kind_is_no_extractor(tmp_path: Path) -> None:
    folder = write_extractor(tmp_path / "reader", Weights.drawn(0))
    write_network(folder / "model.onnx", Weights.drawn(0), ("logits", "others"))
    with pytest.raises(ExtractorError, match="its outputs are logits, others"):
        load_extractor(folder)


def test_scores_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    weights = Weights.drawn(0)
    folder = write_extractor(
        tmp_path / "reader",
        Weights(weights.tokens * np.float32("nan"), weights.sides, weights.mean),
    )
    with pytest.raises(ExtractorError, match="aren't numbers"):
        load_extractor(folder).find("who", "Charles X")


def test_roberta_and_bert_need_no_tokenizer_json(tmp_path: Path) -> None:
    from tokenizers import ByteLevelBPETokenizer

    (tmp_path / "config.json").write_text("{}")
    trained = ByteLevelBPETokenizer()
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trained.train_from_iterator(["Charles X ruled"] * 9, vocab_size=300, special_tokens=specials)
    trained.save_model(str(tmp_path))
    roberta = tokenizer_of(tmp_path).encode("Who?", "In 1829, Charles")
    assert [roberta.tokens[0], roberta.tokens.count("</s>")] == ["<s>", 3]
    inside = [s for s, q in zip(roberta.offsets, roberta.sequence_ids, strict=True) if q == 1]
    assert {inside[0][0], inside[-1][1]} == {0, 16}
    assert not any("In 1829, Charles"[start:end].startswith(" ") for start, end in inside[1:])
    (tmp_path / "merges.txt").unlink()
    (tmp_path / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "charles"]))
    bert = tokenizer_of(tmp_path).encode("Charles", "Who")
    assert bert.tokens == ["[CLS]", "charles", "[SEP]", "[UNK]", "[SEP]"]


def test_safetensors_are_run_by_transformers(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is 5 GB, so nothing installs it for tests")
    transformers = pytest.importorskip("transformers")
    folder = write_extractor(tmp_path / "reader", Weights.drawn(0))
    (folder / "model.onnx").unlink()
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=64,
    )  # fmt: skip
    model = transformers.BertForQuestionAnswering(config).eval()
    model.save_pretrained(folder)
    numbers = [1, *map(number_of, ("who", "ruled")), 2, *map(number_of, ("charles", "x")), 2]
    arrays = {
        "input_ids": np.array([numbers]),
        "attention_mask": np.ones((1, 7), np.int64),
        "token_type_ids": np.array([[0, 0, 0, 0, 1, 1, 1]]),
    }
    with torch.inference_mode():
        expected = model(**{name: torch.from_numpy(each) for name, each in arrays.items()})
    start, end = model_of(folder).scores(arrays)
    assert np.allclose(start, expected.start_logits.numpy())
    assert np.allclose(end, expected.end_logits.numpy())
    assert load_extractor(folder).find("who ruled", "Charles X") in {
        "",
        "Charles",
        "X",
        "Charles X",
    }
    transformers.BertModel(config).save_pretrained(folder)
    with pytest.raises(
        ExtractorError, match=r"no weights for qa_outputs\.bias, qa_outputs\.weight"
    ):
        load_extractor(folder)


@pytest.mark.parametrize("package", ["tokenizers", "onnxruntime"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    folder = write_extractor(tmp_path / "reader", Weights.drawn(0))
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ExtractorError, match=rf"{package}. .*make reader"):
        load_extractor(folder)
