"""A trained model's folder: ``model.json``, ``weights.safetensors``, ``card.json``, ``README.md``.

Reading one runs no code from it: JSON and safetensors hold numbers and texts alone.
"""

import math
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import orjson

from annotator.foundation.files.published_files import published_file
from annotator.systems.readers.model.network import new_parameters
from annotator.systems.readers.model.proposals import Model, Thresholds
from annotator.systems.readers.model.settings import SYSTEMS, Settings
from annotator.systems.readers.model.tensors import (
    ModelFolderError,
    named,
    placed,
    read_tensors,
    write_tensors,
)
from annotator.systems.readers.model.vocabulary import MOST_WORDS, Vocabulary

FORMAT = 1
MODEL, WEIGHTS, CARD, README = "model.json", "weights.safetensors", "card.json", "README.md"
FILES = (MODEL, WEIGHTS, CARD, README)
LARGEST = {"embedding": 1024, "hidden": 1024, "most_answer_words": 250}


def write_model(folder: Path, model: Model) -> None:
    """Write the weights, then what says how to use them. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / WEIGHTS, named(model.parameters, ""), {})
    value = {
        "format": FORMAT,
        "settings": asdict(model.settings),
        "thresholds": {
            "long": _written(model.thresholds.long),
            "short": _written(model.thresholds.short),
        },
        "words": model.vocabulary.words,
        "idf": model.vocabulary.idf,
        "unknown_idf": model.vocabulary.unknown_idf,
    }
    with published_file(folder / MODEL) as file:
        file.write(orjson.dumps(value))


def load_model(folder: Path) -> Model:
    """The model in a folder. Raises ``ModelFolderError``."""
    path = folder / MODEL
    if not path.is_file():
        raise ModelFolderError(f"{folder}: {MODEL} is missing. Give a folder of train_reader.")
    try:
        value = orjson.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ModelFolderError(
            f"{path}: this is not readable JSON ({error}). Train the model again."
        ) from error
    if type(value) is not dict or value.get("format") != FORMAT:
        raise ModelFolderError(
            f"{path}: this is not a model of this version. Train it again with train_reader."
        )
    try:
        settings, vocabulary, thresholds = _settings(value), _vocabulary(value), _thresholds(value)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ModelFolderError(
            f"{path}: it is damaged ({error}). Train the model again."
        ) from error
    arrays, _ = read_tensors(folder / WEIGHTS)
    like = new_parameters(settings, len(vocabulary))
    parameters = placed(like, arrays, "", folder / WEIGHTS)
    return Model(settings, vocabulary, parameters, thresholds)


def _settings(value: dict[str, Any]) -> Settings:
    given = value["settings"]
    types = {each.name: type(getattr(Settings("docqa"), each.name)) for each in fields(Settings)}
    if given.keys() != types.keys():
        raise ValueError("settings")
    for name, kind in types.items():
        if type(given[name]) is not kind:
            raise TypeError(name)
    if given["system"] not in SYSTEMS:
        raise ValueError("system")
    for name, most in LARGEST.items():
        if not 1 <= given[name] <= most:
            raise ValueError(name)
    return Settings(**given)


def _vocabulary(value: dict[str, Any]) -> Vocabulary:
    words, idf = value["words"], [float(each) for each in value["idf"]]
    if len(words) != len(idf) or len(words) > MOST_WORDS or len(set(words)) != len(words):
        raise ValueError("words")
    if not all(type(each) is str for each in words):
        raise TypeError("words")
    return Vocabulary(tuple(words), tuple(idf), float(value["unknown_idf"]))


def _thresholds(value: dict[str, Any]) -> Thresholds:
    long, short = (value["thresholds"][name] for name in ("long", "short"))
    return Thresholds(_read(long), _read(short))


def _written(threshold: float) -> float | None:
    """JSON has no infinite number: without a threshold it is null."""
    return threshold if math.isfinite(threshold) else None


def _read(threshold: float | None) -> float:
    return -math.inf if threshold is None else float(threshold)
