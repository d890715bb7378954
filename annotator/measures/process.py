"""How the work went: which way annotations took, what was chosen, how long it took.

Sources: the NQ paper, section 3.2 and Figure 2; the data statistics of its repository; the ASQA
paper, section 3.3. Shares come with Wilson's interval, means with Student's.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.precision import Proportion, proportion
from annotator.measures.undefined import UndefinedMeasureError

ANSWER_TYPES: Mapping[str, tuple[str, ...]] = {
    "paragraph": ("P",),
    "table": ("Table",),
    "row": ("Tr",),
    "list": ("Ul", "Ol", "Dl"),
    "list item": ("Li", "Dd", "Dt"),
}
"""Tags of long answers by kind, as the repository's data statistics group them."""


class DecisionPath(NamedTuple):
    """Figure 2: how many annotations end where, each a share of all of them.

    ``bad``: a bad question. ``no_answer``: a good one, or one whose file does not say, without a
    long answer. Of those with one: ``long_only``, ``spans`` (a short answer of spans) and
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

    ``interval`` is the mean's, at 95%; None for a single value.
    """

    present: int
    missing: int
    mean: float
    interval: tuple[float, float] | None
    median: float
    quartiles: tuple[float, float]
    percentile_90: float


def decision_path(
    *,
    bad: Sequence[bool] | NDArray[np.bool_],
    long: Sequence[bool] | NDArray[np.bool_],
    spans: Sequence[int] | NDArray[np.int64],
    yes_no: Sequence[bool] | NDArray[np.bool_],
) -> DecisionPath:
    """The way of each annotation through the three stages: four values for each.

    The published training data, by its counts (152,148 long answers of 307,373, 106,926 with
    spans, 3,798 yes or no):

    >>> ends = np.repeat([0, 1, 2, 3], [155_225, 41_424, 106_926, 3_798])
    >>> path = decision_path(bad=ends < 0, long=ends > 0, spans=(ends == 2) * 1, yes_no=ends == 3)
    >>> [round(100 * share.value, 1) for share in (path.null, path.long_only, path.spans)]
    [50.5, 13.5, 34.8]
    >>> round(100 * path.yes_no.value, 1), round(100 * path.long.value, 1)
    (1.2, 49.5)

    Raises ``UndefinedMeasureError`` without annotations; ``ValueError`` for one that can't be: a
    bad question with an answer, a short answer without a long one, spans beside yes or no.
    """
    columns = [np.asarray(bad), np.asarray(long), np.asarray(spans) > 0, np.asarray(yes_no)]
    if len({len(column) for column in columns}) != 1:
        raise ValueError("Give each annotation all four values.")
    is_bad, has_long, has_spans, is_yes_no = (column.astype(np.bool_) for column in columns)
    total = len(is_bad)
    if not total:
        raise UndefinedMeasureError("nobody has annotated anything yet")
    has_short = has_spans | is_yes_no
    if (is_bad & has_long).any() or (has_short & ~has_long).any() or (has_spans & is_yes_no).any():
        raise ValueError("An annotation has parts that exclude each other.")

    def share(chosen: NDArray[np.bool_]) -> Proportion:
        return proportion(int(chosen.sum()), total)

    return DecisionPath(
        bad=share(is_bad),
        no_answer=share(~is_bad & ~has_long),
        long_only=share(has_long & ~has_short),
        spans=share(has_spans),
        yes_no=share(is_yes_no),
        null=share(~has_long),
        long=share(has_long),
    )


def answer_types(tags: Mapping[str, int]) -> dict[str, Proportion]:
    """The share of each kind of long answer, from how many have each tag.

    >>> shares = answer_types({"P": 729, "Table": 190, "Tr": 15, "Ul": 20, "Ol": 12, "Li": 34})
    >>> {kind: round(100 * share.value, 1) for kind, share in shares.items()}
    {'paragraph': 72.9, 'table': 19.0, 'row': 1.5, 'list': 3.2, 'list item': 3.4}

    Raises ``UndefinedMeasureError`` without long answers, ``ValueError`` for another tag.
    """
    known = {tag for group in ANSWER_TYPES.values() for tag in group}
    if unknown := sorted(set(tags) - known):
        raise ValueError(f"{unknown[0]} is no tag of a long answer.")
    total = sum(tags.values())
    if not total:
        raise UndefinedMeasureError("no annotation has a long answer yet")
    return {
        kind: proportion(sum(tags.get(tag, 0) for tag in group), total)
        for kind, group in ANSWER_TYPES.items()
    }


def single_span_share(span_counts: Sequence[int] | NDArray[np.int64]) -> Proportion:
    """Of annotations with spans as short answer, the share that has one (published: 90%).

    ``span_counts`` is how many each annotation has; zeros don't count. Raises
    ``UndefinedMeasureError`` where none has any.
    """
    counts = np.asarray(span_counts)
    total = int((counts > 0).sum())
    if not total:
        raise UndefinedMeasureError("no annotation has a short answer of spans yet")
    return proportion(int((counts == 1).sum()), total)


def summarise(values: Sequence[float | None] | NDArray[np.float64]) -> Summary:
    """Durations, lengths or shares of coverage; None and NaN are missing and left out.

    interval = mean ± t · s / √n, with t Student's 97.5% quantile of n - 1 degrees of freedom.
    Quantiles are linear between neighbours (Hyndman and Fan 1996, definition 7).

    >>> summary = summarise([60, 80, 100, None])
    >>> summary.mean, summary.median, summary.missing
    (80.0, 80.0, 1)

    Raises ``UndefinedMeasureError`` where all are missing.
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
        interval=_interval_of_mean(present),
        median=float(median),
        quartiles=(float(low), float(high)),
        percentile_90=float(percentile_90),
    )


def _interval_of_mean(values: NDArray[np.float64]) -> tuple[float, float] | None:
    if len(values) == 1:
        return None
    mean, error = float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5
    width = float(scipy.special.stdtrit(len(values) - 1, 0.975)) * error
    return mean - width, mean + width
