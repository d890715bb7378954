"""What a gallery shows of an example, as the room of its kind says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Example
from annotator.workspace.projects.kinds import part_of


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example with its answers, for everybody.

    ``type`` is one of ``TYPES``. ``most`` counts the annotators who gave the most frequent answer;
    None where no two answers are the same by their nature. ``words`` are what a search finds beside
    the question. ``data`` goes into the example's file; ``answers`` are what each annotation adds,
    in their order. ``spans`` are the tokens of the page that the gallery marks.
    """

    type: str
    most: int | None
    words: Sequence[str]
    data: Mapping[str, Any]
    answers: Sequence[Mapping[str, Any]]
    spans: Sequence[TokenSpan] = field(default=())


class GalleryPart(Protocol):
    """The part ``gallery`` of a room. ``TYPES`` are the types of answers with their words, in the
    order of the filter; ``RELATED`` are what an example's answers are read from.
    """

    @property
    def TYPES(self) -> Mapping[str, str]: ...
    @property
    def RELATED(self) -> Sequence[str]: ...

    def show(self, example: Example, annotations: Sequence[Annotation]) -> ShownExample:
        """An example with the annotations that count, in the order in which they were made."""


def gallery_of(kind: str) -> GalleryPart:
    """The gallery's part of a kind."""
    found: GalleryPart = part_of(kind, "gallery")
    return found
