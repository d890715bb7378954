"""Long-form answers as leads review them."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.reference_sheets import (
    agreements_between,
    find_short_answers,
    sheet_annotations,
)
from annotator.material.corpus.models import Disambiguation, Example
from annotator.workspace.projects.models import Project
from api.presenters.annotations import present_annotations
from api.presenters.long_form import present_disambiguations, present_visited_pages


def present_reviewed(
    annotations: Iterable[Annotation], *, project: Project, viewer_role: str | None
) -> list[dict[str, Any]]:
    """Long-form annotations with key, split and what was confirmed (with the example's
    ``ambiguous_question`` and ``disambiguations`` read beforehand).
    """
    rows = list(annotations)
    bodies = present_annotations(rows, project=project, viewer_role=viewer_role)
    return [body | _present_example_of(row) for row, body in zip(rows, bodies, strict=True)]


def _present_example_of(annotation: Annotation) -> dict[str, Any]:
    example = annotation.example
    questions = {row.number: row.question for row in example.disambiguations.all()}
    missing = annotation.long_form_answer.missing
    return {
        "key": example.ambiguous_question.key,
        "split": example.split,
        "missing": [{**row, "question": questions[row["disambiguation"]]} for row in missing],
    }


def present_sheet(example: Example, *, project: Project, viewer_role: str | None) -> dict[str, Any]:
    """The reference sheet of an example, but for its row in the list of examples."""
    annotations = list(sheet_annotations(project=project, example=example))
    disambiguations = list(example.disambiguations.order_by("number"))
    bodies = present_reviewed(annotations, project=project, viewer_role=viewer_role)
    return {
        "disambiguations": present_disambiguations(example, project),
        "pages": present_visited_pages(
            example, f"/api/v1/projects/{project.slug}/examples/{example.pk}/pages/"
        ),
        "annotations": [
            {**body, "found": _present_found(annotation, disambiguations)}
            for annotation, body in zip(annotations, bodies, strict=True)
        ],
        "agreements": [asdict(each) for each in agreements_between(annotations)],
    }


def _present_found(
    annotation: Annotation, disambiguations: list[Disambiguation]
) -> list[dict[str, Any]]:
    text = annotation.long_form_answer.text
    return [asdict(each) for each in find_short_answers(text, disambiguations)]
