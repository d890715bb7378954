"""Titles of Wikipedia pages."""

import unicodedata


def comparable_title(title: str) -> str:
    """What two spellings of one title have in common: addresses write spaces as underscores.

    >>> comparable_title("Frame_Toby") == comparable_title("Frame Toby ")
    True
    """
    return " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
