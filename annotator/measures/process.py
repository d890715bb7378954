"""How the work went: the path of annotations, the answers chosen, and the time.

Sources: the NQ paper, section 3.2 and Figure 2; the data statistics of its repository; the ASQA
paper, section 3.3. Shares come with intervals over the annotations' units.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Clusters, Proportion, clustered_proportion
from annotator.measures.intervals.undefined import UndefinedMeasureError

ANSWER_TYPES: Mapping[str, tuple[str, ...]] = {
    "paragraph": ("P",),
    "table": ("Table",),
    "row": ("Tr",),
    "list": ("Ul", "Ol", "Dl"),
    "list item": ("Li", "Dd", "Dt"),
}
"""Tags of long answers by kind, as the repository's data statistics group them."""


class DecisionPath(NamedTuple):
    """Figure 2: where annotations end, as shares of all of them.

    ``bad``: a bad question. ``no_answer``: a good question, or one whose file doesn't say, without
    a long answer. Of those with one: ``long_only``, ``spans`` (a short answer of spans) and
    ``yes_no``. The five add up to all; ``null`` is the first two, ``long`` the other three.
    """

    bad: Proportion
    no_answer: Proportion
    long_only: Proportion
    spans: Proportion
    yes_no: Proportion
    null: Proportion
    long: Proportion


class Summary(NamedTuple):
    """``present`` values: their mean, median, lower and upper quartile and the 90th percentile, in
    the values' unit; ``missing`` had none.
    """

    present: int
    missing: int
    mean: float
    median: float
    quartiles: tuple[float, float]
    percentile_90: float


def decision_path(
    *,
    bad: Sequence[bool] | NDArray[np.bool_],
    long: Sequence[bool] | NDArray[np.bool_],
    spans: Sequence[int] | NDArray[np.int64],
    yes_no: Sequence[bool] | NDArray[np.bool_],
    units: Clusters,
) -> DecisionPath:
    """The path of annotations through the three stages, from four values for each, and its unit.

    The published training data, by its counts (152,148 long answers of 307,373, 106,926 with
    spans, 3,798 yes or no):

    >>> ends = np.repeat([0, 1, 2, 3], [155_225, 41_424, 106_926, 3_798])
    >>> path = decision_path(
    ...     bad=ends < 0, long=ends > 0, spans=(ends == 2) * 1, yes_no=ends == 3,
    ...     units=Clusters(np.arange(len(ends))),
    ... )
    >>> [round(100 * share.value, 1) for share in (path.null, path.long_only, path.spans)]
    [50.5, 13.5, 34.8]
    >>> round(100 * path.yes_no.value, 1), round(100 * path.long.value, 1)
    (1.2, 49.5)

    Raises ``UndefinedMeasureError`` without annotations; ``ValueError`` for an impossible one: a
    bad question with an answer, a short answer without a long one, spans beside yes or no.
    """
    columns = [np.asarray(bad), np.asarray(long), np.asarray(spans) > 0, np.asarray(yes_no)]
    if len({len(column) for column in (*columns, units.of)}) != 1:
        raise ValueError("Give each annotation all four values and its unit.")
    is_bad, has_long, has_spans, is_yes_no = (column.astype(np.bool_) for column in columns)
    if not len(is_bad):
        raise UndefinedMeasureError("nobody has annotated anything yet")
    has_short = has_spans | is_yes_no
    if (is_bad & has_long).any() or (has_short & ~has_long).any() or (has_spans & is_yes_no).any():
        raise ValueError("An annotation has parts that exclude each other.")

    def share(chosen: NDArray[np.bool_]) -> Proportion:
        return clustered_proportion(chosen, units)

    return DecisionPath(
        bad=share(is_bad),
        no_answer=share(~is_bad & ~has_long),
        long_only=share(has_long & ~has_short),
        spans=share(has_spans),
        yes_no=share(is_yes_no),
        null=share(~has_long),
        long=share(has_long),
    )


def answer_types(kinds: NDArray[np.int8], units: Clusters) -> dict[str, Proportion]:
    """The share of each kind of long answer: ``kinds`` has each annotation's, as its place in
    ``ANSWER_TYPES``, -1 for none.

    >>> kinds = np.repeat(np.arange(5), [729, 190, 15, 32, 34])
    >>> shares = answer_types(kinds, Clusters(np.arange(1000)))
    >>> {kind: round(100 * share.value, 1) for kind, share in shares.items()}
    {'paragraph': 72.9, 'table': 19.0, 'row': 1.5, 'list': 3.2, 'list item': 3.4}

    Raises ``UndefinedMeasureError`` without long answers.
    """
    known = kinds >= 0
    if not known.any():
        raise UndefinedMeasureError("no annotation has a long answer yet")
    return {
        kind: clustered_proportion(kinds == place, units, known)
        for place, kind in enumerate(ANSWER_TYPES)
    }


def single_span_share(span_counts: Sequence[int] | NDArray[Any], units: Clusters) -> Proportion:
    """Of annotations with spans as short answer, the share that has one (published: 90%).

    ``span_counts`` is how many each annotation has; zeros don't count. Raises
    ``UndefinedMeasureError`` if none has any.
    """
    counts = np.asarray(span_counts)
    if not (counts > 0).any():
        raise UndefinedMeasureError("no annotation has a short answer of spans yet")
    return clustered_proportion(counts == 1, units, counts > 0)


def summarise(values: Sequence[float | None] | NDArray[np.float64]) -> Summary:
    """Durations, lengths or shares of coverage; None and NaN are missing and left out.

    Quantiles are linear between neighbours (Hyndman and Fan 1996, definition 7).

    >>> summary = summarise([60, 80, 100, None])
    >>> summary.mean, summary.median, summary.missing
    (80.0, 80.0, 1)

    Raises ``UndefinedMeasureError`` if all are missing.
    """
    given = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    present = given[~np.isnan(given)]
    if not len(present):
        raise UndefinedMeasureError("there is no value yet")
    low, median, high, percentile_90 = np.quantile(present, [0.25, 0.5, 0.75, 0.9])
    return Summary(
        present=len(present),
        missing=len(given) - len(present),
        mean=float(present.mean()),
        median=float(median),
        quartiles=(float(low), float(high)),
        percentile_90=float(percentile_90),
    )
