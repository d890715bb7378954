"""What is wrong with broken JSON: a separate sentence for each way of breaking it."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from annotator.material.formats.problems import Problem

_MESSAGE = re.compile(r"(?P<reason>.*) at line (?P<line>\d+) column (?P<column>\d+)", re.DOTALL)
_KEY = re.compile(rb'"([A-Za-z0-9_-]{1,40})"\s*:')
_WORD = re.compile(r"[-+.\w]+")
_HALF = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_NAMED = {
    "\t": ("a tab", "\\t"),
    "\n": ("a line break", "\\n"),
    "\r": ("a carriage return", "\\r"),
}
_SHOWN_CHARACTERS = 20

Sentence = tuple[str, str]
"""A problem and its fix."""


def last_key(data: bytes) -> str:
    """The last object key that begins in ``data``: where in the text something happens."""
    found = None
    for match in _KEY.finditer(data):
        found = match
    return found.group(1).decode() if found else ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the parser stopped and why: ``offset`` in bytes, ``line`` and ``character`` from 1.

    ``before`` is the text of that line up to the spot, ``after`` that from it on.
    """

    data: bytes
    reason: str
    offset: int
    line: int
    before: str
    after: str

    @classmethod
    def of(cls, data: bytes, message: str) -> "Spot":
        """The place that one of jiter's messages names."""
        match = _MESSAGE.fullmatch(message)
        reason, line, column = match.group("reason", "line", "column") if match else (message, 1, 1)
        start = 0
        for _ in range(int(line) - 1):
            start = data.find(b"\n", start) + 1
        offset = max(start + int(column) - 1, 0)
        # A line break within a text counts as column 0 of the line that it opens.
        start = data.rfind(b"\n", 0, offset) + 1
        end = data.find(b"\n", offset + 1)
        return cls(
            data=data,
            reason=reason,
            offset=offset,
            line=data.count(b"\n", 0, offset) + 1,
            before=data[start:offset].decode(errors="replace"),
            after=data[offset : None if end < 0 else end].decode(errors="replace"),
        )

    @property
    def where(self) -> str:
        """The place, for a sentence."""
        return f"at character {len(self.before) + 1} of the line"

    @property
    def word(self) -> str:
        """The word or number in which the parser stopped, as it is written."""
        begun = re.search(r"[-+.\w]*$", self.before)
        match = _WORD.match((begun.group() if begun else "") + self.after)
        return match.group() if match else self.after[:1]


def explain(spot: Spot, *, may_be_truncated: bool) -> Problem:
    """What is wrong at ``spot``, and how to fix it."""
    if undecodable := _undecodable(spot):
        return undecodable
    if spot.reason.startswith("EOF"):
        problem, fix = _end(spot, may_be_truncated=may_be_truncated)
    else:
        for reason, sentence_of in _SENTENCES.items():
            if spot.reason.startswith(reason):
                problem, fix = sentence_of(spot)
                break
        else:
            problem, fix = f"the JSON is broken {spot.where} ({spot.reason})", _WRITE_ANEW
    return Problem(problem, fix, field=last_key(spot.data[: spot.offset]), line=spot.line)


_WRITE_ANEW = "Write it with a JSON library"


def _undecodable(spot: Spot) -> Problem | None:
    try:
        spot.data.decode()
    except UnicodeDecodeError as error:
        if error.start > spot.offset and not spot.reason.startswith("invalid unicode"):
            return None
        start = spot.data.rfind(b"\n", 0, error.start) + 1
        place = f"byte {error.start - start + 1} of the line ({spot.data[error.start]:#04x})"
        return Problem(
            f"{place} is not UTF-8",
            "Save the file as UTF-8",
            field=last_key(spot.data[: error.start]),
            line=spot.data.count(b"\n", 0, error.start) + 1,
        )
    return None


def _end(spot: Spot, *, may_be_truncated: bool) -> Sentence:
    if not spot.data.strip():
        return "the file is empty", "Give at least one example"
    inside = spot.reason.removeprefix("EOF while parsing ").replace("a string", "a text")
    where = "where a value is expected" if inside == "a value" else f"within {inside}"
    if may_be_truncated:
        return (
            f"the JSON ends too early, {where}",
            "Get the whole file: it seems to be truncated here",
        )
    fix = "Put the whole object on one line"
    if inside == "a text":
        fix += ", with \\n for each line break within a text"
    return f"the JSON isn't complete on this line: it ends {where}", fix


def _key(spot: Spot) -> Sentence:
    if found := _quoted_otherwise(spot) or _comment(spot):
        return found
    if spot.after[:1] in ",}]":
        return f"{spot.after[:1]!r} is {spot.where}, where a key is expected", "Remove it"
    return f"the key {spot.word!r} is not in double quotes {spot.where}", "Put it in double quotes"


def _quoted_otherwise(spot: Spot) -> Sentence | None:
    quote = spot.after[:1]
    if quote == "'":
        return f"there are single quotes {spot.where}", "Write double quotes"
    if quote and quote in "\u201c\u201d\u201e\u2018\u2019":
        return f"there are typographic quotes {spot.where}", 'Write plain double quotes (")'
    return None


def _comment(spot: Spot) -> Sentence | None:
    if spot.after.startswith(("//", "/*", "#")):
        return f"there is a comment {spot.where}", "Remove it: JSON does not allow comments"
    return None


_WORDS = {
    "NaN": "the number or the text that belongs here",
    "Infinity": "a finite number",
    "-Infinity": "a finite number",
    "None": 'null, or "" for an empty text',
    "undefined": "null, or leave the field out",
    "True": "true",
    "False": "false",
}


def _value(spot: Spot) -> Sentence:
    if found := _quoted_otherwise(spot) or _comment(spot) or _invisible(spot):
        return found
    if not spot.data[: spot.offset].strip():
        beginning = spot.after.rstrip()[:_SHOWN_CHARACTERS]
        return f"this is not JSON: it begins with {beginning!r}", _WRITE_ANEW
    if spot.after[:1] in ",}]:":
        return f"a value is missing {spot.where}", "Write it, or remove the comma or key before it"
    return _word(spot)


def _word(spot: Spot) -> Sentence:
    word = spot.word
    if word in _WORDS:
        return f"{word} is not a value of JSON ({spot.where})", f"Write {_WORDS[word]}"
    if re.match(r"[-+.]*\d", word):
        return (
            f"{word[:_SHOWN_CHARACTERS]} is not a number as JSON writes it ({spot.where})",
            "Write digits, without a plus sign, leading zeros or a bare point",
        )
    return (
        f"{word[:_SHOWN_CHARACTERS]!r} is not a value of JSON ({spot.where})",
        "Write a text in double quotes, a number, true, false, null, a list or an object",
    )


def _invisible(spot: Spot) -> Sentence | None:
    found = spot.after[:1]
    if found and unicodedata.category(found) in {"Cc", "Cf", "Zs", "Zl", "Zp"}:
        return f"there is an invisible character (U+{ord(found):04X}) {spot.where}", "Remove it"
    return None


def _separator(spot: Spot) -> Sentence:
    if found := _comment(spot) or _invisible(spot):
        return found
    if spot.after[:1] in "]}":
        opened = "{" if "`}`" in spot.reason else "["
        return (
            f"{spot.after[:1]!r} does not close {opened!r} {spot.where}",
            "Close each bracket with its own kind",
        )
    return (
        f"a comma is missing {spot.where}, or a quotation mark before it is not escaped",
        'Write the comma, and \\" for a quotation mark within a text',
    )


def _control(spot: Spot) -> Sentence:
    found = spot.after[:1]
    code = f"{ord(found):04x}" if found else ""
    name, written = _NAMED.get(found, (f"the control character U+{code.upper()}", f"\\u{code}"))
    return f"a text has {name} in it {spot.where}", f"Write it as {written}"


def _escape(spot: Spot) -> Sentence:
    begun = re.search(r"\\\w*$", spot.before)
    escape = (begun.group() if begun else "\\") + spot.after[:1]
    return f"{escape} is not an escape of JSON ({spot.where})", "Write a backslash as \\\\"


def _surrogate(spot: Spot) -> Sentence:
    halves = _HALF.findall((spot.before + spot.after[:1])[-2 * len("\\ud83d") :])
    half = halves[0] if halves else "a surrogate"
    return (
        f"{half} is half of a character (a lone surrogate) {spot.where}",
        "Write the whole character, or remove it",
    )


def _trailing(spot: Spot) -> Sentence:
    if spot.line > 1:
        return (
            "there is more text after the JSON",
            "Put everything into one value; JSON lines are for import_nq and import_pages",
        )
    if spot.after[:1] in "[{\ufeff":
        return f"another value begins {spot.where}", "Put each on a line of its own"
    return f"there is more text after the JSON {spot.where}", "Remove it"


def _too_deep(_: Spot) -> Sentence:
    return "the JSON is nested more than 200 levels deep", "Flatten it"


def _too_long(_: Spot) -> Sentence:
    return "the JSON has a number of thousands of digits", "Write it as a string or shorten it"


def _trailing_comma(spot: Spot) -> Sentence:
    return f"there is a comma before a closing bracket {spot.where}", "Remove the comma"


def _colon(spot: Spot) -> Sentence:
    return f"the colon after a key is missing {spot.where}", "Write it"


_SENTENCES: dict[str, Callable[[Spot], Sentence]] = {
    "key must be a string": _key,
    "expected value": _value,
    "expected ident": _word,
    "invalid number": _word,
    "expected `,` or": _separator,
    "expected `:`": _colon,
    "trailing comma": _trailing_comma,
    "control character": _control,
    "invalid escape": _escape,
    "lone leading surrogate": _surrogate,
    "unexpected end of hex escape": _surrogate,
    "trailing characters": _trailing,
    "recursion limit": _too_deep,
    "number out of range": _too_long,
}
"""By the beginning of jiter's reason."""
