"""Table 2, Figures 4 and 6 and footnote 9, from the rounds that inputs have read."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Proportion, Units, Withheld, clustered_proportion
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.precision import VERDICTS, Precision, precision
from annotator.measures.variability import FOOTNOTE_9_THRESHOLD, Bar, figure_4
from annotator.quality.judgments.report import TABLE_2
from annotator.quality.reports.answers_by_example import PARTS, Part
from annotator.quality.reports.estimates import first_without, share_figure, share_point
from annotator.quality.reports.figures import Cell, Column, Figure, Missing, Plot, Table, measured
from annotator.quality.reports.published import FOOTNOTE_9_CORRECT, FOOTNOTE_9_WRONG
from annotator.quality.reports.variety import interval_drill, interval_key

Round = Mapping[str, Any]
Rounds = Mapping[str, Round | None]
Answers = Sequence[Mapping[str, Any]]

QUANTITIES = ("psi", "correct", "debatable", "wrong")
"""Of Table 2: Ψ̂, Ê(C), Ê(C_d), Ê(W)."""

VERDICT_NAMES = dict(zip(VERDICTS, QUANTITIES[1:], strict=True))
MOST_JUDGED = 20
"""Rows of Figure 6's table; the round's own sheet has all."""

_NO_ROUND = Missing(
    "No round of judgments is finished yet.", "Open a round, and settle every answer in it."
)
_NOT_MANY = Missing(
    "No finished round has further annotations of its examples yet.",
    "Ask for 25 annotations of the examples of a finished round.",
)


def precision_figures(judged: Rounds, units: Units) -> list[Figure]:
    """Ψ̂ and the shares of the three verdicts, for long answers and short ones (Table 2)."""
    return [
        _precision_figure(part, quantity, judged[part], units)
        for part in PARTS
        for quantity in QUANTITIES
    ]


def table_2(judged: Rounds, units: Units) -> Table:
    """Table 2 as the paper has it; None if a part was not judged."""
    shares = {part: _precision(judged[part], units) for part in PARTS}
    rows: list[list[Cell]] = []
    for quantity in QUANTITIES:
        cells: list[Cell] = [quantity]
        for part in PARTS:
            found = shares[part]
            of = getattr(found, quantity) if found else None
            cells += [of.value, of.low, of.high] if of else [None, None, None]
        rows.append(cells)
    published: list[list[Cell]] = [
        [
            quantity,
            *(cell for part in PARTS for cell in (_published(part, quantity), None, None)),
        ]
        for quantity in QUANTITIES
    ]
    columns = [Column("quantity", "text")]
    for part in PARTS:
        columns += [Column(f"{part}{end}", "share") for end in ("", "_low", "_high")]
    missing = None if any(judged.values()) else _NO_ROUND
    return Table("table_2", columns, rows if missing is None else (), published, missing)


def figure_4_plot(part: Part, annotated: Round | None, units: Units) -> Plot | None:
    """Figure 4: the draws in each interval of μ, divided by verdict; None without such a round.

    Only examples with all the annotations that were asked for count.
    """
    name = f"figure_4_{part}"
    if annotated is None:
        return None
    complete = _complete(annotated)
    try:
        bars = figure_4(*_judged(complete, part))
    except UndefinedMeasureError:
        return Plot(name, "share", "stacked", series=VERDICTS, missing=_incomplete(annotated))
    points, shares = [], []
    for number, bar in enumerate(bars, 1):
        for verdict in bar.by_verdict:
            share = _share_of_draws(complete, _within(complete, part, bar, verdict), units)
            shares.append(share)
            drill = interval_drill(_column(part, verdict), number)
            points.append(share_point(interval_key(number), share, drill, series=verdict))
    gap = first_without(shares)
    return Plot(name, "share", "stacked", series=VERDICTS, points=points, no_interval=gap)


def _within(answers: Answers, part: Part, bar: Bar, verdict: str) -> list[bool]:
    """Which answers have the verdict and a μ in the bar: above its lower end."""
    low, high = (Fraction(str(end)) for end in (bar.low, bar.high))
    mus, verdicts, _ = _judged(answers, part)
    return [low < mu <= high and each == verdict for mu, each in zip(mus, verdicts, strict=True)]


def _share_of_draws(answers: Answers, chosen: Sequence[bool], units: Units) -> Proportion:
    """The share of draws of the ``chosen`` answers, over their examples' units."""
    draws = np.array([each["draws"] for each in answers], dtype=np.int64)
    examples = np.array([each["example"] for each in answers], dtype=np.int64)
    clusters = units.of(np.repeat(examples, draws))
    found = clustered_proportion(np.repeat(np.array(chosen, dtype=np.bool_), draws), clusters)
    if found.withheld is None or found.withheld.have in (None, found.total):
        return found
    # The figure counts draws, of which several can be of one unit.
    _, have, need = found.withheld
    needs = f"An interval needs {need} {clusters.name}"
    reason = f"{needs}; these {found.total} draws are of {have}."
    return found._replace(withheld=Withheld(reason, have, need))


def footnote_9_figures(annotated: Rounds, units: Units) -> list[Figure]:
    """C and C_d where μ ≥ 0.4, and W where μ < 0.4, each as a share of the draws there."""
    figures = []
    for part in PARTS:
        published = (FOOTNOTE_9_CORRECT, FOOTNOTE_9_WRONG) if part == "long" else (None, None)
        names = (f"footnote_9_correct_{part}", f"footnote_9_wrong_{part}")
        found = annotated[part]
        if found is None:
            figures += [
                Figure(name, "share", published=each, missing=_NOT_MANY)
                for name, each in zip(names, published, strict=True)
            ]
            continue
        complete = _complete(found)
        sides = [each for each in complete if _is_above(each, part)]
        others = [each for each in complete if not _is_above(each, part)]
        figures += [
            _share(names[0], ("C", "C_d"), published[0], (sides, units), _incomplete(found)),
            _share(names[1], ("W",), published[1], (others, units), _incomplete(found)),
        ]
    return figures


def figure_6_table(inputs: Mapping[str, Any]) -> Table:
    """For each judged answer a/25 and b/25: how many give an answer, and how many this one.

    The answers are from the newest round with many annotations of its examples. The verdict on the
    other part is from the newest finished round, if any, that judged the same annotation.
    """
    rounds: Rounds = inputs["annotated"]
    part: Part = "long" if rounds["long"] else "short"
    found = rounds[part]
    if found is None:
        return Table("figure_6", _FIGURE_6, missing=_NOT_MANY)
    verdicts = {each: _verdicts(inputs["judged"][each]) for each in PARTS}
    verdicts[part] = _verdicts(found)
    rows: list[list[Cell]] = []
    for each in found["answers"][:MOST_JUDGED]:
        key, total = each["annotation"], each["annotations"]
        cells: list[Cell] = [each["question"]]
        for of in PARTS:
            cells += [verdicts[of].get(key), *(f"{count}/{total}" for count in each[of])]
        rows.append([*cells, each["example"]])
    return Table("figure_6", _FIGURE_6, rows, published=_PUBLISHED_FIGURE_6)


def rounds_table(inputs: Mapping[str, Any]) -> Table:
    """The rounds that all this is from."""
    rows: list[list[Cell]] = []
    for part in PARTS:
        known = {
            each["id"]: each for each in (inputs["judged"][part], inputs["annotated"][part]) if each
        }
        rows += [
            [
                part,
                each["id"],
                each["number"],
                each["title"],
                each["finished_on"],
                sum(answer["draws"] for answer in each["answers"]),
                len(_complete(each)) if each["wanted"] else None,
            ]
            for each in known.values()
        ]
    return Table("rounds", _ROUNDS, rows, missing=None if rows else _NO_ROUND)


def judged_columns(annotated: Rounds, keys: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """μ of judged examples, a column for each part and verdict; NaN elsewhere."""
    columns = {}
    for part in PARTS:
        found = annotated[part]
        for verdict in VERDICTS:
            column = np.full(len(keys), np.nan)
            for each in _complete(found) if found else ():
                place = int(np.searchsorted(keys, each["example"]))
                is_known = place < len(keys) and keys[place] == each["example"]
                if is_known and each["verdict"] == verdict:
                    column[place] = each[part][0] / each["annotations"]
            columns[_column(part, verdict)] = column
    return columns


def _column(part: Part, verdict: str) -> str:
    return f"judged_mu_{part}_{VERDICT_NAMES[verdict]}"


def _complete(annotated: Round) -> Sequence[Mapping[str, Any]]:
    wanted = annotated["wanted"] or 0
    return [each for each in annotated["answers"] if each["annotations"] >= wanted]


def _incomplete_examples(annotated: Round) -> set[int]:
    """If two annotations of an example were drawn, the example is as complete as the lesser of
    them.
    """
    wanted = annotated["wanted"] or 0
    return {each["example"] for each in annotated["answers"] if each["annotations"] < wanted}


def _judged(
    answers: Sequence[Mapping[str, Any]], part: Part
) -> tuple[list[Fraction], list[str], list[int]]:
    return (
        [Fraction(each[part][0], each["annotations"]) for each in answers],
        [each["verdict"] for each in answers],
        [each["draws"] for each in answers],
    )


def _incomplete(annotated: Round) -> Missing:
    waiting = _incomplete_examples(annotated)
    need = len({each["example"] for each in annotated["answers"]})
    have = need - len(waiting)
    return Missing(
        f"{have} of {need} judged examples have the {annotated['wanted']} annotations asked for.",
        "The others are handed out by the queue.",
        have,
        need,
    )


def _precision(judged: Round | None, units: Units) -> Precision | None:
    if judged is None:
        return None
    answers = judged["answers"]
    return precision(
        [each["verdict"] for each in answers],
        [each["draws"] for each in answers],
        units.of(np.array([each["example"] for each in answers], dtype=np.int64)),
    )


def _precision_figure(part: Part, quantity: str, judged: Round | None, units: Units) -> Figure:
    name, published = f"{quantity}_{part}", _published(part, quantity)
    found = _precision(judged, units)
    if found is None:
        return Figure(name, "share", published=published, missing=_NO_ROUND)
    return share_figure(name, getattr(found, quantity), published)


def _published(part: Part, quantity: str) -> float:
    return int(getattr(TABLE_2[part], quantity)) / 100


def _is_above(answer: Mapping[str, Any], part: Part) -> bool:
    return Fraction(answer[part][0], answer["annotations"]) >= FOOTNOTE_9_THRESHOLD


def _share(
    name: str,
    chosen: Sequence[str],
    published: float | None,
    judged: tuple[Answers, Units],
    incomplete: Missing,
) -> Figure:
    """The draws of the ``judged`` answers with one of the ``chosen`` verdicts."""
    answers, units = judged

    def measure() -> Figure:
        verdicts = [each["verdict"] in chosen for each in answers]
        return share_figure(name, _share_of_draws(answers, verdicts, units), published)

    if not answers and incomplete.have == incomplete.need:
        # All examples are complete, and none is on this side of 0.4.
        incomplete = Missing("No judged example lies on this side of 0.4.")
    return measured(name, "share", measure, incomplete)


def _verdicts(judged: Round | None) -> dict[int, str]:
    return {each["annotation"]: each["verdict"] for each in judged["answers"]} if judged else {}


_FIGURE_6 = (
    Column("question", "text"),
    *(
        Column(f"{name}_{part}", "text")
        for part in PARTS
        for name in ("verdict", "answers", "same")
    ),
    Column("example", "text"),
)

_PUBLISHED_FIGURE_6: Sequence[Sequence[Cell]] = [
    [question, *long, *short, None]
    for question, long, short in (
        (
            "when are hops added to the brewing process",
            ("C_d", "13/25", "4/25"),
            ("C_d", "5/25", "1/25"),
        ),
        (
            "what does the word china mean in chinese",
            ("C_d", "6/25", "3/25"),
            (None, "3/25", "22/25"),
        ),
        (
            "who lives in the imperial palace in tokyo",
            ("C", "23/25", "21/25"),
            ("C", "22/25", "3/25"),
        ),
        (
            "what did dorothy ask the wizard of oz",
            ("W", "9/25", "6/25"),
            ("W", "4/25", "1/25"),
        ),
    )
]

_ROUNDS = (
    Column("part", "text"),
    Column("round", "text"),
    Column("number", "count"),
    Column("title", "text"),
    Column("finished_on", "text"),
    Column("draws", "count"),
    Column("complete", "count"),
)
