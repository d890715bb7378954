"""Which decisions annotators of the same example confuse with which."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.process import ANSWER_TYPES
from annotator.measures.resampled_agreement import Pairs
from annotator.quality.reports.figures import Cell, Column, Drill, Missing, Plot, Point, Table
from annotator.quality.reports.natural_questions_columns import TAGS
from annotator.quality.reports.sections.agreement.fields import Compared

KINDS = tuple(kind.replace(" ", "_") for kind in ANSWER_TYPES)
LONG = ("bad", "no_answer", *KINDS, "other", "unsaid")
"""How an annotator can decide about the long answer; ``other`` is one of an unknown kind,
``unsaid`` none where the file does not say whether the question is good.
"""

_BAD, _NO_ANSWER, _UNSAID = 0, 1, len(LONG) - 1

SHORT = ("long_only", "spans", "yes", "no")
ANOTHER = "another"
"""Both decided for the same kind, and not for the same answer."""

SHOWN = 8


@dataclass(frozen=True, slots=True, eq=False)
class Confusions:
    """Pairs of annotations: ``one`` and ``other`` are decisions (places in ``names``, ``one`` is at
    most ``other``), ``same`` whether the answer is the same too. ``weight``: an example's pairs add
    up to 1.
    """

    names: tuple[str, ...]
    pairs: Pairs
    one: NDArray[np.int64]
    other: NDArray[np.int64]
    same: NDArray[np.bool_]
    weight: NDArray[np.float64]


def long_confusions(compared: Compared) -> Confusions:
    """Decisions about the long answer.

    Pairs of ``unsaid`` with a bad question or no answer have no part: it may be the same.
    """
    columns = compared.columns
    tag, long = compared.of(columns.tag), compared.of(columns.long)
    kinds = list(ANSWER_TYPES.values())
    places = [next(at for at, kind in enumerate(kinds) if name in kind) for name in TAGS]
    of_tag = np.array([*places, len(kinds)], dtype=np.int64)
    quality = compared.of(columns.quality)
    null = np.where(quality < 0, _UNSAID, _NO_ANSWER)
    decision = np.where(long > 0, _NO_ANSWER + 1 + of_tag[tag], null)
    decision[quality == 0] = _BAD
    first, second = decision[compared.pairs.first], decision[compared.pairs.second]
    open_ = (np.minimum(first, second) <= _NO_ANSWER) & (np.maximum(first, second) == _UNSAID)
    pairs = compared.pairs.take(~open_)
    return _confusions(LONG, pairs, decision, long[pairs.first] == long[pairs.second])


def short_confusions(compared: Compared) -> Confusions:
    """Decisions about the short answer, where both chose the same long answer."""
    columns = compared.columns
    long, yes_no = compared.of(columns.long), compared.of(columns.yes_no)
    short = compared.of(columns.short)
    pairs = compared.pairs
    agreed = (long[pairs.first] == long[pairs.second]) & (long[pairs.first] > 0)
    pairs = pairs.take(agreed)
    decision = np.where(short > 0, 1, 0)
    decision[yes_no > 0] = 1 + yes_no[yes_no > 0]
    same = short[pairs.first] == short[pairs.second]
    return _confusions(SHORT, pairs, decision.astype(np.int64), same)


def _confusions(
    names: tuple[str, ...], pairs: Pairs, decision: NDArray[Any], same: NDArray[np.bool_]
) -> Confusions:
    first, second = decision[pairs.first], decision[pairs.second]
    sizes = np.bincount(pairs.unit)
    one, other = np.minimum(first, second), np.maximum(first, second)
    # Bad questions have no long answer either, and are not the same decision for it.
    return Confusions(names, pairs, one, other, same & (one == other), 1 / sizes[pairs.unit])


def confusion_table(name: str, found: Confusions, missing: Missing | None) -> Table:
    """A row for each decision: among the annotations compared with it, the share with each
    decision; on the diagonal, with exactly the same answer.
    """
    width = len(found.names)
    shares = np.zeros((width, width + 1))
    column = np.where((found.one == found.other) & ~found.same, width, found.other)
    np.add.at(shares, (found.one, column), found.weight)
    back = np.where((found.one == found.other) & ~found.same, width, found.one)
    np.add.at(shares, (found.other, back), found.weight)
    examples = [_examples_with(found, place) for place in range(width)]
    shown = [place for place in range(width) if examples[place]]
    columns = [*shown, *([width] if shares[:, width].any() else [])]
    rows: list[list[Cell]] = [
        [
            found.names[place],
            examples[place],
            *(float(shares[place, at] / shares[place].sum()) for at in columns),
        ]
        for place in shown
    ]
    heads = [(*found.names, ANOTHER)[at] for at in columns]
    return Table(
        name,
        [Column("decision", "text"), Column("examples", "count")]
        + [Column(head, "share") for head in heads],
        rows,
        missing=missing if not rows else None,
    )


def _examples_with(found: Confusions, place: int) -> int:
    involved = (found.one == place) | (found.other == place)
    return len(np.unique(found.pairs.unit[involved]))


@dataclass(frozen=True, slots=True, eq=False)
class Confusion:
    """One kind of disagreement: its name, its share of all disagreement, and how many pairs of
    annotations each compared example has of it.
    """

    key: str
    share: float
    per_example: NDArray[np.int64]


def most_frequent(found: Confusions, count: int) -> list[Confusion]:
    """The disagreements that come most often, at most ``SHOWN``; each example weighs the same."""
    differing = np.flatnonzero(~found.same)
    kinds = found.one[differing] * len(found.names) + found.other[differing]
    weights = np.bincount(kinds, weights=found.weight[differing])
    order = np.argsort(-weights, kind="stable")
    return [
        Confusion(
            _key(found.names, int(kind)),
            float(weights[kind] / weights.sum()),
            np.bincount(found.pairs.unit[differing[kinds == kind]], minlength=count),
        )
        for kind in order[:SHOWN]
        if weights[kind] > 0
    ]


def _key(names: tuple[str, ...], kind: int) -> str:
    return "__".join(names[at] for at in divmod(kind, len(names)))


def column_of(confusion: Confusion) -> str:
    """The column of the example table that has its pairs."""
    return f"confused__{confusion.key}"


def confusion_plot(frequent: list[Confusion], missing: Missing | None) -> Plot:
    """The most frequent disagreements, each with its examples."""
    points = [
        Point(
            each.key,
            each.share,
            count=int((each.per_example > 0).sum()),
            examples=Drill(column_of(each), 1, float(each.per_example.max())),
        )
        for each in frequent
    ]
    return Plot("confused_decisions", "share", "points", points=points, missing=missing)
