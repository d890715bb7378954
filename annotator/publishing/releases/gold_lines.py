"""``annotations/gold/``: who decided on which answer, and how sure the annotations alone were."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from django.db.models import Exists, OuterRef

from annotator.exchange.exports.adjudicated import standing_decisions
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import TIMESTAMP, Features
from annotator.publishing.releases.lines import Line
from annotator.publishing.releases.people import released_names
from annotator.quality.adjudication.models import Adjudication, AdjudicationQuerySet
from annotator.quality.reports.partial_columns import keys_and_values

COLUMNS: Features = {
    "example_id": "string",
    "split": "string",
    "annotation_id": "string",
    "label": "int64",
    "decided_by": "string",
    "decided_at": TIMESTAMP,
    "reason": "string",
}
"""Before the posteriors of the kind. The answer itself is in the official files."""


def rows_of(contents: Contents, split: str = "") -> AdjudicationQuerySet:
    """The decisions that hold, as the official files have them."""
    standing = standing_decisions(simulated=contents.simulated, left_out=contents.left_out)
    # Row by row: decisions are few, and SQLite would make a list of all examples.
    return standing.filter(Exists(contents.examples(split).filter(pk=OuterRef("example"))))


class Lines:
    """Makes the lines of decisions. Who is left out is not named, and nor is their reason."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._hide = Pseudonymiser(contents.project).hide

    def __call__(self, keys: Sequence[int]) -> Iterator[Line]:
        rows = list(
            Adjudication.objects.filter(pk__in=keys)
            .select_related("example", "picked")
            .order_by("pk")
        )
        names = released_names(self._contents, [row.decided_by_id for row in rows])
        for row in rows:
            name = names.get(row.decided_by_id)
            yield (
                row.pk,
                self._hide(
                    {
                        "example_id": str(row.example.example_id),
                        "split": row.example.split,
                        "annotation_id": row.picked.annotation_id
                        if row.picked
                        else row.annotation_id,
                        "label": row.picked_id,
                        "decided_by": name,
                        "decided_at": row.decided_at.isoformat(),
                        "reason": row.reason if name else "",
                        **{
                            column: values.get(row.example_id)
                            for column, values in self._posteriors.items()
                        },
                    }
                ),
            )

    @cached_property
    def _posteriors(self) -> dict[str, dict[int, float]]:
        """By column and example; statistics of which nothing is left out have them all."""
        measured = self._contents.measured
        found: dict[str, dict[int, float]] = {}
        for column in self._contents.kind.POSTERIORS:
            found[column] = {}
            if measured and column in measured.by_example:
                keys, values = keys_and_values(measured.by_example[column], measured.example_keys)
                known = ~np.isnan(values)
                pairs = zip(keys[known].tolist(), values[known].tolist(), strict=True)
                found[column] = dict(pairs)
        return found
