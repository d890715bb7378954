"""An example's annotations, those with the same answer together."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import all_annotations_of, annotations_of
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.kinds import adjudicating_of, shown_answer
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Group:
    """Annotations with the same answer, in the order of the export."""

    annotations: list[Annotation]


def counting_annotations(example: Example) -> list[Annotation]:
    """The example's current annotations that count among its k, in the order of the export."""
    current = annotations_of(example.project).current().filter(example=example)
    counting = current.filter(assignment__slot__isnull=False)
    return list(counting.order_by("assignment__slot__number", "pk"))


def groups_by_example(project: Project, examples: Iterable[Example]) -> dict[int, list[Group]]:
    """The groups of each of the project's ``examples`` that has annotations, by its key."""
    counting = (
        all_annotations_of(project)
        .current()
        .filter(example__in=[example.pk for example in examples], assignment__slot__isnull=False)
    )
    found: dict[int, list[Annotation]] = {}
    for annotation in counting.order_by("example_id", "assignment__slot__number", "pk"):
        found.setdefault(annotation.example_id, []).append(annotation)
    return {key: groups_of(project.kind, each) for key, each in found.items()}


def groups_of(kind: str, annotations: Iterable[Annotation]) -> list[Group]:
    """The largest group first; equal ones in the order of their first annotations."""
    kept = adjudicating_of(kind)
    groups: dict[Hashable, list[Annotation]] = {}
    for annotation in annotations:
        groups.setdefault(kept.key(shown_answer(kind, annotation)), []).append(annotation)
    return [Group(each) for each in sorted(groups.values(), key=len, reverse=True)]
