"""How often 95% intervals cover the truth, where the truth is known because it is simulated.

`python -m benchmarks.coverage [--runs N] [--populations P] [--seed S] [--only REGEX] [--sizes N×A]
[--tables HEAD …]`.
No database: each run draws examples of a population that is known whole (``_coverage_nq``,
``_coverage_adaptive``, ``_coverage_other``, ``_coverage_days``, ``_coverage_systems``,
``_coverage_retrieval``, ``_coverage_pages``, ``_coverage_least``) and asks the platform's own rules
for their intervals.
Runs are shared out evenly among populations, since of yes or no of each example any interval holds
a little more or less often from one true share to the next.

A cell is the share of shown intervals that have the truth in them, in percent; in brackets the
share of runs in which no interval is shown. With fewer than ``LEAST_SHOWN`` shown it is a dash,
and the brackets still say how seldom. An *r* stands for a rare share, one that fewer than ``RARE``
units have in effect, or lack, on average: its interval may hold too often. Every cell outside of
93 and 97%, above as below, is run again with ``AGAIN`` times as many other draws, which count
alone; but for a rare share above, which is expected there.

``--only`` takes the figures whose names match, ``--sizes`` the columns, as in ``139×1``:
for one cell alone with many runs. ``--tables`` takes the tables with those heads.
``coverage_tables.md`` keeps these tables; the table of all kinds of figures that follows them is in
``docs/intervals.md``. The last tables are of people who are steady or changed
(``_coverage_people``): ``--only people`` prints these alone.
"""

import argparse
import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from benchmarks._coverage_summary import Cell, summary

if TYPE_CHECKING:
    from benchmarks._coverage_nq import Covered

Size = tuple[int, int]
Table = dict[str, dict[Size, str]]
Draw = Callable[[int, int], list["Covered"]]

ANNOTATIONS = (1, 5, 25)
EXAMPLES = (20, 139, 1000)
FEW_EXAMPLES, OF_FEW = (10, 40), 5
"""Further sizes, of so many annotations of each example."""

QUESTIONS = (10, 20, 30, 45, 139)
DAYS = (14, 28)
GROUPS = (10, 20, 40, 80)
OF_LEAST = (10, 15, 20, 25, 30, 40, 60, 100)
OF_MANY = (100, 300)
OF_RETRIEVAL = (40, 100, 139, 300, 1000)
FIRST = (1, 2)
OF_ADAPTIVE = (139, 500, 2000)
LEAST_SHOWN = 100
"""Intervals that a cell takes."""

RARE = 10.0
"""Units in effect below which hardly any interval holds in 95%. Of one yes or no of each unit, the
exact probability is within 93 and 97% from there on (``tests/quality/simulation/test_coverage``).
"""

AGAIN = 5

LOWEST, HIGHEST = 93.0, 97.0
_HAIR = 1e-9
OPTIMISM = "optimism of the best threshold"
"""What ``--only`` calls the table of how much too high F1 is."""

PEOPLE, PEOPLE_RUNS = "people who need help", 20
"""What ``--only`` calls the tables of steady and changed people, and for how many runs there is a
project of theirs, which has about twenty people.
"""


def main() -> None:
    """Print the tables in Markdown."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    import django

    django.setup()
    from benchmarks._coverage_adaptive import adaptive_figures
    from benchmarks._coverage_comparisons import shared_page_figures, strength_figures
    from benchmarks._coverage_days import day_figures
    from benchmarks._coverage_experts import expert_figures
    from benchmarks._coverage_least import least_figures
    from benchmarks._coverage_nq import covered_figures
    from benchmarks._coverage_other import (
        comparison_figures,
        other_figures,
        small_group_figures,
        time_figures,
    )
    from benchmarks._coverage_pages import page_figures
    from benchmarks._coverage_people import print_people
    from benchmarks._coverage_retrieval import retrieval_figures
    from benchmarks._coverage_suggestions import choice_figures
    from benchmarks._coverage_systems import many_system_figures, print_optimism, system_figures

    options = _options()

    def figures_of_one(seed: int) -> list["Covered"]:
        return [*choice_figures(seed=seed), *expert_figures(seed=seed)]

    def figures(seed: int, annotations: int) -> list["Covered"]:
        return [
            *covered_figures(annotations, seed=seed),
            *other_figures(annotations, seed=seed),
            *time_figures(annotations, seed=seed),
            *page_figures(annotations, seed=seed),
            *(figures_of_one(seed) if annotations == 1 else ()),
        ]

    print(
        f"{options.runs:,} runs from {options.populations} populations, seed {options.seed}\n",
        flush=True,
    )
    with_annotations = [
        (number, each)
        for each in ANNOTATIONS
        for number in sorted((*EXAMPLES, *(FEW_EXAMPLES if each == OF_FEW else ())))
    ]
    of_adaptive = [(number, each) for each in FIRST for number in OF_ADAPTIVE]
    kinds: tuple[tuple[str, Draw, Sequence[Size]], ...] = (
        ("figure", figures, with_annotations),
        (
            "adaptive overlap",
            lambda seed, first: list(adaptive_figures(first, seed=seed)),
            of_adaptive,
        ),
        (
            "questions",
            lambda seed, _: [
                *comparison_figures(seed=seed),
                *strength_figures(seed=seed),
                *shared_page_figures(seed=seed),
            ],
            _alone(QUESTIONS),
        ),
        ("days", lambda _seed, _: list(day_figures()), _alone(DAYS)),
        (
            "examples with a suggestion",
            lambda seed, _: list(small_group_figures(seed=seed)),
            _alone(GROUPS),
        ),
        ("least numbers", lambda seed, _: list(least_figures(seed=seed)), _alone(OF_LEAST)),
        ("systems", lambda seed, _: list(system_figures(seed=seed)), _alone(EXAMPLES)),
        ("many systems", lambda seed, _: list(many_system_figures(seed=seed)), _alone(OF_MANY)),
        ("retrieval", lambda seed, _: list(retrieval_figures(seed=seed)), _alone(OF_RETRIEVAL)),
    )
    tables = []
    for head, draw, sizes in kinds:
        if options.tables is None or head in options.tables:
            tables.append(table_of(draw, sizes, options))
            print_table(head, tables[-1])
    cells = [each for table in tables for each in _cells(table)]
    print(f"{summary(cells)}\n\n{sentence(cells)}")
    if options.tables is not None:
        return
    if re.search(options.only, OPTIMISM):
        print_optimism(runs=options.runs, seed=options.seed)
    if re.search(options.only, PEOPLE):
        print_people(runs=max(options.runs // PEOPLE_RUNS, 2), seed=options.seed)


def _alone(numbers: Sequence[int]) -> list[Size]:
    return [(number, 0) for number in numbers]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=2_000)
    parser.add_argument("--populations", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--tables", nargs="*", default=None, metavar="HEAD")
    parser.add_argument("--sizes", nargs="*", type=_size, default=None, metavar="N×A")
    return parser.parse_args()


def _size(text: str) -> Size:
    number, _, annotations = text.partition("×")
    return int(number), int(annotations or 0)


def table_of(draw: Draw, sizes: Sequence[Size], options: argparse.Namespace) -> Table:
    """Cells by figure and size: units, and annotations of each, or 0 where that means nothing.

    ``draw`` makes the figures of a population from its seed and the number of annotations.
    """
    chosen = [size for size in sizes if options.sizes is None or size in options.sizes]
    table: Table = {"": dict.fromkeys(chosen, "")}
    for annotations in dict.fromkeys(each for _, each in chosen):
        made = [
            [
                each
                for each in draw(1_000 * options.seed + place, annotations)
                if re.search(options.only, each.name)
            ]
            for place in range(options.populations)
        ]
        for size in [each for each in chosen if each[1] == annotations and made[0]]:
            for name, cell in cells_of(made, size[0], options).items():
                table.setdefault(name, {})[size] = cell
    return table


def cells_of(
    made: Sequence[Sequence["Covered"]], number: int, options: argparse.Namespace
) -> dict[str, str]:
    """Cells by name, of ``number`` units of each population that was ``made``; those outside are
    of ``AGAIN`` times as many runs, with other draws.
    """
    found = _cells_once(made, number, options.runs, options.seed)
    far = {name for name, cell in found.items() if outside(cell)}
    again = [[each for each in figures if each.name in far] for figures in made]
    if far:
        found |= _cells_once(again, number, AGAIN * options.runs, options.seed + 1)
    return found


def _cells_once(
    made: Sequence[Sequence["Covered"]], number: int, runs: int, seed: int
) -> dict[str, str]:
    outcomes: dict[str, list[bool]] = {}
    either: dict[str, float] = {}
    for place, figures in enumerate(made):
        of_place = range(place, runs, len(made))
        for name, covered in covered_runs(figures, number, of_place, seed):
            outcomes.setdefault(name, []).extend(covered)
        for each in figures:
            either[each.name] = either.get(each.name, 0) + each.either / len(made)
    return {
        name: cell_of(covered, runs, rare=number * either[name] < RARE)
        for name, covered in outcomes.items()
    }


def covered_runs(
    figures: Sequence["Covered"], number: int, runs: Sequence[int], seed: int
) -> Iterator[tuple[str, list[bool]]]:
    """Each figure's name, and whether its interval held in those ``runs`` of ``number`` units that
    show one.
    """
    outcomes: dict[str, list[bool]] = {each.name: [] for each in figures}
    for run in runs:
        generator = np.random.default_rng([seed, number, run])
        rows = generator.integers(figures[0].population, size=number)
        for figure in figures:
            interval = figure.interval(rows)
            if interval is None or interval.low is None or interval.high is None:
                continue
            low, high = interval.low - _HAIR, interval.high + _HAIR
            outcomes[figure.name].append(low <= figure.truth <= high)
    yield from outcomes.items()


def cell_of(covered: Sequence[bool], runs: int, *, rare: bool = False) -> str:
    """``95.1``, ``95.1 (12)`` with so many percent withheld, ``99.0 r`` of a rare share, or
    ``– (97)``.
    """
    withheld = 1 - len(covered) / runs
    share = f"{100 * sum(covered) / len(covered):.1f}" if len(covered) >= LEAST_SHOWN else "–"
    mark = " r" if rare and covered else ""
    return f"{share}{mark}" if withheld < 0.005 else f"{share}{mark} ({100 * withheld:.0f})"


def outside(cell: str) -> bool:
    """Whether a cell of a table has a share below 93% or above 97%; of a rare one, below 93%."""
    share, _, rest = cell.partition(" ")
    if share in {"", "–"}:
        return False
    return float(share) < LOWEST or (float(share) > HIGHEST and not rest.startswith("r"))


def sentence(cells: Sequence[Cell]) -> str:
    """What the tables come to, from the name and the text of every cell."""
    from benchmarks._coverage_other import OUT_OF_SCOPE

    shown = [(name, cell) for name, _, cell in cells if cell and not cell.startswith("–")]
    inside = [(name, cell) for name, cell in shown if not name.endswith(OUT_OF_SCOPE)]
    wide = [cell for _, cell in inside if " r" in cell and float(cell.split()[0]) > HIGHEST]
    far = [f"{name} {cell}" for name, cell in inside if outside(cell)]
    beyond = len(shown) - len(inside)
    within = len(inside) - len(far) - len(wide)
    words = f"Of the {len(inside)} cells in scope {within} are within 93 and 97%"
    words += f", and {len(wide)} of rare shares are above."
    if far:
        words += f" Outside: {'; '.join(far)}."
    return f"{words} Another {beyond} are not in scope." if beyond else words


def _cells(table: Table) -> list[Cell]:
    return [
        Cell(name, units, cell)
        for name, found in table.items()
        for (units, _), cell in found.items()
    ]


def print_table(first: str, table: Table) -> None:
    """Tables in Markdown, one for each choice of sizes that figures have: no cell is empty."""
    sizes = list(table.pop(""))
    parts: dict[tuple[Size, ...], list[str]] = {}
    for name, found in table.items():
        parts.setdefault(tuple(size for size in sizes if size in found), []).append(name)
    for part, names in parts.items():
        heads = [f"{number:,} × {each}" if each else f"{number:,}" for number, each in part]
        print(f"| {first} | {' | '.join(heads)} |")
        print(f"|---|{'---|' * len(part)}")
        for name in names:
            print(f"| {name} | {' | '.join(table[name][size] for size in part)} |")
        print(flush=True)


if __name__ == "__main__":
    main()
