"""The forms of ``export_squad``: which examples, and what rows each of them gives."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    examples_in_batches,
    official_example,
)
from annotator.exchange.exports.natural_questions import exported_examples
from annotator.exchange.exports.original_examples import original_examples
from annotator.material.corpus.models import Example
from annotator.material.formats.asqa import AsqaExample
from annotator.material.formats.extractor_questions import extractor_rows
from annotator.material.formats.squad import VERSION, disambiguations_as_articles, write_article
from annotator.material.formats.squad_of_nq import VERSION as NQ_VERSION
from annotator.material.formats.squad_of_nq import example_as_article
from annotator.workspace.projects.models import Project

CHUNK = 50


class ExampleRows(NamedTuple):
    """What an example becomes: entries of ``data``, questions in them, and what was left out."""

    position: int
    rows: list[dict[str, Any]]
    questions: int
    left_out: int


@dataclass(frozen=True, slots=True)
class SquadForm:
    """A form of the export.

    ``rows_of`` gives the rows of some of ``examples``, where contexts exceed a threshold.
    ``left_out_thing`` and ``left_out_why`` say what is left out, in singular and plural.
    """

    examples: "QuerySet[Example]"
    opening: bytes
    rows_of: Callable[["QuerySet[Example]", float], Iterator[ExampleRows]]
    left_out_thing: str
    left_out_why: str


def passage_form(project: Project, *, with_concerns: bool, splits: list[str]) -> SquadForm:
    """ASQA's disambiguations on their context passages, for training an extractor."""
    return SquadForm(
        chosen_examples(project, with_concerns=with_concerns, splits=splits),
        _opening(VERSION),
        _passage_rows,
        "disambiguation",
        "without a context passage that contains a short answer",
    )


def extractor_form(
    project: Project,
    *,
    with_concerns: bool,
    splits: list[str],
    simulated: bool,
    predictions: Mapping[str, str] | None,
) -> SquadForm:
    """ASQA's disambiguations on long-form answers, for the official extractor of Disambig-F1.

    The answers are ``predictions``, by the example's key, even empty ones, or else each example's
    first annotation.
    """

    def rows_of(examples: "QuerySet[Example]", threshold: float) -> Iterator[ExampleRows]:
        for example in examples_in_batches(examples, size=CHUNK, simulated=simulated):
            official = official_example(example, threshold=threshold)
            key = example.ambiguous_question.key
            text = _first_answer(official) if predictions is None else predictions.get(key)
            rows = [] if text is None else extractor_rows(key, text, official.disambiguations)
            yield ExampleRows(example.position, rows, len(rows), int(text is None))

    return SquadForm(
        chosen_examples(project, with_concerns=with_concerns, splits=splits, simulated=simulated),
        b'{"data": [',
        rows_of,
        "example",
        "without a long-form answer",
    )


def natural_questions_form(project: Project, *, splits: list[str], simulated: bool) -> SquadForm:
    """NQ's questions on their long answers, as the ReQA benchmark takes them."""
    return SquadForm(
        exported_examples(project, splits=splits, simulated=simulated),
        _opening(NQ_VERSION),
        _natural_questions_rows,
        "example",
        "whose first annotation does not have exactly one short answer in a paragraph",
    )


def _opening(version: str) -> bytes:
    return f'{{"version": "{version}", "data": ['.encode()


def _passage_rows(examples: "QuerySet[Example]", threshold: float) -> Iterator[ExampleRows]:
    for example in examples_in_batches(examples, size=CHUNK):
        readings = official_example(example, threshold=threshold).disambiguations
        articles, left_out = disambiguations_as_articles(example.ambiguous_question.key, readings)
        rows = [write_article(article) for article in articles]
        yield ExampleRows(example.position, rows, len(readings) - left_out, left_out)


def _natural_questions_rows(examples: "QuerySet[Example]", _: float) -> Iterator[ExampleRows]:
    for position, original in original_examples(examples):
        article = example_as_article(original)
        rows = [write_article(article)] if article else []
        yield ExampleRows(position, rows, len(rows), 1 - len(rows))


def _first_answer(example: AsqaExample) -> str | None:
    texts = (each.long_form_answer for each in example.annotations)
    return next((text for text in texts if text), None)
