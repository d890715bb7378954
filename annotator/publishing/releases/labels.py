"""``annotations/``: every single label, with who made it when and how it came about."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from annotator.collecting.annotations.answer_fields import exported
from annotator.collecting.annotations.kinds import answers_of, seconds_of
from annotator.collecting.annotations.models import Annotation
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Features
from annotator.publishing.releases.lines import Line, write_lines
from annotator.publishing.releases.people import released_names
from annotator.workspace.jobs.context import JobContext

ABOUT: Features = {
    "id": "int64",
    "annotation_id": "string",
    "example_id": "string",
    "split": "string",
    "annotator": "string",
    "counts": "bool",
    "source": "string",
    "claimed_at": TIMESTAMP,
    "submitted_at": TIMESTAMP,
    "is_late": "bool",
    "revision_of": "int64",
    "revised_by": "string",
    "reason": "string",
    "guideline_version": "int64",
    "client_version": "string",
}
"""Of a label of any kind, before its answer."""


def write_labels(context: JobContext, contents: Contents, split: str, path: Path) -> int:
    """Write the labels of a split as JSON lines, in the order in which they were made."""
    return write_lines(
        context, path, contents.annotations(split), _Rows(contents), noun="annotations"
    )


class _Rows:
    """Makes the lines of annotations, with a few queries for each batch."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._hide = Pseudonymiser(contents.project).hide
        self._answers = answers_of(contents.project.kind)

    def __call__(self, keys: Sequence[int]) -> Iterator[Line]:
        related = (self._answers.ROW, "guideline", "assignment__slot", "example")
        rows = list(
            Annotation.objects.filter(pk__in=keys)
            .select_related(*related)
            .prefetch_related(*self._answers.BESIDE)
            .order_by("pk")
        )
        people = (key for each in rows for key in (each.annotator_id, each.revised_by_id))
        names = released_names(self._contents, people)
        newer = Annotation.objects.filter(revision_of__in=keys)
        replaced = set(newer.values_list("revision_of", flat=True))
        for row in rows:
            yield row.pk, self._row(row, names, is_current=row.pk not in replaced)

    def _row(
        self, annotation: Annotation, names: dict[int, str], *, is_current: bool
    ) -> dict[str, Any]:
        answer = getattr(annotation, self._answers.ROW)
        assignment, example = annotation.assignment, annotation.example
        return self._hide(
            {
                "id": annotation.pk,
                "annotation_id": annotation.annotation_id,
                "example_id": str(example.example_id),
                "split": example.split,
                "annotator": names[annotation.annotator_id],
                "counts": is_current and assignment.slot_id is not None,
                "source": annotation.source,
                "claimed_at": assignment.created_at.isoformat(),
                "submitted_at": annotation.created_at.isoformat(),
                "is_late": annotation.is_late,
                "revision_of": annotation.revision_of_id,
                "revised_by": names.get(annotation.revised_by_id or 0),
                "reason": annotation.reason,
                "guideline_version": annotation.guideline.version if annotation.guideline else None,
                "client_version": annotation.client_version,
                "seconds": seconds_of(self._answers, answer),
                **exported(self._answers.FIELDS, answer),
            }
        )
