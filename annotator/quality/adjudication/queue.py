"""Which examples annotators disagree on, by the newest statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.models import QUEUED, Example
from annotator.quality.adjudication.kinds import adjudicating_of
from annotator.quality.adjudication.models import Adjudication
from annotator.quality.reports.example_table import KEY
from annotator.quality.reports.packing import unpack_columns
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.services import latest_report
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project

ROUNDING = 1e-6
"""Columns may have single precision, so an agreement of less than 1 is less by more than this."""


@dataclass(frozen=True, slots=True)
class Disagreements:
    """The examples, those with the least agreement first; ``agreement`` by the example's key, from
    0 to 1. ``computed_at`` is None before the first statistics.
    """

    computed_at: datetime | None
    agreement: dict[int, float]
    decided: set[int]

    @property
    def undecided(self) -> list[int]:
        """The keys of examples without a decision that holds."""
        return [key for key in self.agreement if key not in self.decided]

    def next_after(self, example: int) -> int | None:
        """The undecided example that follows, or from the end on the first; None for no other."""
        keys = list(self.agreement)
        place = keys.index(example) + 1 if example in self.agreement else 0
        following = (*keys[place:], *keys[:place])
        left = (key for key in following if key not in self.decided and key != example)
        return next(left, None)


def disagreements_of(project: Project) -> Disagreements:
    """The project's, without the hidden split."""
    report = latest_report(project, with_examples=True)
    if report is None or not report.example_table:
        return Disagreements(None, {}, set())
    keys, agreement = _agreement(
        unpack_columns(report.example_table), adjudicating_of(project.kind).AGREEMENT
    )
    chosen = np.flatnonzero(agreement < 1 - ROUNDING)
    # Stable, and columns are ordered by key.
    order = chosen[np.argsort(agreement[chosen], kind="stable")]
    found = zip(keys[order].tolist(), agreement[order].tolist(), strict=True)
    # Examples may have gone into the hidden split since.
    apart = set(Example.objects.apart().filter(project=project).values_list("pk", flat=True))
    return Disagreements(
        report.created_at,
        {key: value for key, value in found if key not in apart},
        set(decided_keys(project)),
    )


def _agreement(
    table: dict[str, NDArray[Any]], names: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The table's examples, and of each the mean of these columns; NaN without a value."""
    every = table[KEY].astype(np.int64)
    total, known = np.zeros(len(every)), np.zeros(len(every))
    for name in set(names) & set(table):
        keys, values = keys_and_values(table[name], every)
        said = ~np.isnan(values)
        places = np.searchsorted(every, keys[said])
        total[places] += values[said]
        known[places] += 1
    return every, np.divide(total, known, out=np.full(len(every), np.nan), where=known > 0)


def count_undecided(project: Project) -> int | None:
    """How many disagreements wait for a decision; None before the first statistics."""
    found = disagreements_of(project)
    return None if found.computed_at is None else len(found.undecided)


def decided_keys(project: Project, viewer: User | None = None) -> list[int]:
    """The keys of the decided examples that ``viewer`` may see, the latest decision first."""
    decided = Adjudication.objects.standing().visible_to(viewer)
    standing = decided.filter(example__project=project, example__purpose__in=QUEUED)
    return list(standing.order_by("-pk").values_list("example", flat=True))
