"""The bytes that a page was imported as, made ready to be stored beside the frozen ones."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from annotator.material.corpus.storage import pack


@dataclass(frozen=True, slots=True)
class PageOrigin:
    """What is known of where a page came from: the wiki's revision, when that was made, and the
    licence, as an address or a name.
    """

    revision: int | None = None
    timestamp: datetime | None = None
    licence: str = ""


UNKNOWN_ORIGIN = PageOrigin()


@dataclass(frozen=True, slots=True)
class PackedSource:
    """A page's source. ``html`` is compressed, and empty where the frozen bytes are the same."""

    sha256: str
    byte_count: int
    html: bytes
    origin: PageOrigin = UNKNOWN_ORIGIN


def pack_source(
    source: bytes, *, frozen: bytes, origin: PageOrigin = UNKNOWN_ORIGIN
) -> PackedSource:
    """Fingerprint and compress the ``source`` of the page that was frozen as ``frozen``."""
    return PackedSource(
        sha256=hashlib.sha256(source).hexdigest(),
        byte_count=len(source),
        html=b"" if source == frozen else pack(source),
        origin=origin,
    )
