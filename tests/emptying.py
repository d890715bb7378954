"""How tests that commit leave an empty database behind."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

AS_REPLICA = "SET LOCAL session_replication_role = replica"


def empty_row_by_row(connection: BaseDatabaseWrapper, patch: pytest.MonkeyPatch) -> None:
    """Let tests that commit delete their rows where they would truncate all tables.

    PostgreSQL writes new files for each table that it truncates, a hundred of them, however few
    rows are in it. As a replica it asks neither foreign keys nor the guards against deletion; only
    a superuser may say so, for others all stays as it is. ``flush`` within a test truncates.
    """
    if connection.vendor != "postgresql" or not _is_superuser(connection):
        return
    teardown: Any = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def sql_flush(style: Any, tables: Sequence[str], **_: Any) -> list[str]:
        quoted = map(connection.ops.quote_name, tables)
        return [AS_REPLICA, *(f"DELETE FROM {table}" for table in quoted)]  # noqa: S608

    def delete(case: Any) -> None:
        with pytest.MonkeyPatch.context() as during:
            during.setattr(connection.ops, "sql_flush", sql_flush)
            teardown(case)

    patch.setattr(TransactionTestCase, "_fixture_teardown", delete)


def _is_superuser(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        row = cursor.fetchone()
    return bool(row and row[0])
