"""How far an import has come: what its checkpoint holds."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Self

MOST_IGNORED_FIELDS = 20


@dataclass(slots=True)
class ImportProgress:
    """``file`` and ``line`` say where to go on; the rest is counted for the closing sentence.

    ``same`` are examples that were there already with the same content, ``refused`` lines that
    were not imported, ``ignored`` how often each unknown field occurred.
    """

    file: int = 0
    line: int = 1
    imported: int = 0
    same: int = 0
    refused: int = 0
    annotations: int = 0
    published: bool = False
    ignored: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, checkpoint: dict[str, Any]) -> Self:
        """The progress that a checkpoint holds; an empty one at the start."""
        return cls(**checkpoint)

    def checkpoint(self) -> dict[str, Any]:
        """What ``of`` reads."""
        return asdict(self)

    @property
    def done(self) -> int:
        """How many lines have been dealt with."""
        return self.imported + self.same + self.refused

    def ignore(self, fields: Iterable[str]) -> None:
        """Count fields that the format doesn't know."""
        counted = Counter(self.ignored)
        counted.update(name[:40].replace("\0", "") for name in fields)
        self.ignored = dict(counted.most_common(MOST_IGNORED_FIELDS))

    def sentence(self) -> str:
        """What the import did."""
        parts = [f"Imported {_count(self.imported, 'example')}"]
        if self.annotations:
            parts.append(f"with {_count(self.annotations, 'annotation')}")
        sentences = [f"{' '.join(parts)}."]
        if self.same:
            sentences.append(f"Skipped {self.same:,} that were there already.")
        if self.refused:
            sentences.append(f"Refused {_count(self.refused, 'line')}; the problems are listed.")
        if self.ignored:
            names = ", ".join(f"{name} ({times:,})" for name, times in self.ignored.items())
            sentences.append(f"Ignored unknown fields: {names}.")
        return " ".join(sentences)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
