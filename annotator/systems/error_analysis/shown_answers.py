"""The annotations beside an analysed answer."""

from collections.abc import Collection

from annotator.collecting.annotations.kinds import rows_of_answers
from annotator.collecting.annotations.models import Annotation
from annotator.systems.error_analysis.kinds import error_analysis_of
from annotator.systems.error_analysis.models import AnalysedAnswer
from annotator.workspace.projects.models import Project


def annotations_beside(project: Project, examples: Collection[int]) -> dict[int, list[int]]:
    """The ids of the annotations that are shown beside a system's answers, by example."""
    counted, most = error_analysis_of(project.kind).beside(project)
    found: dict[int, list[int]] = {example: [] for example in examples}
    rows = counted.filter(example__in=found).values_list("example_id", "pk")
    for example, annotation in rows:
        found[example].append(annotation)
    return {example: ids[:most] for example, ids in found.items()}


def annotations_of(answer: AnalysedAnswer) -> list[Annotation]:
    """The annotations that are shown beside it, in order."""
    ids = answer.annotations
    if ids is None:
        example = answer.example_id
        ids = annotations_beside(answer.analysis.project, [example])[example]
    rows = Annotation.objects.select_related(*rows_of_answers())
    found = rows.in_bulk(ids)
    return [found[pk] for pk in ids if pk in found]
