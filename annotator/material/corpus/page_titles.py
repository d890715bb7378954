"""Titles of Wikipedia pages."""

import unicodedata


def comparable_title(title: str) -> str:
    """The same text for all spellings of one title: addresses write spaces as underscores.

    >>> comparable_title("Frame_Toby") == comparable_title("Frame Toby ")
    True
    """
    return " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
