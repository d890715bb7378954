"""Predictions in the JSON format of Natural Questions' official evaluator.

One object ``{"predictions": [...]}``. Each prediction has ``example_id``, ``long_answer``,
``long_answer_score``, ``short_answers``, ``short_answers_score`` and ``yes_no_answer``; -1 means no
offset. It may have ``other_long_answers``, spans that the system ranks below its answer, the best
first: the official evaluator passes over them, and suggestions show them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from jiter import LosslessFloat

from annotator.material.formats.answer_spans import check_yes_no, read_span, read_spans
from annotator.material.formats.fields import INT64_OR_UINT64, check_range, check_type, describe
from annotator.material.formats.json_files import SYSTEM_BYTES, read_json
from annotator.material.formats.known_shapes import other_shape
from annotator.material.formats.problems import FormatError, Problem
from annotator.measures.answer_match import Answer, Span

MAX_PROBLEMS = 100
UNNAMED = "some examples have no prediction"
SCORES = ("long_answer_score", "short_answers_score")
OTHERS = "other_long_answers"


@dataclass(frozen=True, slots=True)
class Prediction:
    """A system's answer to an example, and how sure it is of either part: any finite numbers."""

    example_id: int
    answer: Answer
    long_score: float
    short_score: float
    other_long_answers: tuple[Span, ...] = ()


def read_predictions(
    path: Path, *, name: str = "", max_bytes: int = SYSTEM_BYTES
) -> list[Prediction]:
    """The predictions of a file, in its order; problems call the file ``name``.

    Raises ``FormatError`` with up to 100 problems, each with its example's id: a field that is
    missing or of the wrong type, a span with one end, one that ends before it begins, *yes* or
    *no* beside spans, a score that is not a finite number or that would be rounded, two predictions
    for one example.
    """
    name = name or path.name
    value = read_json(path, name=name, max_bytes=max_bytes)
    listed = value.get("predictions") if type(value) is dict else None
    if type(listed) is not list:
        problem = other_shape(value, wanted="predictions") or Problem(
            "the file is not an object with a list of predictions",
            'Write {"predictions": [...]}, the format of the official evaluator',
            field="predictions",
        )
        raise FormatError([problem.at(file=name, line=None)])
    problems = list(islice(_check(listed), MAX_PROBLEMS))
    if problems:
        raise FormatError(each.at(file=name, line=None) for each in problems)
    return [_read(each) for each in listed]


def check_examples(
    predictions: Sequence[Prediction],
    example_ids: Sequence[int],
    *,
    name: str,
    names_missing: bool = True,
) -> None:
    """Raise ``FormatError`` unless there is a prediction for each example and for no other.

    It lists 100 problems of each kind, and says how many more there are. Without ``names_missing``
    it only says that examples have no prediction: which and how many is hidden.
    """
    predicted, wanted = {each.example_id for each in predictions}, set(example_ids)
    unpredicted = [each for each in example_ids if each not in predicted]
    missing = (
        Problem(
            f"example {each} has no prediction" if names_missing else UNNAMED,
            "Add one; an empty answer has offsets of -1 and NONE",
            field="predictions",
            file=name,
        )
        for each in (unpredicted if names_missing else unpredicted[:1])
    )
    foreign = (
        Problem(
            f"example {each.example_id} is not among the gold examples",
            "Remove it, or give the gold files that hold it",
            field=f"predictions[{index}].example_id",
            file=name,
        )
        for index, each in enumerate(predictions)
        if each.example_id not in wanted
    )
    problems = [
        *_with_rest(missing, "{} more examples have no prediction"),
        *_with_rest(foreign, "{} more examples are not among the gold examples"),
    ]
    if problems:
        raise FormatError(problems)


def _with_rest(problems: Iterator[Problem], rest: str) -> Iterator[Problem]:
    """The first ones, and one that says how many more there are."""
    more, last = -MAX_PROBLEMS, None
    for last in problems:
        more += 1
        if more <= 0:
            yield last
    if last and more > 0:
        yield replace(last, problem=rest.format(f"{more:,}"), field="predictions")


def _check(listed: list[Any]) -> Iterator[Problem]:
    seen: set[int] = set()
    for index, value in enumerate(listed):
        path = f"predictions[{index}]"
        if type(value) is not dict:
            yield Problem(f"{describe(value)} is not an object", "Write an object", field=path)
            continue
        problem = check_type(value, "example_id", int, f"{path}.example_id")
        problem = problem or check_range(value["example_id"], INT64_OR_UINT64, f"{path}.example_id")
        if problem:
            yield problem
            continue
        path = f"{path} (example {value['example_id']})"
        if value["example_id"] in seen:
            yield Problem("this example has another prediction", "Keep one of them", field=path)
        seen.add(value["example_id"])
        yield from _check_prediction(value, path)


def _check_prediction(value: dict[str, Any], path: str) -> Iterator[Problem]:
    for key in SCORES:
        if key not in value:
            yield Problem(
                "the score is missing",
                "Write a number; the same one throughout if the system has no scores",
                field=f"{path}.{key}",
            )
        elif not _is_finite(value[key]):
            yield Problem(
                f"{describe(value[key])} is not a finite number",
                "Write a finite number",
                field=f"{path}.{key}",
            )
        elif type(value[key]) is int and int(float(value[key])) != value[key]:
            # Rounded, it would tie with its neighbours, and the threshold would be another.
            yield Problem(
                f"{describe(value[key])} has too many digits to be kept exactly",
                "Write whole numbers up to 2^53 (9007199254740992), or divide all scores",
                field=f"{path}.{key}",
            )
    _, span_problems = read_span(value.get("long_answer"), f"{path}.long_answer")
    yield from span_problems
    spans, span_problems = read_spans(value.get("short_answers"), f"{path}.short_answers")
    yield from span_problems
    yield from check_yes_no(value.get("yes_no_answer", "NONE"), spans, f"{path}.yes_no_answer")
    _, span_problems = read_spans(value.get(OTHERS), f"{path}.{OTHERS}")
    yield from span_problems


def _is_finite(value: object) -> bool:
    if type(value) is bool or not isinstance(value, int | LosslessFloat):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _read(value: dict[str, Any]) -> Prediction:
    long_answer, _ = read_span(value.get("long_answer"), "")
    short_answers, _ = read_spans(value.get("short_answers"), "")
    others, _ = read_spans(value.get(OTHERS), "")
    return Prediction(
        example_id=value["example_id"],
        answer=Answer(long_answer, short_answers, value.get("yes_no_answer", "NONE").upper()),
        # A zero below zero is the same score, but not every database gives it back.
        long_score=float(value["long_answer_score"]) + 0.0,
        short_score=float(value["short_answers_score"]) + 0.0,
        other_long_answers=others,
    )
