"""The length of an answer in words."""


def count_words(text: str) -> int:
    """Words of ``text``: runs between white space, as ``str.split`` sees it.

    Source: ``compute_len`` of the data set's scorer. A dash between spaces is a word.

    >>> count_words("Two  words – no, four.")
    5
    """
    return len(text.split())
