"""Pairs of answers to compare, as TSV: ASQA's ``setup.tsv`` (paper, section 4.2).

One pair on each line: the question's key, two models, and their answers, left and right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from annotator.material.formats.asqa import MAX_ANSWER_CHARACTERS
from annotator.material.formats.comparisons import MAX_PROBLEMS, check_model, read_cells
from annotator.material.formats.fields import check_key, check_text
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.spreadsheets import unguard
from annotator.material.formats.unpacking import MAX_FILE_BYTES

COLUMNS = ("key", "model1", "model2", "prediction1", "prediction2")


@dataclass(frozen=True, slots=True)
class GivenPair:
    """Two models' answers to a question, and the line of the file, from 1, that has them."""

    line: int
    key: str
    models: tuple[str, str]
    answers: tuple[str, str]


def read_setup(data: bytes, *, name: str, max_bytes: int = MAX_FILE_BYTES) -> list[GivenPair]:
    """The pairs in a file's bytes (UTF-8), in its order; ``name`` is how problems call the file.

    Raises ``FormatError`` with up to 100 problems, each with its line, column and fix: other
    columns, a missing cell, a pair of one model, a model that answers a question twice. Unpacked,
    the file has at most ``max_bytes``.
    """
    lines = list(read_cells(data, name, max_bytes))
    if not lines or tuple(lines[0][1]) != COLUMNS:
        problem = Problem(
            "the columns are not those of pairs",
            f"Make the first line {' '.join(COLUMNS)}, with a tab between each two",
        )
        raise FormatError([problem.at(file=name, line=1)])
    if len(lines) == 1:
        raise FormatError([Problem("the file has no pair", "Add a line for each", file=name)])
    pairs = [_pair(line, cells) for line, cells in lines[1:] if len(cells) == len(COLUMNS)]
    problems = [
        problem.at(file=name, line=problem.line)
        for problem in (*_check_cells(lines[1:]), *_check_pairs(pairs))
    ]
    if problems:
        raise FormatError(islice(sorted(problems, key=lambda each: each.line or 0), MAX_PROBLEMS))
    return pairs


def _pair(line: int, cells: Sequence[str]) -> GivenPair:
    key, one, two, left, right = cells
    return GivenPair(line, unguard(key), (unguard(one), unguard(two)), (left, right))


def _check_cells(lines: Sequence[tuple[int, list[str]]]) -> Iterator[Problem]:
    for line, cells in lines:
        if len(cells) != len(COLUMNS):
            said = f"the line has {len(cells)} cells" if cells else "the line is empty"
            yield Problem(said, f"Give it {len(COLUMNS)}, or remove it", line=line)


def _check_pairs(pairs: Sequence[GivenPair]) -> Iterator[Problem]:
    seen: dict[tuple[str, str], int] = {}
    for pair in pairs:
        for problem in _check_pair(pair):
            yield problem.at(file="", line=pair.line)
        for model in set(pair.models):
            before = seen.setdefault((pair.key, model), pair.line)
            if before != pair.line:
                yield Problem(
                    f"{model} answers the question {pair.key} on line {before}, too",
                    "Leave each model's answer to a question in one pair",
                    field="model1" if model == pair.models[0] else "model2",
                    line=pair.line,
                )


def _check_pair(pair: GivenPair) -> Iterator[Problem]:
    if problem := check_key(pair.key, "key"):
        yield problem
    for model, column in zip(pair.models, ("model1", "model2"), strict=True):
        yield from check_model(model, column)
    if pair.models[0] == pair.models[1]:
        yield Problem("both answers are of the same model", "Write which two", field="model2")
    for answer, column in zip(pair.answers, ("prediction1", "prediction2"), strict=True):
        if problem := check_text(answer, column, required=True, longest=MAX_ANSWER_CHARACTERS):
            yield problem
