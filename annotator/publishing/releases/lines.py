"""Writing rows of the database as JSON lines, in the order of their keys."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
from django.db.models import QuerySet

from annotator.exchange.exports.writing import Piece, write_resumably
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.workspace.jobs.context import JobContext

Line = tuple[int, dict[str, Any]]
"""A row's key, and its line."""
LinesOf = Callable[[Sequence[int]], Iterator[Line]]
"""The lines of rows with these keys, in the order of the keys."""
BATCH = 500


def write_lines(
    context: JobContext, path: Path, rows: "QuerySet[Any, Any]", lines_of: LinesOf, *, noun: str
) -> int:
    """Write a line for each of ``rows``; the number of lines."""

    def pieces(progress: dict[str, Any]) -> Iterator[Piece]:
        for keys in keys_in_batches(rows.filter(pk__gt=progress["last"]), size=BATCH):
            for key, line in lines_of(keys):
                data = orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)
                yield Piece(data, {"last": key})

    progress = write_resumably(
        context,
        path,
        start={"last": 0},
        pieces=pieces,
        total=rows.count(),
        batch=BATCH,
        noun=noun,
    )
    return int(progress["written"])
