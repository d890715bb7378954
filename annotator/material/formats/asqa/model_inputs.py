"""What the ASQA paper's models read: a question with passages as one text (appendix B).

Figures 4 and 5 print the tags; the text between them is the example's own.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from annotator.material.formats.asqa import AsqaAnnotation, AsqaExample

SEPARATOR = " | "


class Passage(NamedTuple):
    """A passage and the title of the page that it is from; empty if nobody knows it."""

    text: str
    title: str


def open_book_input(question: str, passages: Sequence[Passage]) -> str:
    """Figure 4: the question and the passages that were retrieved for it, the best first.

    >>> open_book_input("Who won?", [Passage("Ann won.", "Race"), Passage("Bob won.", "Game")])
    'Who won? context: info: Ann won. wikipage: Race | info: Bob won. wikipage: Game'
    """
    return f"{question} context: {_listed(passages)}"


def oracle_input(example: AsqaExample) -> str:
    """Figure 5: the question with its disambiguations, their contexts and additional knowledge.

    Of equivalent short answers the first is written. The knowledge is that of ``source_of``. A
    disambiguation without a context adds none.
    """
    answers = SEPARATOR.join(each.short_answers[0] for each in example.disambiguations)
    questions = SEPARATOR.join(each.question for each in example.disambiguations)
    source = source_of(example)
    return (
        f"{example.ambiguous_question} answers: {answers} disambiguations: {questions} "
        f"context1: {_listed(contexts_of(example))} context2: {_listed(knowledge_of(source))}"
    )


def source_of(example: AsqaExample) -> AsqaAnnotation | None:
    """The annotation with the longest answer, by characters; of equal ones the first.

    Its knowledge is the oracle's, so the oracle is scored against the others (section 5).
    """
    return max(example.annotations, key=lambda each: len(each.long_form_answer), default=None)


def contexts_of(example: AsqaExample) -> list[Passage]:
    """The context passages of the disambiguations that have one, in their order."""
    return [
        Passage(each.context, each.page_title or "")
        for each in example.disambiguations
        if each.context
    ]


def knowledge_of(annotation: AsqaAnnotation | None) -> list[Passage]:
    """The knowledge pieces that have a text."""
    pieces = annotation.knowledge if annotation else ()
    return [Passage(each.content, each.page_title or "") for each in pieces if each.content]


def _listed(passages: Iterable[Passage]) -> str:
    return SEPARATOR.join(f"info: {each.text} wikipage: {each.title}" for each in passages)
