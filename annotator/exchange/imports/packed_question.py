"""An example of Natural Questions as a process of the import's pool hands it on: no database."""

from dataclasses import dataclass

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.material.corpus.packed_page import PackedPage


@dataclass(frozen=True, slots=True)
class PreparedAnnotation:
    """An annotation of a file."""

    annotation_id: int
    checked: CheckedAnswer


@dataclass(frozen=True, slots=True)
class PackedQuestion:
    """The content of one line of a file; ``annotations`` is None if none were asked for.
    ``has_rebuilt_page`` is whether the page's HTML was made from the simplified format.
    """

    example_id: int
    question_text: str
    question_tokens: tuple[str, ...] | None
    page: PackedPage
    split: str
    annotations: tuple[PreparedAnnotation, ...] | None
    has_rebuilt_page: bool = False
