"""``annotations/suggestions/``: what was suggested to whom, and what they did with it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from annotator.collecting.suggestions.models import SuggestionUse
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Features
from annotator.publishing.releases.lines import Line
from annotator.publishing.releases.people import released_names

if TYPE_CHECKING:
    from django.db.models import QuerySet

_TOKENS: Features = {"start_token": "int64", "end_token": "int64"}
COLUMNS: Features = {
    "example_id": "string",
    "split": "string",
    "annotation_id": "string",
    "label": "int64",
    "annotator": "string",
    "system": "string",
    "mode": "string",
    "share": "float64",
    "is_shown": "bool",
    "boxes": [{"candidate_index": "int64", **_TOKENS}],
    "short_answers": [_TOKENS],
    "yes_no_answer": "string",
    "drawn_at": TIMESTAMP,
    "use": "string",
    "box": "int64",
}


def rows_of(contents: Contents, split: str = "") -> "QuerySet[SuggestionUse]":
    """The suggestions, shown or not, for annotations that are released."""
    # Row by row: suggestions are few, and SQLite would make a list of all annotations.
    released = contents.annotations(split).filter(pk=OuterRef("annotation"))
    return SuggestionUse.objects.filter(Exists(released))


class Lines:
    """Makes the lines of suggestions."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._hide = Pseudonymiser(contents.project).hide

    def __call__(self, keys: Sequence[int]) -> Iterator[Line]:
        rows = list(
            SuggestionUse.objects.filter(pk__in=keys)
            .select_related("suggestion__plan", "annotation__example")
            .order_by("pk")
        )
        names = released_names(self._contents, [row.annotation.annotator_id for row in rows])
        for row in rows:
            yield row.pk, self._line(row, names)

    def _line(self, row: SuggestionUse, names: dict[int, str]) -> dict[str, Any]:
        annotation, suggestion = row.annotation, row.suggestion
        return self._hide(
            {
                "example_id": str(annotation.example.example_id),
                "split": annotation.example.split,
                "annotation_id": annotation.annotation_id,
                "label": annotation.pk,
                "annotator": names[annotation.annotator_id],
                "system": suggestion.plan.system_name,
                "mode": suggestion.plan.mode,
                "share": suggestion.plan.share,
                "is_shown": suggestion.is_shown,
                "boxes": [
                    {"candidate_index": index, "start_token": start, "end_token": end}
                    for index, start, end in suggestion.boxes
                ],
                "short_answers": [
                    {"start_token": start, "end_token": end}
                    for start, end in suggestion.short_answers
                ],
                "yes_no_answer": suggestion.yes_no_answer,
                "drawn_at": suggestion.drawn_at.isoformat(),
                "use": row.use,
                "box": row.box,
            }
        )
