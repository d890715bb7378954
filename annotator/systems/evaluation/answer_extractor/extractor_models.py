"""The network in an extractor's folder, run by ONNX Runtime or by transformers."""

import inspect
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from annotator.systems.evaluation.answer_extractor.extractor_folder import INSTALL, ExtractorError

ONNX_PLACES = ("model.onnx", "onnx/model.onnx")
OUTPUTS = ("start_logits", "end_logits")
HEAVY = "pip install 'transformers>=4.50,<6' torch"

Scores = NDArray[np.float32]
Arrays = dict[str, NDArray[np.int64]]


class Model(Protocol):
    """Scores each token as the start and as the end of the answer."""

    def scores(self, arrays: Arrays) -> tuple[Scores, Scores]:
        """Two arrays, windows × tokens, of ``input_ids``, ``attention_mask``, ``token_type_ids``.

        Raises ``ExtractorError``.
        """


def model_of(folder: Path) -> Model:
    """The network in a folder: an ONNX file if there is one, else safetensors.

    Weights in Python's pickle format are refused, since loading them could run code. Raises
    ``ExtractorError``.
    """
    for place in ONNX_PLACES:
        if (folder / place).is_file():
            return OnnxModel(folder / place)
    if any(folder.glob("*.safetensors")):
        return TransformersModel(folder)
    raise ExtractorError(
        f"{folder}: it has neither model.onnx nor model.safetensors. Other weights aren't loaded, "
        "since they could run code; save them as one of the two."
    )


class OnnxModel:
    """A network in an ONNX file, which holds no code but arithmetic."""

    def __init__(self, path: Path) -> None:
        """Load it; raises ``ExtractorError``."""
        try:
            import onnxruntime
        except ImportError as error:
            raise ExtractorError(
                f"A reader needs the package onnxruntime. Install it: {INSTALL}"
            ) from error
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._path = path
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its errors have no narrower class in common
            raise ExtractorError(
                f"{path}: ONNX Runtime can't load it ({error}). Export it again."
            ) from error
        self._types = {
            each.name: np.int32 if "int32" in each.type else np.int64
            for each in self._session.get_inputs()
        }
        names = [each.name for each in self._session.get_outputs()]
        if not set(OUTPUTS) <= set(names):
            raise _no_extractor(path, f"its outputs are {', '.join(names)}")

    def scores(self, arrays: Arrays) -> tuple[Scores, Scores]:
        """Run the network."""
        given = {
            name: values.astype(self._types[name], copy=False)
            for name, values in arrays.items()
            if name in self._types
        }
        try:
            start, end = self._session.run(list(OUTPUTS), given)
        except Exception as error:  # its errors have no narrower class in common
            raise ExtractorError(f"{self._path}: the model can't read a text: {error}") from error
        return _checked(self._path, start, arrays), _checked(self._path, end, arrays)


class TransformersModel:
    """A network with weights in safetensors, of an architecture that transformers has."""

    def __init__(self, folder: Path) -> None:
        """Load it; raises ``ExtractorError``."""
        try:
            import torch
            from transformers import AutoModelForQuestionAnswering
        except ImportError as error:
            raise ExtractorError(
                f"{folder}: without model.onnx, a reader takes transformers and torch. Export the "
                f"model to ONNX, or install them: {HEAVY}"
            ) from error
        try:
            self._model, loaded = AutoModelForQuestionAnswering.from_pretrained(
                str(folder),
                local_files_only=True,
                trust_remote_code=False,
                use_safetensors=True,
                output_loading_info=True,
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ExtractorError(f"{folder}: transformers can't load it: {error}") from error
        if missing := sorted(loaded["missing_keys"]):
            raise _no_extractor(folder, f"it has no weights for {', '.join(missing)}")
        self._model.eval()
        self._torch, self._folder = torch, folder
        self._names = inspect.signature(self._model.forward).parameters.keys()

    def scores(self, arrays: Arrays) -> tuple[Scores, Scores]:
        """Run the network."""
        given = {
            name: self._torch.from_numpy(values)
            for name, values in arrays.items()
            if name in self._names
        }
        try:
            with self._torch.inference_mode():
                found = self._model(**given)
        except (IndexError, RuntimeError) as error:
            raise ExtractorError(f"{self._folder}: the model can't read a text: {error}") from error
        start, end = found.start_logits.float().numpy(), found.end_logits.float().numpy()
        return _checked(self._folder, start, arrays), _checked(self._folder, end, arrays)


def _checked(path: Path, scores: Any, arrays: Arrays) -> Scores:
    wanted = arrays["input_ids"].shape
    if scores.shape != wanted:
        raise _no_extractor(path, f"its scores have the shape {scores.shape} and not {wanted}")
    if not np.isfinite(scores[arrays["attention_mask"] == 1]).all():
        raise ExtractorError(
            f"{path}: the model gives scores that aren't numbers. Export it again."
        )
    checked: Scores = scores.astype(np.float32, copy=False)
    return checked


def _no_extractor(path: Path, why: str) -> ExtractorError:
    return ExtractorError(
        f"{path}: this is not an extractive reader: {why}. Give a model for question answering "
        f"with {' and '.join(OUTPUTS)}."
    )
