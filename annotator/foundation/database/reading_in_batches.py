"""Reading many rows a few at a time, without a cursor that stays open in between.

Django's ``iterator`` keeps one open. On SQLite a connection that still reads what was there before
another one's commit can't write: a job could not save how far it is.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

KEYS_AT_ONCE = 10_000
"""So many keys are in memory at a time, and so seldom is the rows' own filter evaluated."""


def keys_in_batches(
    rows: "QuerySet[Any, Any]", *, size: int, by: str = "pk", at_once: int = KEYS_AT_ONCE
) -> Iterator[list[int]]:
    """The primary keys of ``rows``, ``size`` at a time, in ascending order of ``by``: a column that
    is different in each of them. ``at_once`` of them are read by one statement.
    """
    keys = rows.prefetch_related(None).order_by(by).values_list(by, "pk")
    block = list(keys[:at_once])
    while block:
        for first in range(0, len(block), size):
            yield [pk for _, pk in block[first : first + size]]
        is_last = len(block) < at_once
        left = keys.filter(**{f"{by}__gt": block[-1][0]})
        block = [] if is_last else list(left[:at_once])
