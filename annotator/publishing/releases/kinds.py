"""The releases of a kind of task, as its room says what is in them."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from annotator.publishing.releases.features import Features
from annotator.workspace.projects.kinds import part_of

Label = Mapping[str, Any]
"""A line of ``annotations/``."""


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A figure of the statistics that the card tells, and what to call it."""

    section: str
    figure: str
    words: str


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table for a paper: the figures of a section, or these columns of one of its tables, all of
    them unless named; ``sentence`` says what it is.
    """

    name: str
    section: str
    sentence: str
    table: str = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperPlot:
    """A figure for a paper: a plot of bars or points of a section; ``sentence`` says what it is,
    ``words`` what to call its series and keys.
    """

    name: str
    section: str
    plot: str
    sentence: str
    words: Mapping[str, str] = field(default_factory=dict)


class Release(Protocol):
    """The part ``release`` of a room: what a data set of the kind is, in ``SUMMARY``; the figures
    that its card tells, and the tables of its papers; the types of its official files by format
    (``FORMATS``, the first is what readers get who name none), and of the answer and the seconds in
    ``annotations/`` (``LABEL``); the columns of the statistics' examples that say how sure the
    annotations of one are (``POSTERIORS``); and its figures of papers (``PLOTS``).
    """

    @property
    def SUMMARY(self) -> str: ...
    @property
    def FIGURES(self) -> Sequence[CardFigure]: ...
    @property
    def TABLES(self) -> Sequence[PaperTable]: ...
    @property
    def FORMATS(self) -> Mapping[str, Features]: ...
    @property
    def LABEL(self) -> Features: ...

    @property
    def POSTERIORS(self) -> Features: ...
    @property
    def PLOTS(self) -> Sequence[PaperPlot]: ...

    def keep_judged(self, inputs: dict[str, Any], annotations: Container[int]) -> list[str]:
        """Leave only the judged answers of these annotations in what sections read, by name; the
        names of those that read judged answers.
        """

    def recounted(self, labels: Iterable[Label]) -> dict[tuple[str, str], float]:
        """Figures that follow from the labels that count, by section and name."""


def release_of(kind: str) -> Release:
    """The releases of a kind."""
    found: Release = part_of(kind, "release")
    return found
