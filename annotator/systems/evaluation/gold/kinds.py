"""The gold of a kind of task, and people's rows on it, as its room gives them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from annotator.systems.evaluation.answer_extractor.site_extractor import SiteExtractor
from annotator.systems.evaluation.gold.answer_groups import AnswerGroup
from annotator.systems.evaluation.scoring.people import Row
from annotator.systems.evaluation.scoring.scored import SplitGold
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project


class GoldFiles(Protocol):
    """The part ``gold`` of a room. Its file is called ``NAME``. With ``MAY_BE_SIMULATED``,
    simulated annotations count where a project has no others.
    """

    @property
    def NAME(self) -> str: ...
    @property
    def MAY_BE_SIMULATED(self) -> bool: ...

    def write(self, project: Project, split: str) -> bytes:
        """The file of a split, as ``gold_of`` describes it."""

    def read(self, path: Path, split: str) -> SplitGold:
        """The gold of a split in such a file; raises ``FormatError``."""

    def groups(self, project: Project, split: str, *, simulated: bool) -> Mapping[int, AnswerGroup]:
        """The group of each annotated example of a split; nothing where answers have none."""

    def people(
        self,
        gold: SplitGold,
        *,
        kept: Sequence[Row],
        thresholds: Sequence[int],
        extractor: SiteExtractor | None,
        alone: Project | None,
    ) -> dict[str, list[Row]]:
        """The ``rows`` of people, and why others are ``missing``: for each of the ``thresholds``;
        those that ``extractor`` reads; of the project ``alone``, where people saw the question
        without context. Rows that are ``kept`` of the same gold may be taken as they are.
        """


def gold_files_of(kind: str) -> GoldFiles:
    """The gold of a kind."""
    found: GoldFiles = part_of(kind, "gold")
    return found
