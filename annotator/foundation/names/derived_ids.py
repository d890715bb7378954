"""Ids for entries that a file names in words, or not at all."""

import hashlib


def derive_id(*parts: object) -> int:
    """A positive 63-bit id that the same ``parts``, as texts in this order, always get."""
    digest = hashlib.sha256("\n".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
