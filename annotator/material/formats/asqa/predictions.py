"""Systems' answers to ASQA's questions, and what an extractor finds in them.

Two JSON files of the data set's scorer: ``{key: long-form answer}``, and
``{"key_number": short answer or list of them}``, where ``number`` counts the question's
disambiguations from 0.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from annotator.material.formats.fields import check_types, describe
from annotator.material.formats.json_files import SYSTEM_BYTES, read_json
from annotator.material.formats.known_shapes import is_alce, other_shape
from annotator.material.formats.problems import FormatError, Problem

MAX_PROBLEMS = 100
LONGEST_ANSWER = 1_000_000
"""Characters: room for a thousand passages. ROUGE-L's memory grows with an answer's length times a
reference's, so that one of many millions would end the process that scores it.
"""
BETWEEN_PASSAGES = " "
_CITATION = re.compile(r" ?\[\d+\]")


def read_long_form_answers(
    path: Path, *, keys: Iterable[str], passages: int = 1, names_missing: bool = True
) -> dict[str, str]:
    """A system's answer to each question of ``keys``, in the file's order; it may be empty.

    In the place of an answer there can be a retriever's list of passages, ``{"text": …}`` each, the
    best first: the texts of the first ``passages`` of them are the answer (ASQA paper, section 5.1:
    DPR@1 and JPR@1; figure 3 has up to five).

    Raises ``FormatError``, naming each key, for a question without an answer, an answer to a
    question that isn't there, an answer that is neither, one that is longer than
    ``LONGEST_ANSWER``, and fewer passages. Without
    ``names_missing`` it only says that keys have no answer: which and how many is hidden.
    """
    check = partial(_check_answer, passages=passages)
    found = _read(path, list(keys), check, missing=_named if names_missing else _told)
    return {key: _text_of(value, passages) for key, value in found.items()}


def read_some_answers(path: Path, *, keys: Iterable[str]) -> dict[str, str]:
    """Answers to some of the questions ``keys``, at least one, in the order of ``keys``.

    Raises ``FormatError`` as ``read_long_form_answers`` does, but for questions without an answer.
    """
    wanted = list(keys)
    found = _read(path, wanted, _check_text, missing=_named_if_empty)
    return {key: found[key] for key in wanted if key in found}


def read_found_answers(path: Path, *, keys: Iterable[str]) -> dict[str, list[str]]:
    """The extractor's answers by disambiguation, for ``keys``; an empty text is not an answer.

    Raises ``FormatError`` as ``read_long_form_answers`` does.
    """
    values = _read(path, list(keys), _check_found, missing=_named)
    return {key: list(value) if type(value) is list else [value] for key, value in values.items()}


def disambiguation_key(key: str, number: int) -> str:
    """How the extractor's files call disambiguation ``number``, from 0, of the question ``key``."""
    return f"{key}_{number}"


def _read(
    path: Path,
    keys: list[str],
    check: Callable[[str, Any], Iterator[Problem]],
    *,
    missing: Callable[[list[str], Mapping[str, Any]], Iterator[Problem]],
) -> dict[str, Any]:
    values = _by_key(read_json(path, max_bytes=SYSTEM_BYTES))
    is_known = type(values) is dict and not values.keys().isdisjoint(keys)
    if not is_known and (other := other_shape(values, wanted="answers")):
        raise FormatError([other.at(file=path.name, line=None)])
    if type(values) is not dict:
        problem = f"{describe(values)} is not an object"
        raise FormatError([Problem(problem, "Write an object of keys and answers", file=path.name)])
    problems = chain(
        missing(keys, values),
        _foreign(set(keys), values),
        chain.from_iterable(check(key, value) for key, value in values.items()),
    )
    found = [each.at(file=path.name, line=None) for each in islice(problems, MAX_PROBLEMS)]
    if found:
        raise FormatError(found)
    return values


def _by_key(value: Any) -> Any:
    """Of ALCE's output, the answers by their questions' keys, without citations such as ``[1]``, as
    ALCE's own scorer takes them; everything else as it is.
    """
    if not is_alce(value):
        return value
    listed: list[Any] = value["data"] if type(value) is dict else value
    if not all(type(each) is dict and type(each.get("sample_id")) is str for each in listed):
        return value
    keys = [each["sample_id"] for each in listed]
    if repeated := [key for key, number in Counter(keys).items() if number > 1]:
        problem = Problem("this sample_id appears twice", "Keep one of the two", repeated[0])
        raise FormatError([problem])
    return {each["sample_id"]: _without_citations(each.get("output")) for each in listed}


def _without_citations(output: Any) -> Any:
    return _CITATION.sub("", output) if type(output) is str else output


_ADD = "Add one; it may be empty"


def _named(keys: list[str], values: Mapping[str, Any]) -> Iterator[Problem]:
    for key in keys:
        if key not in values:
            yield Problem("this key has no answer", _ADD, field=key)


def _named_if_empty(keys: list[str], values: Mapping[str, Any]) -> Iterator[Problem]:
    if not values:
        yield from _named(keys, values)


def _told(keys: list[str], values: Mapping[str, Any]) -> Iterator[Problem]:
    if any(key not in values for key in keys):
        yield Problem("some keys have no answer", _ADD)


def _foreign(keys: set[str], values: Mapping[str, Any]) -> Iterator[Problem]:
    for key in values:
        if key not in keys:
            yield Problem(
                "no question of this split has this key",
                "Remove it, or choose the split that it belongs to",
                field=key,
            )


def _text_of(value: Any, passages: int) -> str:
    if type(value) is str:
        return value
    return BETWEEN_PASSAGES.join(each["text"] for each in value[:passages])


def _check_answer(key: str, value: Any, *, passages: int) -> Iterator[Problem]:
    if type(value) is not list:
        yield from _check_text(key, value)
        return
    if len(value) < passages:
        fix = f"Give {passages:,}, the best first, or score with fewer passages"
        noun = "passage" if len(value) == 1 else "passages"
        yield Problem(f"the question has {len(value):,} {noun}", fix, field=key)
    problems = [
        problem
        for index, each in enumerate(value[:passages])
        for problem in check_types(each, {"text": str}, f"{key}[{index}]")
    ]
    yield from problems or _check_length(key, _text_of(value, passages))


def _check_text(key: str, value: Any) -> Iterator[Problem]:
    if type(value) is not str:
        fix = "Write the answer's text; it may be empty"
        yield Problem(f"{describe(value)} is not a string", fix, field=key)
    else:
        yield from _check_length(key, value)


def _check_length(key: str, text: str) -> Iterator[Problem]:
    if len(text) > LONGEST_ANSWER:
        problem = f"the answer has {len(text):,} characters"
        yield Problem(problem, f"Write at most {LONGEST_ANSWER:,}", field=key)


def _check_found(key: str, value: Any) -> Iterator[Problem]:
    values = value if type(value) is list else [value]
    if not values:
        yield Problem("the list is empty", 'Write "" where the reader found nothing', field=key)
    for each in values:
        if type(each) is not str:
            yield Problem(
                f"{describe(each)} is not a string", "Write a text or a list of texts", field=key
            )
