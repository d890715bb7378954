"""Fields of parsed JSON: their types and ranges, and what to say when they don't fit."""

from collections.abc import Iterator
from typing import Any

from jiter import LosslessFloat

from annotator.material.corpus.markup.page_error import MAX_PAGE_BYTES
from annotator.material.formats.known_shapes import is_columnar
from annotator.material.formats.problems import Problem

INT64 = (-(2**63), 2**63 - 1)
# Annotation ids of real files reach beyond a signed 64-bit integer.
INT64_OR_UINT64 = (-(2**63), 2**64 - 1)

MAX_TEXT_CHARACTERS = 10_000
MAX_KEY_CHARACTERS = 100
MOST_ENTRIES = 1_000
"""Of an example's pages and annotations, and of an annotation's knowledge: as many as a project's
largest overlap, and far more than any has. PostgreSQL counts them in 16 bits.
"""
MOST_SHORT_ANSWERS = 10_000
"""Of one annotation of Natural Questions. PostgreSQL counts them in 16 bits, too."""

_NAMES = {str: "a string", int: "a whole number", bool: "true or false", list: "a list"}


def check_type(holder: dict[str, Any], key: str, kind: type, path: str) -> Problem | None:
    """A problem unless ``holder[key]`` exists and is exactly of ``kind`` (a bool is not an int)."""
    if key not in holder:
        return Problem("the field is missing", f"Add it as {_name_of(kind)}", field=path)
    if kind is list and is_columnar(holder[key]):
        return Problem(
            "this is an object of lists, the columns of a table as Hugging Face writes it",
            "Write a list of objects, one for each row",
            field=path,
        )
    if type(holder[key]) is not kind:
        return Problem(
            f"{describe(holder[key])} is not {_name_of(kind)}",
            f"Write {_name_of(kind)}",
            field=path,
        )
    return None


def check_types(holder: Any, kinds: dict[str, type], path: str) -> Iterator[Problem]:
    """A problem for each key of ``kinds`` that is missing or has another type."""
    if type(holder) is not dict:
        yield Problem(f"{describe(holder)} is not an object", "Write an object", field=path)
        return
    for key, kind in kinds.items():
        problem = check_type(holder, key, kind, f"{path}.{key}" if path else key)
        if problem:
            yield problem


def size_problem(size: int, field: str, *, page: str = "the page") -> Problem | None:
    """A problem unless a page of ``size`` bytes is small enough; ``page`` is what to call it."""
    if size <= MAX_PAGE_BYTES:
        return None
    return Problem(
        f"{page} has {size:,} bytes; the limit is {MAX_PAGE_BYTES:,}",
        "Leave this page out or shorten it",
        field=field,
    )


def check_length(entries: list[Any], path: str, *, most: int = MOST_ENTRIES) -> Problem | None:
    """A problem if there are more than ``most`` entries."""
    if len(entries) <= most:
        return None
    return Problem(
        f"the list has {len(entries):,} entries; the limit is {most:,}",
        "Shorten the list",
        field=path,
    )


def check_range(value: int, bounds: tuple[int, int], path: str) -> Problem | None:
    """A problem unless ``value`` is within ``bounds``, both included."""
    if bounds[0] <= value <= bounds[1]:
        return None
    return Problem(
        f"{value} is out of range", f"Give a number from {bounds[0]} to {bounds[1]}", field=path
    )


def check_text(
    value: str, path: str, *, required: bool = False, longest: int = MAX_TEXT_CHARACTERS
) -> Problem | None:
    """A problem unless ``value`` can be stored and shown: no NUL, not too long, not empty, and no
    half of a pair of surrogates, as ``\\ud83d`` is in JSON.
    """
    if required and not value.strip():
        return Problem("the text is empty", "Give the text", field=path)
    if not _is_unicode(value):
        return Problem(
            "the text has half of a character (a lone surrogate)",
            "Write the whole character or remove it",
            field=path,
        )
    if "\0" in value:
        return Problem(
            "the text contains a NUL character, which a database can't store",
            "Remove it",
            field=path,
        )
    if len(value) > longest:
        return Problem(
            f"the text has {len(value):,} characters; the limit is {longest:,}",
            "Shorten it",
            field=path,
        )
    return None


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_key(key: str, path: str) -> Problem | None:
    """A problem unless ``key`` can name an example."""
    if len(key) > MAX_KEY_CHARACTERS:
        return Problem(
            f"the key has {len(key):,} characters; the limit is {MAX_KEY_CHARACTERS}",
            "Give it a short one",
            field=path,
        )
    return check_text(key, path, required=True)


def check_question_tokens(tokens: list[Any]) -> Iterator[Problem]:
    """A problem for each question token that is not text."""
    for index, token in enumerate(tokens):
        path = f"question_tokens[{index}]"
        if type(token) is not str:
            yield Problem(f"{describe(token)} is not a string", "Write a string", field=path)
        elif problem := check_text(token, path):
            yield problem


def describe(value: Any) -> str:
    """A JSON value, short enough for a sentence; a number as it is written in the file."""
    if value is None:
        return "null"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value) if isinstance(value, LosslessFloat) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."  # noqa: PLR2004 - fits a line


def _name_of(kind: type) -> str:
    return _NAMES[kind]
