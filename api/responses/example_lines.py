"""A list of examples as the lines of a CSV."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import attrgetter
from typing import TypeAlias

from annotator.collecting.annotations.kinds import answer_of
from annotator.material.corpus.models import Example
from annotator.material.formats.csv_lines import csv_lines
from annotator.quality.adjudication.groups import Group, groups_by_example
from annotator.quality.adjudication.kinds import shown_answer
from annotator.workspace.projects.models import Project

AT_ONCE = 500
"""Examples whose annotations are in memory together."""

Column: TypeAlias = "Callable[[Example, list[Group]], object]"

ANSWERS = ("answer", "agreement", "split_of_answers")
"""Columns that need the annotations."""


def _of_example(path: str) -> Column:
    """What the list itself says, counts of annotations included."""
    read = attrgetter(path)
    return lambda example, _: read(example)


COLUMNS: dict[str, Column] = {
    "example_id": _of_example("example_id"),
    "question": _of_example("question.text"),
    "page": lambda example, _: example.page.title if example.page else "",
    "split": _of_example("split"),
    "priority": _of_example("priority"),
    "annotations": _of_example("annotations_submitted"),
    "annotations_required": _of_example("annotations_required"),
    "answer": lambda _, groups: _answer(groups),
    "agreement": lambda _, groups: _share(groups),
    "split_of_answers": lambda _, groups: "/".join(str(size) for size in _sizes(groups)),
}
"""By its name, what a column says of an example whose annotations are in these groups."""


def example_lines(
    project: Project, examples: Iterable[Example], columns: Sequence[str]
) -> Iterator[str]:
    """The lines, the header first. The answer that most gave is JSON."""
    return csv_lines(columns, _rows(project, examples, columns))


def _rows(
    project: Project, examples: Iterable[Example], columns: Sequence[str]
) -> Iterator[list[object]]:
    needs_answers = not set(ANSWERS).isdisjoint(columns)
    left = iter(examples)
    while some := list(islice(left, AT_ONCE)):
        groups = groups_by_example(project, some) if needs_answers else {}
        for example in some:
            yield [COLUMNS[name](example, groups.get(example.pk, [])) for name in columns]


def _sizes(groups: list[Group]) -> list[int]:
    return [len(group.annotations) for group in groups]


def _share(groups: list[Group]) -> float | None:
    sizes = _sizes(groups)
    return round(sizes[0] / sum(sizes), 4) if sizes else None


def _answer(groups: list[Group]) -> str | None:
    if not groups:
        return None
    annotation = groups[0].annotations[0]
    return json.dumps(shown_answer(answer_of(annotation)[0], annotation), ensure_ascii=False)
