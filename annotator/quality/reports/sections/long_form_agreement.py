"""How similar the answers to one of ASQA's questions are (section 3.3), and what they answer."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Clusters, share_interval
from annotator.quality.reports import published
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import estimated
from annotator.quality.reports.figures import Figure, Missing, Section
from annotator.quality.reports.long_form_columns import LongFormColumns
from annotator.quality.reports.sections.long_form_bars import bins, example_means, histogram

ROUGE_EDGES = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
"""Of the bars of mean pairwise ROUGE-L F1, times 100."""

TWO = 2
"""Answers to a question that make a pair."""

NO_READINGS = Missing(
    "No answer can be compared with short answers yet.",
    "One answer to a question with short answers.",
    0,
    1,
)
NO_COMMON_READINGS = Missing(
    "No question with two answers has short answers.",
    "Two answers to one question with short answers.",
    0,
    1,
)


def compute(context: ReportContext) -> Section:
    """The section *agreement* of ASQA."""
    given: LongFormColumns = context.annotations
    keys = np.unique(given.pair_example)
    scores = example_means(keys, given.pair_example, given.pair_rouge_l)
    pairs = int(given.pairs_of.sum())
    return Section(
        name="agreement",
        figures=[
            _rouge_figure(context, keys, scores),
            Figure("rouge_l_pairs", "count", len(given.pair_rouge_l), count=pairs),
            _presence_figure(context),
            _present_figure(context),
        ],
        plots=[
            histogram(
                "rouge_l_distribution",
                "rouge_l_",
                _score_bins(scores),
                among=~np.isnan(scores),
                units=context.units.of(keys),
                missing=_too_few(given),
                most=1,
            ),
        ],
        notes=["pairs_drawn"] if _drawn(given) else [],
    )


def _drawn(given: LongFormColumns) -> bool:
    return bool(given.pairs_of.sum() > len(given.pair_rouge_l))


def _too_few(given: LongFormColumns) -> Missing:
    _, counts = np.unique(given.example[given.has_text], return_counts=True)
    most = int(counts.max(initial=0))
    return Missing(
        "No question has two answers with words yet, so nobody could agree.",
        "Two answers to one question.",
        most,
        TWO,
    )


def _no_presence(given: LongFormColumns) -> Missing:
    """Why no two answers can be asked for the same short answers."""
    too_few = _too_few(given)
    return too_few if (too_few.have or 0) < TWO else NO_COMMON_READINGS


def _ratio(figure: Figure, totals: NDArray[np.float64], units: Clusters) -> Figure:
    """``figure`` with the first column's sum by the second's, or as it is without rows. A row is an
    example, and belongs to one of the ``units``.
    """
    if not len(totals):
        return figure
    value = float(totals[:, 0].sum() / totals[:, 1].sum())
    found = replace(figure, value=value, count=len(totals), missing=None)
    return estimated(found, share_interval(totals[:, 0], totals[:, 1], units=units), "binomial")


def _rouge_figure(
    context: ReportContext, keys: NDArray[np.int64], scores: NDArray[np.float64]
) -> Figure:
    """Mean over questions of the mean over pairs: every question weighs the same."""
    totals = np.column_stack([scores, np.ones(len(scores))])
    figure = Figure(
        "rouge_l",
        "coefficient",
        published=published.ROUGE_L_BETWEEN_ANNOTATORS,
        missing=_too_few(context.annotations),
    )
    return _ratio(figure, totals, context.units.of(keys))


def presence_agreement(given: LongFormColumns) -> dict[int, tuple[int, int]]:
    """By example: for how many disambiguations and pairs of answers both answers have the short
    answer or neither has, and how many there are in all. Examples with one answer are left out.
    """
    answered = np.flatnonzero(np.diff(given.presence_offsets))
    found = {}
    for places in np.split(answered, np.flatnonzero(np.diff(given.example[answered])) + 1):
        if len(places) < TWO:
            continue
        rows = [
            given.presence[given.presence_offsets[place] : given.presence_offsets[place + 1]]
            for place in places
        ]
        present = np.stack(rows).sum(axis=0, dtype=np.int64)
        number = len(rows)
        absent = number - present
        agreeing = (present * (present - 1) + absent * (absent - 1)) // 2
        pairs = number * (number - 1) // 2 * len(present)
        found[int(given.example[places[0]])] = (int(agreeing.sum()), pairs)
    return found


def _presence_figure(context: ReportContext) -> Figure:
    found = presence_agreement(context.annotations)
    totals = np.array(list(found.values()), dtype=np.float64).reshape(-1, 2)
    figure = Figure("presence_agreement", "share", missing=_no_presence(context.annotations))
    keys = np.array([*found], dtype=np.int64)
    return _ratio(figure, totals, context.units.of(keys))


def _present_figure(context: ReportContext) -> Figure:
    """STR-EM of the annotators: the mean over questions of the mean over their answers."""
    given: LongFormColumns = context.annotations
    shares = _present_shares(given)
    keys = np.unique(given.example[~np.isnan(shares)])
    totals = np.column_stack([example_means(keys, given.example, shares), np.ones(len(keys))])
    paper = published.PRESENT_SHORT_ANSWERS
    figure = Figure("present_short_answers", "share", published=paper, missing=NO_READINGS)
    return _ratio(figure, totals, context.units.of(keys))


def _present_shares(given: LongFormColumns) -> NDArray[np.float64]:
    """STR-EM of each annotation, NaN without a text or disambiguations."""
    totals = np.diff(given.presence_offsets)
    ends = np.concatenate([[0], np.cumsum(given.presence)])
    present = ends[given.presence_offsets[1:]] - ends[given.presence_offsets[:-1]]
    shares = np.full(len(given), np.nan)
    np.divide(present, totals, out=shares, where=totals > 0)
    return shares


def _score_bins(scores: NDArray[np.float64]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    # 0.29 times 100 is not quite 29.
    return bins(np.round(100 * scores, 9), ROUGE_EDGES, "rouge_l", ends=True)


def example_columns(context: ReportContext) -> dict[str, NDArray[np.float32]]:
    """Each example's mean pairwise ROUGE-L F1, agreement on presence and STR-EM; 1 in the column
    of the bar that it belongs to.
    """
    given: LongFormColumns = context.annotations
    keys = np.unique(given.example)
    scores = example_means(keys, given.pair_example, given.pair_rouge_l)
    found = presence_agreement(given)
    shares = np.array([found[key][0] / found[key][1] if key in found else np.nan for key in keys])
    return {
        "rouge_l": scores.astype(np.float32),
        "presence_agreement": shares.astype(np.float32),
        "present_short_answers": example_means(keys, given.example, _present_shares(given)).astype(
            np.float32
        ),
        **{name: mask.astype(np.float32) for name, mask in _score_bins(scores)},
    }
