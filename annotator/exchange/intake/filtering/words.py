"""The words of a query, in any script, and which queries say the same."""

import unicodedata

_APOSTROPHES = "'’"
_AT_END = " \t?!.,;:…？！。"


def words_of(query: str) -> list[str]:
    """The words without regard to case, form of characters and punctuation.

    >>> words_of("Who's  the KING, of spain?")
    ["who's", 'the', 'king', 'of', 'spain']
    """
    text = unicodedata.normalize("NFKC", query).casefold().replace("’", "'")
    spaced = "".join(each if _is_of_word(each) else " " for each in text)
    return [word for part in spaced.split() if (word := part.strip("'"))]


def _is_of_word(character: str) -> bool:
    # Marks stay with their letters, or words in Hindi and Thai would break.
    return (
        character.isalnum()
        or character in _APOSTROPHES
        or unicodedata.category(character).startswith("M")
    )


def sameness_key(query: str) -> str:
    """The key of near duplicates: their words, in any order; the query if it has none."""
    return " ".join(sorted(words_of(query))) or query.strip()


def word_count(query: str) -> int:
    """How many words a query has, as blanks part them; punctuation alone is none."""
    return sum(any(map(str.isalnum, part)) for part in query.split())


def without_final_marks(query: str) -> str:
    """The query without the punctuation at its end, which changes how its words are tagged.

    The full stop of an abbreviation (*u.s.*) stays.
    """
    bare = query.rstrip(_AT_END)
    *_, last = bare.split() or [""]
    return f"{bare}." if "." in last and query[len(bare) :].startswith(".") else bare
