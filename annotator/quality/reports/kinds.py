"""The statistics of a kind of task, as its room gives them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.reading import Reading
from annotator.quality.reports.section_spec import SectionSpec
from annotator.workspace.projects.kinds import ROOMS, part_of


class Statistics(Protocol):
    """The part ``statistics`` of a room. ``SECTIONS`` are in the order of the pages."""

    @property
    def READING(self) -> Reading: ...
    @property
    def SECTIONS(self) -> Sequence[SectionSpec]: ...


def statistics_of(kind: str) -> Statistics:
    """The statistics of a kind."""
    found: Statistics = part_of(kind, "statistics")
    return found


SECTIONS: Mapping[str, Sequence[SectionSpec]] = {
    kind: statistics_of(kind).SECTIONS for kind in ROOMS
}
"""By kind of project."""


def columns_of(kind: str) -> Reading:
    """How annotations of a kind of project are read; raises ``LookupError`` for an unknown one."""
    return statistics_of(kind).READING


def sections_of(kind: str, hidden_split: HiddenSplit) -> Sequence[SectionSpec]:
    """The sections of such a report, in the order of the pages."""
    specs = SECTIONS[kind]
    if hidden_split == HiddenSplit.WITHOUT:
        return specs
    return [spec for spec in specs if spec.with_hidden]
