"""A release's folder as one ZIP."""

import os
import shutil
import zipfile
from pathlib import Path

from annotator.publishing.releases import parquet
from annotator.publishing.releases.checksums import files_of

_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a ZIP can have: the same files give the same bytes."""


def pack(folder: Path, path: Path) -> None:
    """Write the files of ``folder`` to a ZIP, below a folder that is named like it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in [*files_of(folder), "CHECKSUMS"]:
            info = zipfile.ZipInfo(f"{path.stem}/{name}", _TIME)
            is_packed = name.endswith((".gz", parquet.SUFFIX))
            info.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            with (folder / name).open("rb") as file, packed.open(info, "w") as entry:
                shutil.copyfileobj(file, entry)
    with path.open("rb") as file:
        os.fsync(file.fileno())
