"""A project's examples as objects of the official format, for the forms that are made from it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, cast

from django.conf import settings
from django.db.models import QuerySet

from annotator.exchange.exports.answered_examples import answered_question
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import candidates_of, html_of, tokens_of
from annotator.material.formats.natural_questions import OriginalExample


class PlacedExample(NamedTuple):
    """An example in the form of the official files, and its position in the project."""

    position: int
    original: OriginalExample


def original_examples(examples: "QuerySet[Example]") -> Iterator[PlacedExample]:
    """The examples in the form of the official files, with their ``counted_annotations``: give them
    as ``exported_examples`` does. Two pages are in memory at a time.
    """
    content_of = lru_cache(maxsize=2)(_content_of)
    for example in _in_batches(examples):
        page = cast("Page", example.page)
        html, tokens, candidates = content_of(page)
        answered = answered_question(example)
        original = OriginalExample(
            example_id=answered.example_id,
            question_text=answered.question_text,
            question_tokens=answered.question_tokens,
            document_title=page.title,
            document_url=page.url,
            document_html=html,
            document_tokens=tokens,
            long_answer_candidates=candidates,
            annotations=answered.annotations,
        )
        yield PlacedExample(example.position, original)


def _in_batches(examples: "QuerySet[Example]") -> Iterator[Example]:
    for keys in keys_in_batches(examples, size=settings.EXPORTED_AT_ONCE, by="position"):
        yield from examples.filter(pk__in=keys)


def _content_of(
    page: Page,
) -> tuple[bytes, tuple[Token, ...], tuple[LongAnswerCandidate, ...]]:
    return html_of(page), tuple(tokens_of(page)), tuple(candidates_of(page))
