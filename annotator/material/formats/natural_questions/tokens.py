"""Verifying ``document_tokens`` against the page's bytes."""

import re
from typing import Any

from annotator.material.corpus.markup.spans import Token
from annotator.material.formats.fields import check_types
from annotator.material.formats.problems import ExampleError, Problem

_KINDS: dict[str, type] = {"token": str, "start_byte": int, "end_byte": int, "html_token": bool}
_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]*)(?: ([^<>]+))?>")
_AFTER_NAME = frozenset(b" \t\n\r\f/>")
_CONTINUATION = range(0x80, 0xC0)


def read_tokens(values: list[Any], html: bytes) -> tuple[Token, ...]:
    """The tokens of a page.

    Verified: types; ``0 <= start_byte < end_byte <= len(html)``, neither within a character;
    starts and ends never go back; tags overlap nothing; an html token's bytes are that tag; a
    text token whose bytes are one plain word is that word (letter case apart). Text tokens may
    overlap each other: real files have a few that do.

    Raises ``ExampleError`` naming the first token that is wrong.
    """
    if not values:
        raise ExampleError(
            [Problem("the page has no tokens", "Leave this page out", field="document_tokens")]
        )
    tokens: list[Token] = []
    last_start = last_end = 0
    last_is_tag = False
    tags: dict[str, tuple[bytes, bytes]] = {}
    size = len(html)
    for index, value in enumerate(values):
        try:
            text, is_tag = value["token"], value["html_token"]
            start, end = value["start_byte"], value["end_byte"]
        except (KeyError, TypeError, IndexError):
            raise _wrong_types(value, index) from None
        if (
            type(text) is not str
            or type(start) is not int
            or type(end) is not int
            or type(is_tag) is not bool
        ):
            raise _wrong_types(value, index)
        token = Token(text, start, end, is_tag)
        if (
            not last_start <= start < end <= size
            or end < last_end
            or (start < last_end and (is_tag or last_is_tag))
        ):
            raise _misplaced(token, (last_start, last_end), index, size)
        raw = html[start:end]
        if is_tag:
            if not _is_tag(text, raw, tags):
                raise _no_such_tag(token, raw, index)
        elif raw.isalnum() and raw != text.encode() and raw.lower() != text.lower().encode():
            raise _other_word(token, raw, index)
        if 0x80 <= raw[0] < 0xC0 or (end < size and 0x80 <= html[end] < 0xC0):  # noqa: PLR2004 - UTF-8's continuation bytes
            raise _within_character(raw, index)
        tokens.append(token)
        last_start, last_end, last_is_tag = start, end, is_tag
    if all(token.html_token for token in tokens):
        raise ExampleError(
            [Problem("the page has no text", "Leave this page out", field="document_tokens")]
        )
    return tuple(tokens)


def tag_name(token: str) -> str:
    """The lower-cased name of an html token, with the slash of a closing one: ``/table``."""
    match = _TAG.fullmatch(token)
    return match.group(1).lower() if match else ""


def _is_tag(token: str, raw: bytes, known: dict[str, tuple[bytes, bytes]]) -> bool:
    if token not in known:
        match = _TAG.fullmatch(token)
        name, attributes = match.groups() if match else ("", None)
        known[token] = (b"<" + name.lower().encode(), (attributes or "").lower().encode())
    opening, attributes = known[token]
    length = len(opening)
    return (
        length > 1
        and raw[:length].lower() == opening
        and raw.endswith(b">")
        and raw[length] in _AFTER_NAME
        and (not attributes or attributes in raw.lower())
    )


def _error(index: int, key: str, problem: str, fix: str) -> ExampleError:
    return ExampleError([Problem(problem, fix, field=f"document_tokens[{index}]{key}")])


def _wrong_types(value: Any, index: int) -> ExampleError:
    return ExampleError(check_types(value, _KINDS, f"document_tokens[{index}]"))


def _misplaced(token: Token, last: tuple[int, int], index: int, size: int) -> ExampleError:
    start, end = token.start_byte, token.end_byte
    if start < 0 or start >= size:
        return _error(
            index,
            ".start_byte",
            f"byte {start} is outside the page's {size:,} bytes",
            "Give an offset in bytes of the page's UTF-8",
        )
    if end > size or end <= start:
        return _error(
            index,
            ".end_byte",
            f"byte {end} is not after {start} and inside the {size:,} bytes",
            "Give the byte after the token's last one",
        )
    key = ".start_byte" if start < last[1] else ".end_byte"
    return _error(
        index,
        key,
        f"the token at bytes {start} to {end} starts before the end of the one before it, "
        f"at {last[0]} to {last[1]}",
        "List the tokens in the order of the page, without overlaps",
    )


def _no_such_tag(token: Token, raw: bytes, index: int) -> ExampleError:
    return _error(
        index,
        ".token",
        f"bytes {token.start_byte} to {token.end_byte} are {_shown(raw)}, not the "
        f"tag {token.token[:40]!r}",
        "Give the tag's own offsets, or set html_token to false",
    )


def _other_word(token: Token, raw: bytes, index: int) -> ExampleError:
    return _error(
        index,
        ".token",
        f"bytes {token.start_byte} to {token.end_byte} are {_shown(raw)}, not {token.token[:40]!r}",
        "Give the token's own offsets in bytes, not in characters",
    )


def _within_character(raw: bytes, index: int) -> ExampleError:
    inside = raw[0] in _CONTINUATION
    return _error(
        index,
        ".start_byte" if inside else ".end_byte",
        "the offset is inside a character",
        "Count bytes of the page's UTF-8 and keep characters whole",
    )


def _shown(raw: bytes) -> str:
    return repr(raw[:40].decode(errors="replace"))
