"""Parts of a project whose agreement is compared: splits, answer types, guidelines, weeks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from annotator.quality.reports.context import ExampleColumns
from annotator.quality.reports.sections.agreement.fields import Compared

ENDS = ("bad", "no_answer", "long_only", "spans", "yes_no", "unsaid")
"""Where an annotation ends in Figure 2 of the NQ paper; ``unsaid`` is without a long answer where
the file does not say whether the question is good.
"""

UNDECIDED = "undecided"
MIXED = "mixed"
NO_SPLIT = "no_split"
NO_GUIDELINE = "no_guideline"
_WEEK = 7 * 86_400_000_000
_FIRST_MONDAY = 4 * 86_400_000_000
"""1970-01-05, in microseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """``codes`` are places in ``keys``, one for each pair of annotations; ``x`` is a place on an
    axis by key, where keys are dates.
    """

    name: str
    keys: Sequence[str]
    codes: NDArray[np.int64]
    x: Sequence[float] | None = None


def column_of_part(field: str, grouping: Grouping, place: int) -> str:
    """The column of the example table with the agreement on ``field`` in one part of the data: that
    of the key at ``place``, or of its number if a split's name is not a plain word.
    """
    key = grouping.keys[place]
    name = key if re.fullmatch("[a-z0-9_-]+", key) else f"number_{place + 1}"
    return f"{field}_{grouping.name}_{name}"


def by_split(compared: Compared, examples: ExampleColumns) -> Grouping:
    """The example's split."""
    places = np.searchsorted(examples.example, compared.examples)
    names = [name or NO_SPLIT for name in examples.splits]
    split = examples.split[places].astype(np.int64)
    return Grouping("agreement_by_split", names, split[compared.pairs.unit])


def by_type(compared: Compared) -> Grouping:
    """Where most of the example's annotations end; undecided where several ends have as many."""
    votes = np.zeros((len(compared), len(ENDS)), dtype=np.int64)
    np.add.at(votes, (compared.unit, ends_of(compared)), 1)
    most = votes.max(axis=1, initial=0)
    alone = (votes == most[:, None]).sum(axis=1) == 1
    kind = np.where(alone, votes.argmax(axis=1), len(ENDS))
    return Grouping("agreement_by_type", (*ENDS, UNDECIDED), kind[compared.pairs.unit])


def ends_of(compared: Compared) -> NDArray[np.int64]:
    """The place in ``ENDS`` of each compared annotation."""
    columns = compared.columns
    quality, long = compared.of(columns.quality), compared.of(columns.long)
    spans, yes_no = compared.of(columns.spans), compared.of(columns.yes_no)
    conditions = [quality == 0, yes_no > 0, spans > 0, long > 0, quality < 0]
    return np.select(conditions, [0, 4, 3, 2, 5], default=1).astype(np.int64)


def by_guideline(compared: Compared) -> Grouping:
    """The version under which both annotated; mixed where they are two."""
    versions = compared.of(compared.columns.guideline)
    one, other = versions[compared.pairs.first], versions[compared.pairs.second]
    known = np.unique(versions)
    names = [str(version) if version else NO_GUIDELINE for version in known.tolist()]
    codes = np.where(one == other, np.searchsorted(known, one), len(known))
    return Grouping("agreement_by_guideline", (*names, MIXED), codes.astype(np.int64))


def by_week(compared: Compared) -> Grouping:
    """The week, from Monday on and in UTC, in which the later of both annotations came."""
    at = compared.of(compared.columns.submitted_at)
    later = np.maximum(at[compared.pairs.first], at[compared.pairs.second])
    weeks, codes = np.unique((later - _FIRST_MONDAY) // _WEEK, return_inverse=True)
    starts = (weeks * _WEEK + _FIRST_MONDAY).tolist()
    days = [start / 86_400_000_000 for start in starts]
    keys = [datetime.fromtimestamp(day * 86_400, UTC).date().isoformat() for day in days]
    return Grouping("agreement_by_week", keys, codes.astype(np.int64), days)
