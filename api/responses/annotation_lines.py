"""A list of annotations as the lines of a CSV."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from annotator.collecting.annotations.kinds import active_seconds, answer_of
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.names import names_on
from annotator.material.formats.csv_lines import csv_lines
from annotator.quality.adjudication.kinds import shown_answer
from annotator.workspace.projects.models import Project

AT_ONCE = 500
"""Annotations whose answers are in memory together."""

Column: TypeAlias = "Callable[[Annotation, Mapping[int, str]], object]"

COLUMNS: dict[str, Column] = {
    "annotation_id": lambda annotation, _: annotation.annotation_id,
    "example_id": lambda annotation, _: annotation.example.example_id,
    "question": lambda annotation, _: annotation.example.question.text,
    "page": lambda annotation, _: annotation.example.page.title if annotation.example.page else "",
    "answer": lambda annotation, _: _answer(annotation),
    "annotator": lambda annotation, names: names[annotation.annotator_id],
    "source": lambda annotation, _: annotation.source,
    "seconds": lambda annotation, _: _seconds(annotation),
    "submitted_at": lambda annotation, _: annotation.created_at.isoformat(),
    "is_late": lambda annotation, _: annotation.is_late,
}
"""By its name, what a column says of an annotation, with people's names by their keys."""


def annotation_lines(
    project: Project, annotations: Iterable[Annotation], columns: Sequence[str], *, role: str
) -> Iterator[str]:
    """The lines, the header first, with the names that ``role`` sees. The answer is JSON."""
    return csv_lines(columns, _rows(project, annotations, columns, role))


def _rows(
    project: Project, annotations: Iterable[Annotation], columns: Sequence[str], role: str
) -> Iterator[list[object]]:
    left = iter(annotations)
    while some := list(islice(left, AT_ONCE)):
        names = names_on(some, project=project, viewer_role=role)
        for annotation in some:
            yield [COLUMNS[name](annotation, names) for name in columns]


def _seconds(annotation: Annotation) -> float | None:
    _, answers, row = answer_of(annotation)
    seconds = active_seconds(answers, row)
    return sum(seconds.values()) if seconds else None


def _answer(annotation: Annotation) -> str:
    answer = shown_answer(answer_of(annotation)[0], annotation)
    return json.dumps(answer, ensure_ascii=False)
