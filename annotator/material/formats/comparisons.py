"""Comparisons as TSV, in the form that ASQA's own evaluation writes (ASQA paper, section 4.2).

One comparison a line; ``accLeft`` and ``accRight`` are shares of ``numQA``. A line that is wrong in
any cell is an error, never a tie.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from annotator.foundation.names.naming import describe_flaw
from annotator.material.formats.fields import check_key, check_text, describe
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import Wanted
from annotator.material.formats.spreadsheets import guard, unguard
from annotator.material.formats.unpacking import MAX_FILE_BYTES, read_unpacked

COLUMNS = (
    "pair",
    "numQA",
    "accLeft",
    "accRight",
    "Ambiguity",
    "Fluency",
    "Overall",
    "leftModel",
    "rightModel",
    "key",
)
# Text that a spreadsheet would take for a formula.
GUARDED = ("leftModel", "rightModel", "key")
PREFERENCES = ("left", "right", "tie")
MAX_PAIR = 2**31 - 1
MAX_DISAMBIGUATIONS = 100
MAX_NAME_CHARACTERS = 100
MAX_MODELS = 100
MAX_COMPARERS = 1000
MAX_PROBLEMS = 100
# Two decimals tell the shares of up to 100 disambiguations apart.
SHARE_TOLERANCE = 0.005
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One comparison. ``left_captured`` and ``right_captured`` are numbers of disambiguations.

    The preferences are ``left``, ``right`` or ``tie``; ``ambiguity`` is the paper's COMP.
    """

    pair: int
    disambiguations: int
    left_captured: int
    right_captured: int
    ambiguity: str
    fluency: str
    overall: str
    left_model: str
    right_model: str
    key: str


class PlacedRow(NamedTuple):
    """A comparison and the line, from 1, on which the file has it."""

    line: int
    row: ComparisonRow


def write_comparisons(rows: Iterable[ComparisonRow]) -> Iterator[str]:
    """The file's lines, the header first, each with its line feed."""
    yield _line(COLUMNS)
    for row in rows:
        yield _line(
            (
                row.pair,
                row.disambiguations,
                row.left_captured / row.disambiguations,
                row.right_captured / row.disambiguations,
                row.ambiguity,
                row.fluency,
                row.overall,
                guard(row.left_model),
                guard(row.right_model),
                guard(row.key),
            )
        )


def _line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    # A cell that has a character of the end of a line in it gets quotation marks.
    csv.writer(line, dialect="excel-tab").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def read_comparisons(data: bytes, *, name: str, max_bytes: int = MAX_FILE_BYTES) -> list[PlacedRow]:
    """The comparisons in a file's bytes (UTF-8), in its order; ``name`` is how problems call it.

    ``accLeft`` and ``accRight`` are shares, with a decimal point in every line, or numbers of
    disambiguations, whole in every line. Lines with the same ``pair`` are of different comparers.
    Raises ``FormatError`` with up to 100 problems, each with its line, column and fix, where
    anything is missing, unknown or contradicts another line: nothing is taken for a tie. Unpacked,
    the file has at most ``max_bytes``.
    """
    cells, problems = _cells(list(read_cells(data, name, max_bytes)), name)
    counted = _are_counts(cells, name)
    placed: list[PlacedRow] = []
    for line, row in cells:
        wrong = [problem.at(file=name, line=line) for problem in _check_row(row, counted=counted)]
        problems += wrong
        if not wrong:
            placed.append(PlacedRow(line, _row(row, counted=counted)))
    if not problems:
        problems = [each.at(file=name, line=each.line) for each in _check_together(placed)]
    if problems:
        raise FormatError(islice(sorted(problems, key=lambda each: each.line or 0), MAX_PROBLEMS))
    return placed


def _cells(
    lines: Sequence[tuple[int, list[str]]], name: str
) -> tuple[list[tuple[int, dict[str, str]]], list[Problem]]:
    """The lines that have all cells, by column, and what is wrong with the others.

    Raises ``FormatError`` for other columns and for a file without a comparison.
    """
    if not lines or tuple(lines[0][1]) != COLUMNS:
        problem = Problem(
            "these are not the columns of a comparisons file",
            f"Make the first line {' '.join(COLUMNS)}, with a tab between each two",
        )
        raise FormatError([problem.at(file=name, line=1)])
    if len(lines) == 1:
        problem = Problem("the file has no comparison", "Add a line for each")
        raise FormatError([problem.at(file=name, line=None)])
    cells, problems = [], []
    for line, parts in lines[1:]:
        if len(parts) == len(COLUMNS):
            cells.append((line, _row_of(parts)))
            continue
        problem = Problem(
            f"the line has {len(parts)} cells" if parts else "the line is empty",
            f"Give it {len(COLUMNS)}, or remove it",
        )
        problems.append(problem.at(file=name, line=line))
    return cells, problems


def _row_of(parts: Sequence[str]) -> dict[str, str]:
    row = dict(zip(COLUMNS, parts, strict=True))
    return row | {column: unguard(row[column]) for column in GUARDED}


def read_cells(data: bytes, name: str, max_bytes: int) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, with the number of the line on which they begin."""
    data = read_unpacked(io.BytesIO(data), name=name, wanted=Wanted.TABLE, max_bytes=max_bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte {error.start + 1} of the file ({data[error.start]:#04x}) is not UTF-8"
        problem = Problem(byte, "Save the file as UTF-8", file=name, line=line)
        raise FormatError([problem]) from error
    lines = io.StringIO(text, newline="")
    line = 1
    try:
        for first in lines:
            # Joined files have a byte order mark where one begins, which is not in a cell.
            rest = chain([first.removeprefix(BYTE_ORDER_MARK)], lines)
            reader = csv.reader(rest, dialect="excel-tab", strict=True)
            cells = next(reader)
            if line == 1:
                # A program that did not know the mark may have put it into the first cell.
                cells = [cell.removeprefix(BYTE_ORDER_MARK) for cell in cells]
            yield line, cells
            line += reader.line_num
    except csv.Error as error:
        problem = Problem(
            f"the line can't be read ({error})",
            "Close every quotation mark, and double those inside a cell",
            file=name,
            line=line,
        )
        raise FormatError([problem]) from error


def _are_counts(cells: Sequence[tuple[int, dict[str, str]]], name: str) -> bool:
    """Whether captured disambiguations are given in numbers rather than shares.

    Raises ``FormatError`` if that is unclear because a 1 may be one of them, or all of them.
    """
    given = [(line, row, column) for line, row in cells for column in ("accLeft", "accRight")]
    whole = [each for each in given if each[1][each[2]].isdecimal()]
    fractions = [each for each in given if "." in each[1][each[2]]]
    if whole and fractions:
        line, row, column = whole[0]
        problem = Problem(
            f"{row[column]} is a whole number, while line {fractions[0][0]} has"
            f" {fractions[0][1][fractions[0][2]]}",
            "Give shares of numQA everywhere, with a decimal point: 1.0 for all of them",
            field=column,
        )
        raise FormatError([problem.at(file=name, line=line)])
    ones = [each for each in whole if each[1][each[2]] == "1" and each[1]["numQA"] != "1"]
    if ones and all(each[1][each[2]] in ("0", "1") for each in whole):
        line, row, column = ones[0]
        problem = Problem(
            f"1 may be one of {row['numQA']} disambiguations or all of them, and no line tells",
            "Give shares of numQA everywhere, with a decimal point: 1.0 for all of them",
            field=column,
        )
        raise FormatError([problem.at(file=name, line=line)])
    return bool(whole)


def _check_row(row: Mapping[str, str], *, counted: bool) -> Iterator[Problem]:
    """What is wrong with a line on its own."""
    yield from _check_whole(row, "pair", 0, MAX_PAIR)
    of_number = list(_check_whole(row, "numQA", 1, MAX_DISAMBIGUATIONS))
    yield from of_number
    for column in ("accLeft", "accRight"):
        if not of_number:
            yield from _check_captured(row, column, counted=counted)
    for column in ("Ambiguity", "Fluency", "Overall"):
        if row[column] not in PREFERENCES:
            said = (
                f"{describe(row[column])} is not a preference"
                if row[column]
                else "the cell is empty"
            )
            yield Problem(said, "Write left, right or tie", field=column)
    for column in ("leftModel", "rightModel"):
        yield from check_model(row[column], column)
    if row["leftModel"] == row["rightModel"]:
        yield Problem(
            "both answers are of the same model",
            "Write which two models were compared",
            field="rightModel",
        )
    if problem := check_key(row["key"], "key"):
        yield problem


def _check_whole(row: Mapping[str, str], column: str, least: int, most: int) -> Iterator[Problem]:
    # int() would take " 1", "1_0" and digits of other scripts too.
    text = row[column]
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(most)) + 1):
        said = f"{describe(text)} is not a whole number" if text else "the number is missing"
        yield Problem(said, f"Write one from {least} to {most} in digits", field=column)
    elif not least <= int(text) <= most:
        yield Problem(
            f"{text} is out of range", f"Write a number from {least} to {most}", field=column
        )


def _check_captured(row: Mapping[str, str], column: str, *, counted: bool) -> Iterator[Problem]:
    if counted:
        yield from _check_whole(row, column, 0, int(row["numQA"]))
        return
    text, number = row[column], int(row["numQA"])
    share = _share(text)
    if share is None:
        said = f"{describe(text)} is not a share" if text else "the share is missing"
        fix = "Write captured disambiguations divided by numQA: 0.0 to 1.0"
        yield Problem(said, fix, field=column)
    elif not 0 <= share <= 1:
        yield Problem(f"{text} is out of range", "Write a share from 0.0 to 1.0", field=column)
    elif abs(share - round(share * number) / number) > SHARE_TOLERANCE:
        yield Problem(
            f"{text} is not a number of disambiguations divided by {number}",
            f"Write one of {', '.join(f'{count}/{number}' for count in range(number + 1))}"
            " as a decimal number",
            field=column,
        )


def _share(text: str) -> float | None:
    digits = text.removeprefix("-").replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal()):
        # 1e-05 and the like are not shares of up to 100 either; nan and inf are not numbers.
        return None
    return float(text)


def check_model(name: str, column: str) -> Iterator[Problem]:
    if problem := check_text(name, column, required=True):
        yield problem
    elif name != name.strip():
        yield Problem("the name begins or ends with a space", "Remove it", field=column)
    elif len(name) > MAX_NAME_CHARACTERS:
        yield Problem(
            f"the name has {len(name)} characters",
            f"Shorten it to {MAX_NAME_CHARACTERS}",
            field=column,
        )
    elif flaw := describe_flaw(name):
        yield Problem("the name can't be shown", flaw.rstrip("."), field=column)


def _row(row: Mapping[str, str], *, counted: bool) -> ComparisonRow:
    number = int(row["numQA"])
    captured = {
        column: int(row[column]) if counted else round(float(row[column]) * number)
        for column in ("accLeft", "accRight")
    }
    return ComparisonRow(
        pair=int(row["pair"]),
        disambiguations=number,
        left_captured=captured["accLeft"],
        right_captured=captured["accRight"],
        ambiguity=row["Ambiguity"],
        fluency=row["Fluency"],
        overall=row["Overall"],
        left_model=row["leftModel"],
        right_model=row["rightModel"],
        key=row["key"],
    )


def _check_together(placed: Sequence[PlacedRow]) -> Iterator[Problem]:
    """Where lines that are right on their own contradict each other."""
    firsts: dict[int, PlacedRow] = {}
    numbers: dict[str, PlacedRow] = {}
    answers: dict[tuple[str, str], PlacedRow] = {}
    for line, row in placed:
        first = firsts.setdefault(row.pair, PlacedRow(line, row))
        if _pair_of(first.row) != _pair_of(row):
            yield Problem(
                f"pair {row.pair} is a different pair in line {first.line}",
                "Give each pair of answers its own number, on the same sides in each line",
                field="pair",
                line=line,
            )
        known = numbers.setdefault(row.key, PlacedRow(line, row))
        if known.row.disambiguations != row.disambiguations:
            yield Problem(
                f"the question has {row.disambiguations} disambiguations here and"
                f" {known.row.disambiguations} in line {known.line}",
                "Write the same number in both",
                field="numQA",
                line=line,
            )
        for column, model in (("leftModel", row.left_model), ("rightModel", row.right_model)):
            other = answers.setdefault((row.key, model), PlacedRow(line, row))
            if other.row.pair != row.pair:
                yield Problem(
                    f"the answer of {describe(model)} to this question is already in pair"
                    f" {other.row.pair}, in line {other.line}",
                    "Keep one of the two: each answer belongs to one pair",
                    field=column,
                    line=line,
                )
    yield from _check_models(placed)
    yield from _check_equally_often(placed, firsts)


def _check_models(placed: Sequence[PlacedRow]) -> Iterator[Problem]:
    """Strengths are computed of each model against each other one."""
    firsts: dict[str, PlacedRow] = {}
    for each in placed:
        for model in (each.row.left_model, each.row.right_model):
            firsts.setdefault(model, each)
    if len(firsts) > MAX_MODELS:
        yield Problem(
            f"the file has {len(firsts):,} models; the limit is {MAX_MODELS}",
            "Split it, or write a model's name the same in all lines",
            line=list(firsts.values())[MAX_MODELS].line,
        )


def _pair_of(row: ComparisonRow) -> tuple[str, str, str]:
    return row.key, row.left_model, row.right_model


def _check_equally_often(
    placed: Sequence[PlacedRow], firsts: Mapping[int, PlacedRow]
) -> Iterator[Problem]:
    """A pair with fewer lines lacks one, and a pair with more may have one twice."""
    times = Counter(row.pair for _, row in placed)
    usual, _ = Counter(times.values()).most_common(1)[0]
    if usual > MAX_COMPARERS:
        pair = next(pair for pair, number in times.items() if number == usual)
        yield Problem(
            f"pair {pair} has {usual:,} comparisons; the limit is {MAX_COMPARERS:,}",
            "Give each pair of answers its own number, and one line for each comparer",
            field="pair",
            line=firsts[pair].line,
        )
        return
    for pair, number in times.items():
        if number != usual:
            yield Problem(
                f"pair {pair} has {number} of {usual} comparisons that pairs of this file have",
                "Give each pair one line for each comparer, and remove repeated lines",
                field="pair",
                line=firsts[pair].line,
            )
