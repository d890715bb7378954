"""Which code made a figure."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def sources_sha256(*places: str) -> str:
    """sha256, hex, of Python sources: the files and folders at ``places`` below the project's own
    folder. The same in every installation.
    """
    digest = hashlib.sha256()
    root = Path(settings.BASE_DIR)
    for path in sorted(path for place in places for path in _sources(root / place)):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(path.read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()


def _sources(place: Path) -> list[Path]:
    return [place] if place.is_file() else list(place.rglob("*.py"))
