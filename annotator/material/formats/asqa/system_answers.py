"""A system's answers as JSON: one object ``{key: answer}`` (ASQA paper, section 4.2)."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from annotator.material.formats.asqa import MAX_ANSWER_CHARACTERS
from annotator.material.formats.fields import check_key, check_text, describe
from annotator.material.formats.json_files import parse_file
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import Wanted
from annotator.material.formats.unpacking import MAX_FILE_BYTES, read_unpacked

MAX_PROBLEMS = 100
_SPACE = re.compile(r"[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """A system's answers by the question's key, with the line, from 1, of each key."""

    name: str
    answers: Mapping[str, str]
    lines: Mapping[str, int]


def read_answers(
    data: bytes,
    *,
    name: str,
    keys: frozenset[str] | None = None,
    may_be_empty: bool = False,
    max_bytes: int = MAX_FILE_BYTES,
) -> AnswerFile:
    """A system's file: one JSON object ``{key: answer}`` in UTF-8, plain or gzip.

    Problems call the file ``name``; ``keys`` are those of the existing questions. Raises
    ``FormatError`` for more than ``max_bytes``, unpacked; for a key that appears twice or is not
    among them, an answer that is not text or has no words in it, unless answers ``may_be_empty``;
    each with its line and key.
    """
    text = read_unpacked(io.BytesIO(data), name=name, wanted=Wanted.VALUE, max_bytes=max_bytes)
    value = parse_file(text, name=name)
    is_object = type(value) is dict and all(type(each) is str for each in value.values())
    if not is_object and (other := other_shape(value, wanted="answers")):
        raise FormatError([other.at(file=name, line=None)])
    if type(value) is not dict or not value:
        problem = (
            f"{describe(value)} is not an object" if type(value) is not dict else "it is empty"
        )
        raise FormatError([Problem(problem, "Write an object of keys and answers", file=name)])
    lines = _lines_of_keys(text.decode("utf-8-sig"))
    problems = [
        problem.at(file=name, line=lines[key])
        for key, answer in value.items()
        for problem in _check_answer(key, answer, keys, required=not may_be_empty)
    ]
    if problems:
        raise FormatError(problems[:MAX_PROBLEMS])
    return AnswerFile(name=name, answers=value, lines=lines)


def _check_answer(
    key: str, answer: object, keys: frozenset[str] | None, *, required: bool
) -> Iterator[Problem]:
    if problem := check_key(key, describe(key)):
        yield problem
    elif keys is not None and key not in keys:
        yield Problem(
            "the project has no question with this key",
            "Check the key, or import the question first",
            field=key,
        )
    if type(answer) is not str:
        yield Problem(f"{describe(answer)} is not a string", "Write the answer's text", field=key)
    elif problem := check_text(answer, key, required=required, longest=MAX_ANSWER_CHARACTERS):
        yield problem


def _lines_of_keys(text: str) -> dict[str, int]:
    """The line of each key of the object in ``text``, which was parsed before."""
    decoder = json.JSONDecoder()
    lines: dict[str, int] = {}
    at, line = 0, 1
    while True:
        # What opens the object or parts two of its members: "{" or ",", and "}" at the end.
        mark = _after_space(text, at)
        start = _after_space(text, mark + 1)
        line += text.count("\n", at, start)
        if text[mark] == "}":
            return lines
        key, end = decoder.raw_decode(text, start)
        lines[key] = line
        value = _after_space(text, _after_space(text, end) + 1)
        _, at = decoder.raw_decode(text, value)
        line += text.count("\n", start, at)


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
