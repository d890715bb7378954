"""Questions on their long answers, as the ReQA benchmark takes them: see ``SquadForms``."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from annotator.exchange.exports.natural_questions import exported_examples
from annotator.exchange.exports.original_examples import original_examples
from annotator.exchange.exports.squad_form import ExampleRows, SquadForm, opening_of
from annotator.material.corpus.models import Example
from annotator.material.formats.squad.asqa import write_article
from annotator.material.formats.squad.natural_questions import VERSION, example_as_article
from annotator.workspace.projects.models import Project


def form(project: Project, parameters: Mapping[str, Any]) -> SquadForm:
    """The only one."""
    splits, simulated = parameters.get("splits") or [], bool(parameters.get("simulated"))
    return SquadForm(
        exported_examples(project, splits=splits, simulated=simulated),
        opening_of(VERSION),
        _rows,
        "example",
        "whose first annotation does not have exactly one short answer in a paragraph",
        annotated=True,
    )


def _rows(examples: "QuerySet[Example]", _: float) -> Iterator[ExampleRows]:
    for position, original in original_examples(examples):
        article = example_as_article(original)
        rows = [write_article(article)] if article else []
        unannotated = 0 if original.annotations else 1
        left_out = 1 - len(rows) - unannotated
        yield ExampleRows(position, rows, len(rows), left_out, unannotated)
