"""How often 95% intervals cover the truth, where the truth is known because it is simulated.

`python -m benchmarks.coverage [--runs N] [--seed S]`. No database: each run draws examples of a
population that is known whole (``benchmarks/_coverage_nq`` and its kin) and asks the
platform's own rules for their intervals. A cell is the share of shown intervals that have the
truth in them, in percent; in brackets the share of runs in which no interval is shown, and a dash
where that is almost all.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from benchmarks._coverage_nq import Covered

ANNOTATIONS = (1, 5, 25)
EXAMPLES = (20, 139, 1000)
QUESTIONS = (10, 20, 45, 139)
OF_RETRIEVAL = (100, 139, 300, 1000)
FEW_SHOWN = 0.1
"""Where fewer of the runs show an interval, the page as good as withholds it."""

LOWEST, HIGHEST = 93.0, 97.0
_HAIR = 1e-9


def main() -> None:
    """Print the tables in Markdown."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    import django

    django.setup()
    from benchmarks._coverage_nq import covered_figures
    from benchmarks._coverage_other import (
        comparison_figures,
        day_figures,
        other_figures,
        time_figures,
    )
    from benchmarks._coverage_retrieval import retrieval_figures

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table: dict[str, dict[tuple[int, int], str]] = {}
    for annotations in ANNOTATIONS:
        figures = [
            *covered_figures(annotations, seed=options.seed),
            *other_figures(annotations, seed=options.seed),
            *time_figures(annotations, seed=options.seed),
        ]
        for number in EXAMPLES:
            for name, cell in cells(figures, number, options):
                table.setdefault(name, {})[annotations, number] = cell
    print(f"{options.runs:,} runs, seed {options.seed}\n")
    sizes = [(each, number) for each in ANNOTATIONS for number in EXAMPLES]
    print_table("figure", [f"{number:,} × {each}" for each, number in sizes], sizes, table)
    compared: dict[str, dict[int, str]] = {}
    for number in QUESTIONS:
        for name, cell in cells(list(comparison_figures(seed=options.seed)), number, options):
            compared.setdefault(name, {})[number] = cell
    days = (10, 14, 28)
    by_days: dict[str, dict[int, str]] = {}
    for number in days:
        for name, cell in cells(list(day_figures(seed=options.seed)), number, options):
            by_days.setdefault(name, {})[number] = cell
    retrieval: dict[str, dict[int, str]] = {}
    for number in OF_RETRIEVAL:
        for name, cell in cells(list(retrieval_figures(seed=options.seed)), number, options):
            retrieval.setdefault(name, {})[number] = cell
    print_table("questions", [str(each) for each in QUESTIONS], QUESTIONS, compared)
    print_table("days", [str(each) for each in days], days, by_days)
    print_table("retrieval", [f"{each:,}" for each in OF_RETRIEVAL], OF_RETRIEVAL, retrieval)
    print(sentence([*_cells(table), *_cells(compared), *_cells(by_days), *_cells(retrieval)]))


def cells(
    figures: Sequence["Covered"], number: int, options: argparse.Namespace
) -> Iterator[tuple[str, str]]:
    """Each figure's name and cell, from runs of ``number`` units."""
    outcomes: dict[str, list[bool]] = {each.name: [] for each in figures}
    for run in range(options.runs):
        generator = np.random.default_rng([options.seed, number, run])
        rows = generator.integers(figures[0].population, size=number)
        for figure in figures:
            interval = figure.interval(rows)
            if interval is None or interval.low is None or interval.high is None:
                continue
            low, high = interval.low - _HAIR, interval.high + _HAIR
            outcomes[figure.name].append(low <= figure.truth <= high)
    for name, covered in outcomes.items():
        yield name, cell_of(covered, options.runs)


def cell_of(covered: Sequence[bool], runs: int) -> str:
    """``95.1``, ``95.1 (12)`` with so many percent withheld, or a dash."""
    withheld = 1 - len(covered) / runs
    if withheld > 1 - FEW_SHOWN:
        return "–"
    share = f"{100 * sum(covered) / len(covered):.1f}"
    return share if withheld < 0.005 else f"{share} ({100 * withheld:.0f})"


def outside(cell: str) -> bool:
    """Whether a cell of a table has a share below 93% or above 97%."""
    share = cell.partition(" ")[0]
    return share not in {"", "–"} and not LOWEST <= float(share) <= HIGHEST


def sentence(named: Sequence[tuple[str, str]]) -> str:
    """What the tables come to, from the name and the text of every cell."""
    shown = [(name, cell) for name, cell in named if cell not in {"", "–"}]
    far = [f"{name} {cell}" for name, cell in shown if outside(cell)]
    if not far:
        return f"All of the {len(shown)} cells with an interval are within 93 and 97%."
    most = f"Of the {len(shown)} cells with an interval all but {len(far)} are within 93 and 97%"
    return f"{most}: {'; '.join(far)}."


def _cells(table: Mapping[str, Mapping[Any, str]]) -> list[tuple[str, str]]:
    return [(name, cell) for name, found in table.items() for cell in found.values()]


def print_table(
    first: str, heads: Iterable[str], sizes: Sequence[Any], rows: Mapping[str, Mapping[Any, str]]
) -> None:
    """A table in Markdown; an empty cell where there is no such figure."""
    print(f"| {first} | {' | '.join(heads)} |")
    print(f"|---|{'---|' * len(sizes)}")
    for name, found in rows.items():
        print(f"| {name} | {' | '.join(found.get(size, '') for size in sizes)} |")
    print()


if __name__ == "__main__":
    main()
