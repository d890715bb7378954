"""Arrays that are computed block by block and kept on disk, so that a killed run goes on."""

import hashlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.files.published_files import published_file


class KeptBlocks:
    """Blocks of one run in a folder of their own; without a folder nothing is kept.

    ``of`` says what the run is about, such as the encoder's name and all texts. Another run has
    another folder, below the same one. ``spared`` are the seconds that the blocks took which an
    earlier run has left.
    """

    def __init__(self, folder: Path | None = None, of: Iterable[str] = ()) -> None:
        self.spared = 0.0
        self._folder = None
        if folder:
            self._folder = folder / _name(of)
            self._folder.mkdir(parents=True, exist_ok=True)

    def block(self, name: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """The block ``name``, as it was kept, else as ``make`` makes it now."""
        if not self._folder:
            return make()
        path = self._folder / f"{name}.npz"
        if path.exists():
            with np.load(path, allow_pickle=False) as kept:
                self.spared += float(kept["seconds"])
                found: NDArray[Any] = kept["block"]
            return found
        began = time.perf_counter()
        made = make()
        seconds = time.perf_counter() - began
        with published_file(path) as file:
            np.savez(file, allow_pickle=False, block=made, seconds=seconds)
        return made


NOTHING_KEPT = KeptBlocks()


def _name(of: Iterable[str]) -> str:
    found = hashlib.sha256()
    for text in of:
        data = text.encode()
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:20]
