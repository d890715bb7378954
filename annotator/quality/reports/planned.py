"""Which annotations count in a figure: those that were asked for whatever the answers are.

Adaptive overlap asks for more annotations where people disagree. Counted like the others, they make
disagreement look more frequent among examples and rarer among those that stopped early. So figures
leave them out, all in the same way: this module cuts the columns, and sections compute as always.
Without adaptive overlap nothing is cut.
"""

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from annotator.quality.reports.context import ExampleColumns, ReportContext
from annotator.quality.reports.figures import Missing

Counts = Literal["all", "first", "planned"]
"""The annotations that a section counts: all; of each example those that every example gets first;
or these and, of the agreement sample, the others too.
"""


def narrowed(context: ReportContext, counts: Counts) -> ReportContext:
    """The context with the annotations that count, and how many were left out."""
    if counts == "all" or not context.examples.first.any():
        return context
    kept = planned_rows(context.annotations, context.examples, with_sample=counts == "planned")
    left_out = int(np.count_nonzero(~kept))
    if not left_out:
        return context
    rows = np.flatnonzero(kept)
    return replace(context, annotations=context.annotations.take(rows), left_out=left_out)


def planned_rows(columns: Any, examples: ExampleColumns, *, with_sample: bool) -> NDArray[np.bool_]:
    """Which annotations were asked for whatever the answers are; ``columns`` have ``example``,
    ascending, and ``submitted_at``, in the order in which they came.

    Of an example those up to its first number count; all, where adaptive overlap asked for none.
    ``with_sample`` adds those of the agreement sample: all of an example that was annotated since
    the sample began. Of earlier ones as many as each has, because answers decided until then which
    of them had several.
    """
    keys, starts, sizes = np.unique(columns.example, return_index=True, return_counts=True)
    places = np.searchsorted(examples.example, keys)
    known = places < len(examples)
    known[known] = examples.example[places[known]] == keys[known]
    first, sampled = np.zeros_like(sizes), np.zeros(len(keys), dtype=np.bool_)
    first[known] = examples.first[places[known]]
    sampled[known] = examples.sampled[places[known]]
    count = np.where(first > 0, first, sizes)
    if with_sample and sampled.any():
        before = columns.submitted_at[starts] < examples.sampled_since
        count[sampled & ~before] = sizes[sampled & ~before]
        earlier = sampled & before
        if earlier.any():
            count[earlier] = np.maximum(count[earlier], sizes[earlier].min())
    ranks = np.arange(len(columns.example)) - np.repeat(starts, sizes)
    return np.asarray(ranks < np.repeat(count, sizes))


def nothing_planned(context: ReportContext, need: int, have: int) -> Missing | None:
    """Why no example has ``need`` annotations that count, where adaptive overlap is the reason."""
    if not context.left_out:
        return None
    return Missing(
        f"No example has {need} annotations that were requested whatever the answers are. Adaptive "
        "overlap requested the others where people disagreed, so these examples are not like the "
        "rest.",
        f"Give the agreement sample a share of the examples, and at least {need} annotations each, "
        "in the project's settings.",
        have,
        need,
    )
