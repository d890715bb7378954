"""The annotations of Natural Questions' files, original or simplified, without their pages."""

import glob
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from annotator.formats.answer_spans import check_yes_no, read_span, read_spans
from annotator.formats.fields import check_type, describe
from annotator.formats.lines import Line, LineReader, parse_object
from annotator.formats.problems import FormatError, LineError, Problem
from annotator.measures.answer_match import Answer

MAX_PROBLEMS = 100
Example = TypeVar("Example")


@dataclass(frozen=True, slots=True)
class GoldExample:
    """An example's id and what its annotators answered."""

    example_id: int
    annotations: tuple[Answer, ...]


def gold_files(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and globs name, each once, in order.

    Raises ``FormatError`` if one of them names no file.
    """
    found: set[Path] = set()
    for pattern in patterns:
        named = {Path(name) for name in glob.glob(pattern)}  # noqa: PTH207 - a whole pattern
        if not named:
            raise FormatError(
                [Problem("there is no file of this name", "Check the path", file=pattern)]
            )
        found |= named
    return sorted(found)


def read_gold(paths: Sequence[Path]) -> list[GoldExample]:
    """The gold answers of all files, in order. Raises what ``read_examples`` raises."""
    return list(read_examples(paths, read_gold_example, id_of=lambda each: each.example_id))


def read_examples(
    paths: Sequence[Path],
    read: Callable[[dict[str, Any]], Example],
    *,
    id_of: Callable[[Example], int],
) -> Iterator[Example]:
    """What ``read`` makes of each line of the files, in order; one line is in memory at a time.

    Raises ``FormatError`` after the last line, or after 100 problems, each with file, line and
    field: what ``LineReader`` finds, what ``read`` raises, an example that appears twice.
    """
    seen: set[int] = set()
    problems: list[Problem] = []
    for path, line in _lines(paths):
        if isinstance(line, Problem):
            problems.append(line)
        else:
            try:
                example = read(parse_object(line))
                _check_new(id_of(example), seen)
            except FormatError as error:
                problems += (each.at(file=path.name, line=line.number) for each in error.problems)
            else:
                yield example
        if len(problems) >= MAX_PROBLEMS:
            break
    if problems:
        raise FormatError(problems[:MAX_PROBLEMS])


def _lines(paths: Sequence[Path]) -> Iterator[tuple[Path, Line | Problem]]:
    for path in paths:
        with LineReader(path) as lines:
            for line in lines:
                yield path, line


def _check_new(example_id: int, seen: set[int]) -> None:
    if example_id in seen:
        problem = f"example {example_id} appears twice in the files"
        raise LineError([Problem(problem, "Leave one of them out", field="example_id")])
    seen.add(example_id)


def read_gold_example(value: dict[str, Any]) -> GoldExample:
    """The gold answers of a line's object. Raises ``LineError`` if a field is wrong."""
    problem = check_type(value, "example_id", int, "example_id") or check_type(
        value, "annotations", list, "annotations"
    )
    if problem:
        raise LineError([problem])
    read = [_read(each, f"annotations[{index}]") for index, each in enumerate(value["annotations"])]
    problems = list(islice((each for _, wrong in read for each in wrong), MAX_PROBLEMS))
    if problems:
        raise LineError(problems)
    answers = tuple(answer for answer, _ in read if answer is not None)
    return GoldExample(value["example_id"], answers)


def _read(value: Any, path: str) -> tuple[Answer | None, list[Problem]]:
    if type(value) is not dict:
        return None, [Problem(f"{describe(value)} is not an object", "Write an object", field=path)]
    missing = [
        Problem("the field is missing", "Add it", field=f"{path}.{key}")
        for key in ("long_answer", "short_answers", "yes_no_answer")
        if key not in value
    ]
    if missing:
        return None, missing
    long_answer, problems = read_span(value["long_answer"], f"{path}.long_answer")
    short_answers, wrong = read_spans(value["short_answers"], f"{path}.short_answers")
    problems += wrong
    # Beside spans, an annotation's yes or no is the annotator's business.
    problems += check_yes_no(value["yes_no_answer"], (), f"{path}.yes_no_answer")
    if problems:
        return None, problems
    return Answer(long_answer, short_answers, value["yes_no_answer"].upper()), []
