"""How PostgreSQL finds the rows of each statement: its indexes, and what it reads from end to end.

Each statement is explained in its own transaction just before it runs, as it is sent: a prepared
one with the plan that the connection has by then, one of a server-side cursor as a cursor's.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

EXPLAINED = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "EXECUTE")
_TABLE = re.compile(r'(?:FROM|INTO|UPDATE) "(\w+)"')


@dataclass(frozen=True)
class Plan:
    """Of one statement: names of indexes, and tables that are read from end to end."""

    statement: str
    indexes: tuple[str, ...]
    scanned: tuple[str, ...]

    @property
    def name(self) -> str:
        """The verb with the first table, or with the name of what was prepared."""
        verb, named = self.statement.lstrip("( ").split()[:2]
        table = _TABLE.search(self.statement)
        return f"{verb} {table[1] if table else named}"


@contextmanager
def plans_of() -> Iterator[list[Plan]]:
    """The plans of what is sent inside, each once; a batch like one before is left out."""
    from django.db import connection

    found: dict[Plan, None] = {}
    plans: list[Plan] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        if sql.lstrip("( ").startswith(EXPLAINED):
            is_of_a_cursor = getattr(context["cursor"].cursor, "name", None) is not None
            plan = explain(sql, params, is_of_a_cursor=is_of_a_cursor)
            if plan not in found:
                found[plan] = None
                plans.append(plan)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield plans


def explain(sql: str, params: Any, *, is_of_a_cursor: bool) -> Plan:
    """The plan of a statement, which is not run."""
    from django.db import connection

    declared = "DECLARE explained CURSOR FOR " if is_of_a_cursor else ""
    # Past Django's wrappers, or the question would be explained as well.
    with connection.connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {declared}{sql}", params)
        (answer,) = cursor.fetchone()
    root = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
    nodes = list(_nodes(root))
    return Plan(
        statement=sql,
        indexes=tuple(dict.fromkeys(node["Index Name"] for node in nodes if "Index Name" in node)),
        scanned=tuple(
            dict.fromkeys(
                node["Relation Name"] for node in nodes if node["Node Type"].endswith("Seq Scan")
            )
        ),
    )


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def large_tables(least: int) -> set[str]:
    """The tables that have at least so many rows, by the statistics of the last ANALYZE."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [least]
        )
        return {name for (name,) in cursor.fetchall()}
