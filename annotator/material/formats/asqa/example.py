"""An example of ASQA's format, verified. The file's names are translated into the field's terms."""

from dataclasses import dataclass

from annotator.material.corpus.page_titles import comparable_title

NO_CONTEXT = "No context provided"
"""What the file says where a disambiguation has no context passage."""
MAX_ANSWER_CHARACTERS = 20_000
"""A limit for long-form answers; the longest of the data set has under 2,000."""
MAX_PASSAGE_CHARACTERS = 20_000
"""Of a knowledge piece, or of a context passage."""


@dataclass(frozen=True, slots=True)
class WikipediaPage:
    """A page that was visited when the question was disambiguated."""

    title: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Disambiguation:
    """One reading of the ambiguous question. The file calls it a ``qa_pair``.

    ``short_answers`` are equivalent wordings of one answer. ``context`` is None if the file says
    ``NO_CONTEXT`` or has no such field; ``has_context_field`` tells the two apart. ``page_title``
    is the file's ``wikipage``.
    """

    question: str
    short_answers: tuple[str, ...]
    context: str | None = None
    page_title: str | None = None
    has_context_field: bool = True


@dataclass(frozen=True, slots=True)
class KnowledgePiece:
    """A passage that supports what the answer adds. ``page_title`` is the file's ``wikipage``.

    ``content`` is None in a few places of the published file, but never in an answer written here.
    """

    content: str | None
    page_title: str | None = None


@dataclass(frozen=True, slots=True)
class AsqaAnnotation:
    """What one annotator wrote. The file calls ``long_form_answer`` a ``long_answer``."""

    long_form_answer: str
    knowledge: tuple[KnowledgePiece, ...]


@dataclass(frozen=True, slots=True)
class AsqaExample:
    """An ambiguous question, its disambiguations, pages and annotations."""

    ambiguous_question: str
    disambiguations: tuple[Disambiguation, ...]
    pages: tuple[WikipediaPage, ...]
    annotations: tuple[AsqaAnnotation, ...]

    @property
    def page_titles(self) -> tuple[str, ...]:
        """The titles, in one spelling each, of the pages that were visited and of those that the
        disambiguations name.
        """
        titles = [each.title for each in self.pages]
        titles += [each.page_title for each in self.disambiguations if each.page_title]
        return tuple(dict.fromkeys(map(comparable_title, titles)))
