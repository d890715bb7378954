"""How a project spells the names of its splits.

Two spellings of what people read as one name would be two splits. If one of them is hidden,
everybody sees what goes into the other.
"""

from collections.abc import Iterable
from typing import Self

from annotator.corpus.split_draws import draw_of, parts_of
from annotator.names.naming import name_key
from annotator.projects.models import Project


class SplitNames:
    """The names of splits, compared as ``name_key`` does."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: set[str] = set()
        self._by_key: dict[str, str] = {}
        for name in names:
            self.add(name)

    @classmethod
    def of(cls, project: Project) -> Self:
        """Those of all of a project's examples, of its draw and of its decisions about splits."""
        draw = draw_of(project)
        return cls(
            [
                *filter(None, [project.hidden_split]),
                *project.examples.exclude(split="")
                .order_by("split")
                .values_list("split", flat=True)
                .distinct(),
                *(part.name for part in (parts_of(draw) if draw else [])),
                *project.splits.order_by("name").values_list("name", flat=True),
            ]
        )

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
