"""At most k annotations of each example: the official browser and evaluator want one or five."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from annotator.material.formats.natural_questions import OriginalAnnotation

SUBMISSION_FIELDS = ("assignment__submitted_at", "created_at", "assignment_id")
"""Orders annotations by their first submission: a revision takes the place of what it replaces, and
imported ones have no time of submission.
"""


class Submission(NamedTuple):
    """An annotation with its example's id and its place in the order of first submissions."""

    example_id: int
    order: tuple[datetime, int]
    annotation: OriginalAnnotation


@dataclass(frozen=True, slots=True)
class Limit:
    """``count`` annotations of each example: those submitted first, or with ``seed`` a draw.

    The draw hangs on the seed and the example's id alone, so it is the same in every export of the
    same annotations.
    """

    count: int
    seed: int | None = None

    def less(self, number: int) -> "Limit":
        """The rest of the limit after ``number`` others."""
        return replace(self, count=max(0, self.count - number))

    def choose(self, submissions: Sequence[Submission]) -> Sequence[Submission]:
        """The submissions of one example within the limit, in the order given."""
        if len(submissions) <= self.count:
            return submissions
        places = range(len(submissions))
        if self.seed is None:
            chosen = sorted(places, key=lambda place: submissions[place].order)[: self.count]
        else:
            example_id = submissions[0].example_id
            chosen = random.Random(f"{self.seed} {example_id}").sample(places, self.count)  # noqa: S311 - a seeded draw
        return [submissions[place] for place in sorted(chosen)]


def limit_of(parameters: Mapping[str, Any]) -> Limit | None:
    """The limit that a job's parameters name; None if they name none."""
    count = parameters.get("annotations_per_example")
    return Limit(count, parameters.get("draw_seed")) if count else None
