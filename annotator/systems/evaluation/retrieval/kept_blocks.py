"""Arrays that are computed block by block and kept on disk.

A killed run goes on with the blocks that are done, and several processes share the work, on one
machine or on several with a folder in common.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.foundation.files.file_turns import take_free_turn
from annotator.foundation.files.published_files import published_file

Make = Callable[[], NDArray[Any]]

WAIT_SECONDS = 0.2
"""Between two looks at the blocks that other processes have in hand."""

PATIENCE = 600.0
"""After so many seconds without a new block, a process makes itself what others have in hand."""


def wait_shortly() -> float:
    """Wait for others; how many seconds that took."""
    time.sleep(WAIT_SECONDS)
    return WAIT_SECONDS


class KeptBlocks:
    """Blocks of one run in a folder of their own; without a folder nothing is kept.

    ``of`` says what the run is about, such as the encoder's name and all texts. Another run has
    another folder, below the same one. ``spared`` are the seconds that the blocks took which others
    have made, less those of waiting for them, which ``wait`` does.
    """

    def __init__(
        self,
        folder: Path | None = None,
        of: Iterable[str] = (),
        *,
        wait: Callable[[], float] = wait_shortly,
    ) -> None:
        self._wait = wait
        self.spared = 0.0
        self._folder = None
        if folder:
            self._folder = folder / _name(of)
            self._folder.mkdir(parents=True, exist_ok=True)

    def all(
        self, makers: Mapping[str, Make], on_turn: Callable[[int], None] = lambda _: None
    ) -> list[NDArray[Any]]:
        """The blocks in the order of their ``makers``, as they were kept or as they are made now.

        Blocks that another process has in hand are waited for. ``on_turn`` is told how many are
        there, after each block and while it waits.
        """
        found: dict[str, NDArray[Any]] = {}
        waited = 0.0
        while len(found) < len(makers):
            before = len(found)
            for name, make in makers.items():
                if name in found:
                    continue
                block = self._take(name, make, impatient=waited >= PATIENCE)
                if block is not None:
                    found[name], waited = block, 0.0
                    on_turn(len(found))
            if len(found) == before:
                seconds = self._wait()
                waited += seconds
                self.spared -= seconds
                on_turn(len(found))
        return [found[name] for name in makers]

    def make_free(self, makers: Mapping[str, Make]) -> Iterator[str]:
        """Make the blocks that nobody has made or has in hand, one after the other; their names."""
        for name, make in makers.items():
            if not self._is_kept(name) and self._take(name, make) is not None:
                yield name

    def _take(self, name: str, make: Make, *, impatient: bool = False) -> NDArray[Any] | None:
        """A block, or None if another process has it in hand."""
        path = self._path(name)
        if path is None:
            return make()
        if path.exists():
            return self._read(path)
        turn = path.with_suffix(".lock")
        # The lock of a killed process is free.
        held = take_free_turn(turn)
        if held is None:
            return self._made(path, make) if impatient else None
        with held:
            if path.exists():
                return self._read(path)
            block = self._made(path, make)
            turn.unlink(missing_ok=True)
        return block

    def _read(self, path: Path) -> NDArray[Any]:
        with np.load(path, allow_pickle=False) as kept:
            self.spared += float(kept["seconds"])
            block: NDArray[Any] = kept["block"]
        return block

    def _made(self, path: Path, make: Make) -> NDArray[Any]:
        began = time.perf_counter()
        block = make()
        seconds = time.perf_counter() - began
        with published_file(path) as file:
            np.savez(file, allow_pickle=False, block=block, seconds=seconds)
        return block

    def _is_kept(self, name: str) -> bool:
        path = self._path(name)
        return path is not None and path.exists()

    def _path(self, name: str) -> Path | None:
        return self._folder / f"{name}.npz" if self._folder else None


NOTHING_KEPT = KeptBlocks()


def _name(of: Iterable[str]) -> str:
    found = hashlib.sha256()
    for text in of:
        data = text.encode()
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:20]
