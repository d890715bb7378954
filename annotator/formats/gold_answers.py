"""The annotations of Natural Questions' files, original or simplified, without their pages."""

import glob
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from annotator.formats.answer_spans import check_yes_no, read_span, read_spans
from annotator.formats.fields import check_type, describe
from annotator.formats.lines import LineReader, parse_object
from annotator.formats.problems import FormatError, LineError, Problem
from annotator.measures.answer_match import Answer

MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class GoldExample:
    """An example's id and what its annotators answered."""

    example_id: int
    annotations: tuple[Answer, ...]


def gold_files(patterns: Sequence[str]) -> list[Path]:
    """The files that paths and globs name, each once, in order.

    Raises ``FormatError`` where one of them names no file.
    """
    found: set[Path] = set()
    for pattern in patterns:
        named = {Path(name) for name in glob.glob(pattern)}  # noqa: PTH207 - a whole pattern
        if not named:
            raise FormatError([Problem("no file has this name", "Check the path", file=pattern)])
        found |= named
    return sorted(found)


def read_gold(paths: list[Path]) -> list[GoldExample]:
    """The gold answers of all files, in order. One line is in memory at a time.

    Raises ``FormatError`` with up to 100 problems, each with file, line and field: what
    ``LineReader`` finds, a wrong field, an example that stands twice.
    """
    seen: set[int] = set()
    examples: list[GoldExample] = []
    problems: list[Problem] = []
    for path in paths:
        for found in _examples(path, seen):
            if isinstance(found, Problem):
                problems.append(found)
                if len(problems) == MAX_PROBLEMS:
                    raise FormatError(problems)
            else:
                examples.append(found)
    if problems:
        raise FormatError(problems)
    return examples


def _examples(path: Path, seen: set[int]) -> Iterator[GoldExample | Problem]:
    with LineReader(path) as lines:
        for line in lines:
            if isinstance(line, Problem):
                yield line
                continue
            try:
                example = read_gold_example(parse_object(line))
            except FormatError as error:
                yield from (each.at(file=path.name, line=line.number) for each in error.problems)
                continue
            if example.example_id in seen:
                yield Problem(
                    f"example {example.example_id} stands twice in the gold files",
                    "Leave one of them out",
                    field="example_id",
                    file=path.name,
                    line=line.number,
                )
            seen.add(example.example_id)
            yield example


def read_gold_example(value: dict[str, Any]) -> GoldExample:
    """The gold answers of a line's object. Raises ``LineError`` where a field is wrong."""
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
