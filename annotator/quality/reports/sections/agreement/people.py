"""Agreement of every two annotators, and what models say of each one's ability."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.cohen_by_pair import cohen_by_pair
from annotator.quality.reports.figures import Cell, Column, Missing, Table
from annotator.quality.reports.sections.agreement.fields import Compared

COMPARED_BY_PAIR = ("quality", "null", "long", "short")
LEAST_SHARED = 10
"""Two annotators are compared if they share this many examples."""

MOST_PAIRS = 500


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """``left_out``: more pairs share enough examples than are listed."""

    table: Table
    left_out: bool


def is_person(compared: Compared) -> NDArray[np.bool_]:
    """Which compared annotations are by annotators of the project. Those from files are not: there
    the first annotation of each example need not be the same person's.
    """
    return ~compared.of(compared.columns.imported)


def pair_table(compared: Compared) -> PairTable:
    """Who agrees with whom: the pairs who share the most examples, at most ``MOST_PAIRS``."""
    columns = [Column("annotator", "text"), Column("other_annotator", "text")]
    columns += [Column("shared_examples", "count")]
    for name in COMPARED_BY_PAIR:
        columns += [Column(f"agreement_{name}", "share"), Column(f"kappa_{name}", "coefficient")]
    people, place = np.unique(compared.of(compared.columns.annotator), return_inverse=True)
    person = is_person(compared)
    among = compared.pairs.take(person[compared.pairs.first] & person[compared.pairs.second])
    numbers = [place[among.first] * len(people) + place[among.second]]
    swapped = [place[among.second] * len(people) + place[among.first]]
    couples, sizes = np.unique(np.minimum(numbers, swapped), return_counts=True)
    enough = np.flatnonzero(sizes >= LEAST_SHARED)
    chosen = couples[np.sort(enough[np.argsort(-sizes[enough], kind="stable")][:MOST_PAIRS])]
    if not len(chosen):
        return PairTable(Table("pairs", columns, missing=_too_few(sizes)), left_out=False)
    found = [_of_field(compared, name, place, chosen, len(people)) for name in COMPARED_BY_PAIR]
    rows: list[list[Cell]] = []
    for at, couple in enumerate(chosen.tolist()):
        one, other = divmod(couple, len(people))
        figures = [cell for values in found for cell in values[at]]
        shared = int(sizes[np.searchsorted(couples, couple)])
        rows.append([str(people[one]), str(people[other]), shared, *figures])
    return PairTable(Table("pairs", columns, rows), len(enough) > len(chosen))


def _of_field(
    compared: Compared,
    name: str,
    place: NDArray[np.intp],
    chosen: NDArray[np.int64],
    people: int,
) -> list[tuple[Cell, Cell]]:
    field = compared.fields[name]
    number = np.zeros(len(compared.rows), dtype=np.int64)
    keys = np.column_stack(
        [np.where(field.common >= 0, -1, compared.unit[field.rows]), field.common, field.values]
    )
    # Own values differ between examples, common ones don't.
    keys[field.common >= 0, 2] = 0
    number[field.rows] = np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)
    pairs, _ = compared.pairs_of(field)
    person = is_person(compared)
    pairs = pairs.take(person[pairs.first] & person[pairs.second])
    one, other = place[pairs.first], place[pairs.second]
    couple = np.minimum(one, other) * people + np.maximum(one, other)
    at = np.minimum(np.searchsorted(chosen, couple), len(chosen) - 1)
    kept = chosen[at] == couple
    first = np.where(one <= other, number[pairs.first], number[pairs.second])
    second = np.where(one <= other, number[pairs.second], number[pairs.first])
    found = cohen_by_pair(at[kept], first[kept], second[kept], count=len(chosen))
    return list(
        zip(
            (_cell(value) for value in found.agreement),
            (_cell(value) for value in found.kappa),
            strict=True,
        )
    )


def _cell(value: np.float64) -> Cell:
    return None if np.isnan(value) else float(value)


def _too_few(sizes: NDArray[np.int64]) -> Missing:
    most = int(sizes.max(initial=0))
    return Missing(
        f"No two annotators have {LEAST_SHARED} examples in common.",
        f"The two who share the most share {most}; Cohen's kappa needs {LEAST_SHARED}.",
        most,
        LEAST_SHARED,
    )
