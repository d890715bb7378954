"""The annotations of Natural Questions' files, original or simplified, and which share a page."""

import glob
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Generic, TypeVar

from annotator.material.formats.answer_spans import check_yes_no, read_span, read_spans
from annotator.material.formats.articles import page_of
from annotator.material.formats.fields import check_type, describe
from annotator.material.formats.file_processes import ALL, Share, read_in_processes
from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.lines_without_tokens import parse_without_tokens
from annotator.material.formats.problems import FormatError, LineError, Problem
from annotator.measures.answer_match import Answer
from annotator.measures.intervals import Clusters

MAX_PROBLEMS = 100
Example = TypeVar("Example")


@dataclass(frozen=True, slots=True)
class GoldExample:
    """An example's id and what its annotators answered; ``page`` names the article, "" where the
    file doesn't.
    """

    example_id: int
    annotations: tuple[Answer, ...]
    page: str = ""


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Example]):
    """The content of a line: an example, or a problem."""

    line: int | None
    example: Example | None
    problems: tuple[Problem, ...] = ()


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


def read_gold(paths: Sequence[Path], *, cores: int | None = None) -> list[GoldExample]:
    """The gold answers of all files, in order, read on all cores or so many. Raises what
    ``read_examples`` raises.
    """
    found = read_in_processes(paths, _gold_of_file, cores=cores)
    files = ((path, _in_turn(shares)) for path, shares in zip(paths, found, strict=True))
    return list(_merged(files, id_of=lambda each: each.example_id))


def _gold_of_file(path: Path, share: Share) -> list[_Entry[GoldExample]]:
    """The entries of a share, up to as many problems as are told of."""
    entries: list[_Entry[GoldExample]] = []
    problems = 0
    for entry in _entries(path, read_gold_example, parse_without_tokens, share):
        entries.append(entry)
        problems += len(entry.problems)
        if problems >= MAX_PROBLEMS:
            break
    return entries


def _in_turn(shares: Sequence[Sequence[_Entry[Example]]]) -> Iterator[_Entry[Example]]:
    """The entries of a file, from its shares. One that ends early has as many problems as are told
    of, so nobody asks for what comes after.
    """
    return (each for turn in zip_longest(*shares) for each in turn if each is not None)


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
    files = ((path, _entries(path, read, parse_object)) for path in paths)
    return _merged(files, id_of=id_of)


def _entries(
    path: Path,
    read: Callable[[dict[str, Any]], Example],
    parse: Callable[[Line], dict[str, Any]],
    share: Share = ALL,
) -> Iterator[_Entry[Example]]:
    with LineReader(path) as lines:
        for line in islice(lines, share.first, None, share.of):
            if isinstance(line, Problem):
                yield _Entry(line.line, None, (line,))
                continue
            try:
                yield _Entry(line.number, read(parse(line)))
            except FormatError as error:
                yield _Entry(line.number, None, error.problems)


def _merged(
    files: Iterable[tuple[Path, Iterable[_Entry[Example]]]], *, id_of: Callable[[Example], int]
) -> Iterator[Example]:
    seen: set[int] = set()
    problems: list[Problem] = []
    for path, entries in files:
        for entry in entries:
            found = entry.problems
            if entry.example is not None:
                found = _repeated(id_of(entry.example), seen)
            problems += (each.at(file=path.name, line=entry.line) for each in found)
            if entry.example is not None and not found:
                yield entry.example
            if len(problems) >= MAX_PROBLEMS:
                raise FormatError(problems[:MAX_PROBLEMS])
    if problems:
        raise FormatError(problems)


def _repeated(example_id: int, seen: set[int]) -> tuple[Problem, ...]:
    if example_id in seen:
        problem = f"example {example_id} appears twice in the files"
        return (Problem(problem, "Leave one of them out", field="example_id"),)
    seen.add(example_id)
    return ()


def read_gold_example(value: dict[str, Any]) -> GoldExample:
    """The gold answers and page of a line's object. Raises ``LineError`` if a field is wrong."""
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
    url = value.get("document_url")
    return GoldExample(value["example_id"], answers, page_of(url) if type(url) is str else "")


def units_of(examples: Sequence[GoldExample]) -> Clusters:
    """The units of intervals over ``examples``: pages where any two share one."""
    return Clusters.named([each.page or None for each in examples])


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
