"""The tables of coverage in short: a line for each kind of figure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

KINDS = (
    ("people", r"other people"),
    ("suggestions: time saved, anchoring effect", r"^(time_saved|anchoring_effect)"),
    ("pace and expected end", r"^(rate|finish)"),
    ("comparisons: COMP, FLUE, HO, ACC", r"^(COMP|the same|ACC|.*HO of)"),
    ("comparisons: strengths", r"strength of"),
    ("retrieval: MRR, R@N, differences of two", r", (easy|middle|hard)\b"),
    (
        "systems: F1, ASQA's means, differences",
        r"threshold|all differences|rougeLsum|\blength\b|str_em|QA-|ovscore",
    ),
    ("mean seconds", r"seconds_mean"),
    ("κ, α, AC₁", r"fleiss|alpha|ac1|κ|^α"),
    (
        "human bounds: accuracy, P, R, F1",
        r"accuracy_|precision_|recall_|answerable_|f1_(one|single|super|by)",
    ),
    ("other means", r"words|pieces|mean_distinct|mean_entropy"),
    ("what experts judged", r"^(psi|correct|debatable|wrong|figure_4|footnote_9)"),
    ("other shares", r""),
)
"""Names of kinds, and what the names of their rows have; the first that fits counts."""

ADAPTIVE, PAGES = "adaptive: ", ("uneven pages: ", "ten questions on a page")

SIZES = ((1, "10 to 30"), (31, "40 to 100"), (101, "139 to 500"), (501, "1,000 and more"))
"""The least number of units of each column, and its head."""


class Cell(NamedTuple):
    """One number of a table: the row's name, the number of units, and the text."""

    name: str
    units: int
    text: str


def summary(cells: Sequence[Cell]) -> str:
    """A table in Markdown: the least and the greatest share of each kind at each size, of those
    with 100 intervals. Rare shares have a column of their own; cases out of scope have lines.
    """
    from benchmarks._coverage_other import OUT_OF_SCOPE

    heads = [*(head for _, head in SIZES), "rare"]
    found: dict[str, dict[str, list[float]]] = {}
    for cell in cells:
        share, _, rest = cell.text.partition(" ")
        if share in {"", "–"}:
            continue
        size = [head for least, head in SIZES if least <= cell.units][-1]
        column = "rare" if rest.startswith("r") else size
        found.setdefault(kind_of(cell.name), {}).setdefault(column, []).append(float(share))
    kinds = sorted(found, key=lambda kind: (kind.endswith(OUT_OF_SCOPE), kind))
    return "\n".join(
        [
            f"| figure | {' | '.join(heads)} |",
            f"|---|{'---|' * len(heads)}",
            *(
                f"| {kind} | {' | '.join(_range(found[kind].get(each)) for each in heads)} |"
                for kind in kinds
            ),
        ]
    )


def kind_of(name: str) -> str:
    """The kind of a row's figure, or its name if the case is out of scope."""
    from benchmarks._coverage_other import OUT_OF_SCOPE

    if name.endswith(OUT_OF_SCOPE):
        return re.sub(r", (easy|middle|hard)(?=, not)", "", name)
    kind = next(kind for kind, pattern in KINDS if re.search(pattern, name))
    if name.startswith(ADAPTIVE):
        return f"adaptive overlap: {kind.removeprefix('other ')}"
    return f"shared pages: {kind}" if any(each in name for each in PAGES) else kind


def _range(shares: Sequence[float] | None) -> str:
    if not shares:
        return "–"
    return "–".join(dict.fromkeys(str(each(shares)) for each in (min, max)))
