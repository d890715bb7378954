"""Weights in a safetensors file: arrays by name, and a line of JSON. No file runs code."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import orjson
from jax import Array, tree_util
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from annotator.foundation.files.published_files import published_file

NOTES = "notes"


class ModelFolderError(Exception):
    """A model's folder can't be used; the message says why and what to do."""


def write_tensors(path: Path, tensors: Mapping[str, Any], notes: Mapping[str, Any]) -> None:
    """Write arrays and notes at once and whole. Raises ``OSError``."""
    arrays = {name: np.asarray(each) for name, each in tensors.items()}
    content = save(arrays, metadata={NOTES: orjson.dumps(notes).decode()})
    with published_file(path) as file:
        file.write(content)


def read_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The arrays and notes of a file. Raises ``ModelFolderError``."""
    if not path.is_file():
        raise ModelFolderError(f"{path}: the file is missing. Give a folder of train_reader.")
    try:
        with safe_open(str(path), framework="numpy") as file:
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
            notes = orjson.loads((file.metadata() or {}).get(NOTES, "{}"))
    except (SafetensorError, OSError, ValueError, TypeError) as error:
        raise ModelFolderError(
            f"{path}: this is not a readable safetensors file ({error}). Train the model again."
        ) from error
    return arrays, notes


def named(tree: Any, prefix: str) -> dict[str, Any]:
    """The arrays of a tree by name: the names on the way to each, joined by dots."""
    leaves = tree_util.tree_flatten_with_path(tree)[0]
    return {
        prefix + tree_util.keystr(path, simple=True, separator="."): each for path, each in leaves
    }


def placed(like: Any, arrays: Mapping[str, NDArray[Any]], prefix: str, path: Path) -> Any:
    """The arrays in a tree like ``like``, which has their shapes.

    Raises ``ModelFolderError`` for one that is missing, has another shape or type, or a number
    that is not finite.
    """

    def found(name: str, wanted: Array) -> Array:
        array = arrays.get(name)
        if array is None or array.shape != wanted.shape or array.dtype != wanted.dtype:
            has = "is missing" if array is None else f"has the shape {array.shape}"
            raise ModelFolderError(
                f"{path}: {name} {has}, not {wanted.shape}. Train the model again."
            )
        if np.issubdtype(array.dtype, np.floating) and not np.isfinite(array).all():
            raise ModelFolderError(
                f"{path}: {name} has a number that isn't finite. Train the model again."
            )
        return jnp.asarray(array)

    leaves, structure = tree_util.tree_flatten(like)
    names = list(named(like, prefix))
    return tree_util.tree_unflatten(
        structure, [found(name, each) for name, each in zip(names, leaves, strict=True)]
    )
