"""How a project spells the names of its splits.

Two spellings of what people read as one name would be two splits. If one of them is hidden,
everybody sees what goes into the other.
"""

from collections.abc import Iterable, Sequence
from typing import Self

from annotator.foundation.names.naming import name_key
from annotator.material.corpus.split_draws import draw_of, parts_of
from annotator.workspace.projects.models import Project


class SplitNames:
    """The names of splits, compared as ``name_key`` does."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: set[str] = set()
        self._by_key: dict[str, str] = {}
        for name in names:
            self.add(name)

    @classmethod
    def of(cls, project: Project) -> Self:
        """The names in a project's examples, its draw and its splits' settings."""
        draw = draw_of(project)
        names = cls(
            [
                *filter(None, [project.hidden_split]),
                *project.examples.exclude(split="")
                .order_by("split")
                .values_list("split", flat=True)
                .distinct(),
                *(part.name for part in (parts_of(draw) if draw else [])),
            ]
        )
        # Older versions stored settings under any spelling: these don't make another one right.
        for name in project.splits.order_by("name").values_list("name", flat=True):
            if not names.flaw_of(name):
                names.add(name)
        return names

    def add(self, name: str) -> None:
        """Take in a name; of several spellings, the first is the one to write."""
        self._names.add(name)
        self._by_key.setdefault(name_key(name), name)

    def flaw_of(self, name: str) -> str:
        """How to write the name of a split instead, as a sentence; "" where it is new, or written
        in the same way.
        """
        spelling = self._by_key.get(name_key(name))
        if spelling is None or name in self._names:
            return ""
        return f"Write {spelling}, as the project does, or choose another name."


def flaw_of_new_split(project: Project, split: str) -> str:
    """How to write the split of new examples instead, as a sentence; "" for one that is fine, and
    for none.
    """
    return SplitNames.of(project).flaw_of(split) if split else ""


def flaw_of_set_splits(project: Project, names: Sequence[str]) -> str:
    """How to write one of the splits that settings name instead, as a sentence; "" where all are
    fine. A split that has settings keeps its spelling, so that leads can change or remove them.

    Call it with the project locked: nobody brings another spelling before the settings are stored.
    """
    stored = set(project.splits.filter(name__in=names).values_list("name", flat=True))
    new = [name for name in names if name not in stored]
    if not new:
        return ""
    known = SplitNames.of(project)
    for name in new:
        if flaw := known.flaw_of(name):
            return flaw
        known.add(name)
    return ""
