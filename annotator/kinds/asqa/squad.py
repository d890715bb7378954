"""Disambiguations on passages or on long-form answers: see ``SquadForms``."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from annotator.exchange.exports.ambiguous_examples import (
    chosen_examples,
    count_left_out,
    examples_in_batches,
    official_example,
)
from annotator.exchange.exports.squad_form import CHUNK, ExampleRows, SquadForm, opening_of
from annotator.material.corpus.models import Example
from annotator.material.formats.asqa import AsqaExample
from annotator.material.formats.asqa.extractor_questions import extractor_rows
from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.problems import FormatError
from annotator.material.formats.squad.asqa import (
    VERSION,
    disambiguations_as_articles,
    write_article,
)
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.projects.models import Project


def form(project: Project, parameters: Mapping[str, Any]) -> SquadForm:
    """Passages, or with ``reader`` long-form answers."""
    with_concerns, splits = bool(parameters.get("with_concerns")), parameters.get("splits") or []
    chosen: dict[str, Any] = {"with_concerns": with_concerns, "splits": splits}
    with_concern = 0 if with_concerns else count_left_out(project, splits=splits)
    if parameters.get("reader"):
        return _extractor_form(project, chosen, parameters, with_concern)
    return SquadForm(
        chosen_examples(project, **chosen),
        opening_of(VERSION),
        _passage_rows,
        "disambiguation",
        "without a context passage that contains a short answer",
        annotated=False,
        with_concern=with_concern,
    )


def _extractor_form(
    project: Project, chosen: dict[str, Any], parameters: Mapping[str, Any], with_concern: int
) -> SquadForm:
    """For the official extractor of Disambig-F1. The answers are ``predictions``, by the example's
    key, even empty ones, or else each example's first annotation.
    """
    simulated, predictions = bool(parameters.get("simulated")), _predictions(parameters)

    def rows_of(examples: "QuerySet[Example]", threshold: float) -> Iterator[ExampleRows]:
        for example in examples_in_batches(examples, size=CHUNK, simulated=simulated):
            official = official_example(example, threshold=threshold)
            key = example.ambiguous_question.key
            text = _first_answer(official) if predictions is None else predictions.get(key)
            rows = [] if text is None else extractor_rows(key, text, official.disambiguations)
            yield ExampleRows(example.position, rows, len(rows), int(text is None))

    return SquadForm(
        chosen_examples(project, **chosen, simulated=simulated),
        b'{"data": [',
        rows_of,
        "example",
        "without a long-form answer",
        annotated=predictions is None,
        with_concern=with_concern,
    )


def _predictions(parameters: Mapping[str, Any]) -> dict[str, str] | None:
    """The answers of the file that was named; the same ones in whatever run of the job."""
    if not parameters.get("predictions"):
        return None
    path = Path(parameters["predictions"])
    try:
        data = path.read_bytes()
        answers = dict(read_answers(data, name=path.name, may_be_empty=True).answers)
    except OSError as error:
        raise JobFailedError(f"{path}: the file can't be read ({error.strerror}).") from error
    except FormatError as error:
        raise JobFailedError("\n".join(map(str, error.problems))) from error
    if sha256(data).hexdigest() != parameters["predictions_sha256"]:
        raise JobFailedError(f"{path}: the file was changed since the export began. Start again.")
    return answers


def _passage_rows(examples: "QuerySet[Example]", threshold: float) -> Iterator[ExampleRows]:
    for example in examples_in_batches(examples, size=CHUNK):
        readings = official_example(example, threshold=threshold).disambiguations
        articles, left_out = disambiguations_as_articles(example.ambiguous_question.key, readings)
        rows = [write_article(article) for article in articles]
        yield ExampleRows(example.position, rows, len(readings) - left_out, left_out)


def _first_answer(example: AsqaExample) -> str | None:
    texts = (each.long_form_answer for each in example.annotations)
    return next((text for text in texts if text), None)
