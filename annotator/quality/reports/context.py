"""What a section of a report is given."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.material.corpus.models import HiddenSplit
from annotator.measures.intervals import PAGES, Units


@dataclass(frozen=True, slots=True)
class Parameters:
    """What definitions of the papers leave open, with the papers' own choices.

    ``beta`` and ``gold``: of 5 annotations, that many must be non-null (NQ, section 5.1).
    ``predictors`` of ``predictors + references`` annotations make the super-annotator with
    threshold ``alpha`` (section 5.2). ``resamples`` are the bootstrap's. ``as_of`` is the UTC date
    of computing, YYYY-MM-DD. ``hidden_split``: what counts of the project's hidden split.
    """

    as_of: str
    hidden_split: HiddenSplit = HiddenSplit.WITHOUT
    beta: int = 2
    references: int = 5
    predictors: int = 20
    alpha: int = 8
    resamples: int = 2000

    def to_json(self) -> dict[str, Any]:
        """The values by name."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class ExampleColumns:
    """All published examples of which a report tells, ordered by key.

    ``example`` has keys, ``split`` places in ``splits``, ``overlap`` how many annotations each is
    to have. ``first``: how many of these were asked for before adaptive overlap asked for the
    others, 0 if it asked for none. ``page``: each one's page, by key; a number below 0 of its own
    where it has none. Where examples have several pages, ``page`` is a group of these, and
    ``pages_are`` what people call it. ``sampled``: which are in the agreement sample, which began
    at ``sampled_since``, in microseconds since 1970, UTC.
    """

    example: NDArray[np.int64]
    split: NDArray[np.int16]
    overlap: NDArray[np.int32]
    splits: tuple[str, ...]
    first: NDArray[np.int32]
    sampled: NDArray[np.bool_]
    page: NDArray[np.int64]
    sampled_since: int = 0
    pages_are: str = PAGES

    def __len__(self) -> int:
        return len(self.example)


@dataclass(frozen=True, slots=True, eq=False)
class ReportContext:
    """``annotations`` are the kind's columns. ``inputs`` is what the section's ``inputs`` function
    has read from other tables, as JSON values. ``left_out``: how many annotations are not among
    ``annotations`` (``reports.planned``).
    """

    annotations: Any
    examples: ExampleColumns
    parameters: Parameters
    seed: int
    inputs: Mapping[str, Any] = field(default_factory=dict)
    left_out: int = 0

    @property
    def units(self) -> Units:
        """The units of intervals, by the pages of the examples that have annotations."""
        annotated = np.isin(self.examples.example, self.annotations.example)
        examples = self.examples
        return Units(examples.example[annotated], examples.page[annotated], examples.pages_are)
