"""PostgreSQL's plans for what requests ask: along an index, however small a table is thought to be.

A table of a few hundred rows is read from end to end sooner than along an index, and the plan of a
prepared statement, or of the check of a foreign key, stays until somebody counts the rows, which
PostgreSQL does once a minute at most. In a new project each of an annotator's requests read all
that had been answered since.
"""

from typing import Any

from django.conf import settings


def plan_along_indexes(connection: Any, **_: Any) -> None:
    """Receives Django's ``connection_created``: has the new ``connection`` read along indexes.

    A table without an index that fits is read all the same; it counts as so dear then that the plan
    would be compiled, for longer than it runs. Reads within a ``snapshot`` are of many rows, and
    planned as they always are. Behind a pooler a connection can't keep settings.
    """
    if connection.vendor == "postgresql" and settings.PREPARED_STATEMENTS:
        with connection.cursor() as cursor:
            cursor.execute("SET enable_seqscan = off; SET jit = off")
