"""What the tables of the test database look like."""

from collections.abc import Iterator

from django.db import connection

POSTGRESQL = {
    "columns": """
        SELECT table_name, column_name, udt_name, character_maximum_length, is_nullable,
            column_default, is_identity, collation_name
        FROM information_schema.columns WHERE table_schema = 'public'
    """,
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    """,
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": """
        SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger
        WHERE NOT tgisinternal
    """,
    "functions": """
        SELECT proname, pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
    """,
}
SQLITE = """
    SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL
    AND name NOT LIKE 'sqlite%'
"""


def schema() -> set[tuple[str, ...]]:
    """Tables, columns, constraints, indexes and triggers; the order of columns says nothing.

    SQLite moves a column to the end of its table when it changes.
    """
    return set(_on_sqlite() if connection.vendor == "sqlite" else _on_postgresql())


def _on_postgresql() -> Iterator[tuple[str, ...]]:
    with connection.cursor() as cursor:
        for kind, query in POSTGRESQL.items():
            cursor.execute(query)
            yield from ((kind, *map(str, row)) for row in cursor.fetchall())


def _on_sqlite() -> Iterator[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(SQLITE)
        for kind, name, table, statement in cursor.fetchall():
            if kind == "table":
                yield from ((name, part) for part in _parts(statement))
            else:
                yield kind, name, table, statement


def _parts(statement: str) -> Iterator[str]:
    """The columns and constraints of a ``CREATE TABLE``."""
    body = statement.partition("(")[2].rpartition(")")[0]
    depth, part = 0, ""
    # No name and no text that is compared with has a comma or a bracket.
    for character in body + ",":
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += character
