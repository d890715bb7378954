"""Kept files on the disk, for as long as somebody reads them."""

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from annotator.systems.evaluation.gold.kinds import GoldFiles
from annotator.systems.evaluation.scoring.scored import SplitGold


@contextmanager
def written(
    files: Mapping[str, tuple[str, bytes]], *, below: Path | None = None
) -> Iterator[dict[str, Path]]:
    """Files by part with their names, in a folder that is gone afterwards; the paths.

    ``below`` is where the folder is made: by default where the system has all temporary ones.
    """
    with tempfile.TemporaryDirectory(prefix="plumbline-scoring-", dir=below) as folder:
        paths = {}
        for part, (name, content) in files.items():
            (Path(folder) / part).mkdir()
            paths[part] = Path(folder) / part / name
            paths[part].write_bytes(content)
        yield paths


def read_kept_gold(
    files: GoldFiles, content: bytes, split: str, *, below: Path | None = None
) -> SplitGold:
    """The gold of a split from the bytes of its file, which lies in a folder ``below`` meanwhile.

    Raises ``FormatError``.
    """
    with written({"gold": (files.NAME, content)}, below=below) as paths:
        return files.read(paths["gold"], split)
