"""``annotations/comparisons/``: which of two long-form answers people found better."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.collecting.annotations.models import Annotation, Source
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Features
from annotator.publishing.releases.lines import Line
from annotator.publishing.releases.people import released_names
from annotator.quality.comparisons.models import ComparedSystem, Comparison, ComparisonQuerySet
from annotator.workspace.projects.models import Project

COLUMNS: Features = {
    "study": "int64",
    "pair": "int64",
    "example_id": "string",
    "split": "string",
    "left_system": "string",
    "right_system": "string",
    "left_answer": "string",
    "right_answer": "string",
    "disambiguations": "int64",
    "comparer": "string",
    "left_captures": ["bool"],
    "right_captures": ["bool"],
    "left_captured": "int64",
    "right_captured": "int64",
    "ambiguity": "string",
    "fluency": "string",
    "overall": "string",
    "comment": "string",
    "seconds": "float64",
    "submitted_at": TIMESTAMP,
}
_AS_THEY_ARE = (
    *("left_captures", "right_captures", "left_captured", "right_captured"),
    *("ambiguity", "fluency", "overall", "comment", "seconds"),
)


def rows_of(contents: Contents, split: str = "") -> ComparisonQuerySet:
    """The comparisons of finished studies that nobody cancelled; without those by people, and of
    answers of people, who are left out here or in the project that an answer came from.
    """
    made = Comparison.objects.filter(
        pair__study__project=contents.project,
        pair__study__finished_at__isnull=False,
        pair__study__cancelled_at__isnull=True,
        pair__example__in=contents.examples(split),
        submitted_at__isnull=False,
    ).exclude(comparer__user__in=contents.left_out.people)
    systems = ComparedSystem.objects.filter(study__project=contents.project)
    sources = Project.objects.filter(pk__in=systems.values("annotations_of"))
    people = {*contents.left_out.people}
    people.update(*(Contents(each).left_out.people for each in sources))
    kept = made.exclude(pair__left__author__in=people).exclude(pair__right__author__in=people)
    if contents.simulated:
        return kept
    simulated = Annotation.objects.filter(project__in=sources, source=Source.SIMULATED)
    authors = simulated.order_by().values("annotator")
    return kept.exclude(pair__left__author__in=authors).exclude(pair__right__author__in=authors)


class Lines:
    """Makes the lines of comparisons. Comparers that came with a file are numbers."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._hide = Pseudonymiser(contents.project).hide

    def __call__(self, keys: Sequence[int]) -> Iterator[Line]:
        sides = (f"pair__{side}__system" for side in ("left", "right"))
        rows = list(
            Comparison.objects.filter(pk__in=keys)
            .select_related("pair__study", "pair__example", "comparer", *sides)
            .order_by("pk")
        )
        names = released_names(self._contents, [row.comparer.user_id for row in rows])
        for row in rows:
            seat = row.comparer
            name = names[seat.user_id] if seat.user_id else f"{seat.TITLE} {seat.number}"
            yield row.pk, self._line(row, name)

    def _line(self, row: Comparison, comparer: str) -> dict[str, Any]:
        pair, at = row.pair, row.submitted_at
        hide = self._hide
        return hide(
            {
                "study": pair.study.number,
                "pair": pair.number,
                "example_id": str(pair.example.example_id),
                "split": pair.example.split,
                "left_system": hide({"system": pair.left.system.name})["system"],
                "right_system": hide({"system": pair.right.system.name})["system"],
                "left_answer": pair.left.text,
                "right_answer": pair.right.text,
                "disambiguations": pair.disambiguation_count,
                "comparer": comparer,
                **{name: getattr(row, name) for name in _AS_THEY_ARE},
                "submitted_at": at.isoformat() if at else None,
            }
        )
