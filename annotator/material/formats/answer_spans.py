"""Spans and *yes* or *no* as predictions and annotations of Natural Questions write them."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.material.formats.fields import INT64, check_range, describe
from annotator.material.formats.problems import Problem
from annotator.measures.answer_match import Offsets, Span

_ENDS = (("start_byte", "end_byte"), ("start_token", "end_token"))
YES_NO_ANSWERS = ("NONE", "YES", "NO")


def read_span(value: Any, path: str) -> tuple[Span | None, list[Problem]]:
    """The span of an object with four offsets, and what is wrong with it.

    Negative offsets mean none, and so do a pair without both ends and a missing object. A span
    without bytes and tokens is None: no answer.
    """
    if value is None:
        return None, []
    if type(value) is not dict:
        return None, [Problem(f"{describe(value)} is not an object", "Write an object", field=path)]
    found: list[Offsets | None] = []
    problems: list[Problem] = []
    for start, end in _ENDS:
        offsets, wrong = _read_pair(value, start, end, path)
        found.append(offsets)
        problems += wrong
    in_bytes, in_tokens = found
    if problems or (in_bytes is None and in_tokens is None):
        return None, problems
    return Span(in_bytes, in_tokens), []


def read_spans(value: Any, path: str) -> tuple[tuple[Span, ...], list[Problem]]:
    """The spans of a list, without those that are not answers, and what is wrong with it."""
    if value is None:
        return (), []
    if type(value) is not list:
        return (), [Problem(f"{describe(value)} is not a list", "Write a list", field=path)]
    read = [read_span(each, f"{path}[{index}]") for index, each in enumerate(value)]
    problems = [problem for _, wrong in read for problem in wrong]
    return tuple(span for span, _ in read if span is not None), problems


def check_yes_no(value: Any, spans: Sequence[Span], path: str) -> Iterator[Problem]:
    """A problem unless ``value`` is NONE, YES or NO, in any case, and NONE beside ``spans``."""
    if type(value) is not str or value.upper() not in YES_NO_ANSWERS:
        yield Problem(
            f"{describe(value)} is not a yes/no answer", "Write NONE, YES or NO", field=path
        )
    elif value.upper() != "NONE" and spans:
        yield Problem(
            f"{value} is given beside short answer spans",
            "Write NONE, or leave out the spans",
            field=path,
        )


def _read_pair(
    value: dict[str, Any], start: str, end: str, path: str
) -> tuple[Offsets | None, list[Problem]]:
    offsets = [value.get(start, -1), value.get(end, -1)]
    for key, offset in zip((start, end), offsets, strict=True):
        if type(offset) is not int:
            problem = Problem(
                f"{describe(offset)} is not a whole number",
                "Write a whole number, -1 for none",
                field=f"{path}.{key}",
            )
            return None, [problem]
        if too_large := check_range(offset, INT64, f"{path}.{key}"):
            return None, [too_large]
    first, last = offsets
    if first < 0 and last < 0:
        return None, []
    if first < 0 or last < 0:
        problem = Problem(
            f"only one of {start} and {end} is given ({first}, {last})",
            "Give both, or -1 for both",
            field=path,
        )
        return None, [problem]
    if first >= last:
        problem = Problem(
            f"{start} {first} is not before {end} {last}",
            "End the span after its start",
            field=path,
        )
        return None, [problem]
    return (first, last), []
