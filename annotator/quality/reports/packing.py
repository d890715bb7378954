"""Arrays by name, packed for the database."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.storage import pack, unpack

Columns = Mapping[str, NDArray[Any]]


def pack_columns(columns: Columns) -> bytes:
    """``columns`` compressed; text as arrays of NumPy's own kind, never as objects."""
    buffer = BytesIO()
    np.savez(buffer, allow_pickle=False, **columns)
    return pack(buffer.getvalue())


def unpack_columns(packed: bytes | memoryview) -> dict[str, NDArray[Any]]:
    """The inverse of ``pack_columns``."""
    with np.load(BytesIO(unpack(packed)), allow_pickle=False) as columns:
        return {name: columns[name] for name in columns.files}
