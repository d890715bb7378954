"""The splits of an import's examples, and those that an example may not have."""

from collections.abc import Iterable, Sequence

from annotator.exchange.imports.prepared import Arrival
from annotator.material.corpus.split_names import SplitNames
from annotator.material.formats.problems import Problem
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project


class ImportSplits:
    """Which split each example gets; ``usual`` is the import's, for files that name none."""

    def __init__(self, usual: str) -> None:
        self._usual = usual
        self._written = {""}
        self._misspelt: dict[str, str] = {}

    def of(self, arrival: Arrival) -> str:
        """Its file's own split, or else the import's."""
        return arrival.example.split or self._usual

    def note_written(self, arrivals: Iterable[Arrival]) -> None:
        """Remember the spellings of what was written."""
        self._written.update(map(self.of, arrivals))

    def hidden_of(self, project: Project, fresh: Sequence[Arrival]) -> dict[int, Problem]:
        """The examples of the hidden split, which only stewards and commands may import."""
        return {
            each.example.example_id: _problem(
                each,
                "only stewards may import into the hidden split",
                "Give another split, or ask a steward",
            )
            for each in fresh
            if names_hidden_split(project, [self.of(each)])
        }

    def misspelt_of(self, project: Project, fresh: Sequence[Arrival]) -> dict[int, Problem]:
        """The examples whose split the project spells in another way."""
        self._look_up(project, map(self.of, fresh))
        return {
            each.example.example_id: _problem(
                each,
                "the project spells this split differently",
                self._misspelt[split].rstrip("."),
            )
            for each in fresh
            if (split := self.of(each)) in self._misspelt
        }

    def _look_up(self, project: Project, splits: Iterable[str]) -> None:
        """Note which splits the project spells in another way, each when it first comes up.

        The project is locked then, so no other import brings another spelling of it. What is
        written keeps others out, and what is refused stays refused until this run ends: the names
        of all examples are read once for each new split, not in each batch.
        """
        decided = self._written | self._misspelt.keys()
        new = [split for split in dict.fromkeys(splits) if split not in decided]
        if not new:
            return
        names = SplitNames.of(project)
        for split in new:
            if flaw := names.flaw_of(split):
                self._misspelt[split] = flaw
            else:
                names.add(split)


def _problem(arrival: Arrival, problem: str, fix: str) -> Problem:
    return Problem(problem, fix, field="split", file=arrival.file, line=arrival.line)
