"""What guards rows in the database."""

from django.db import connection


def tables_with_trigger(name: str) -> set[str]:
    """The tables that have a trigger called after them and ``name``."""
    catalogue = (
        "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with connection.cursor() as cursor:
        cursor.execute(catalogue)
        return {table for table, found in cursor.fetchall() if found == f"{table}_{name}"}
