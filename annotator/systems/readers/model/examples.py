"""Examples with where they come from."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.systems.readers.model.pages import Reading


@dataclass(frozen=True, slots=True)
class Data:
    """What a card says of examples; ``used`` counts those that taught, or that chose thresholds."""

    source: str
    split: str
    sha256: str
    examples: int
    used: int


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples, the files or the project that they come from, a split, and a sha256 in hex: that
    of the files' bytes, or of the split's gold.
    """

    readings: Sequence[Reading]
    source: str
    split: str
    sha256: str

    def described(self, used: int) -> Data:
        """The card's lines about the examples."""
        return Data(self.source, self.split, self.sha256, len(self.readings), used)
