"""How tests that commit leave an empty database behind."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

from annotator.running.operations.tables import MADE_BY_MIGRATE

AS_REPLICA = "SET LOCAL session_replication_role = replica"


def empty_quickly(connection: BaseDatabaseWrapper, patch: pytest.MonkeyPatch) -> None:
    """Let tests that commit delete what they may have written, and nothing else.

    What ``migrate`` fills Django would empty too, and fill anew: 500 rows, compared one by one.
    They stay, unless a test took some away.

    PostgreSQL writes new files for each table that it truncates, a hundred of them, however few
    rows are in it. As a replica it asks neither foreign keys nor the guards against deletion; only
    a superuser may say so, for others it truncates. ``flush`` within a test truncates.
    """
    teardown: Any = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
    row_by_row = connection.vendor == "postgresql" and _is_superuser(connection)
    usual: Any = connection.ops.sql_flush
    kept = {model._meta.db_table for model in MADE_BY_MIGRATE}
    migrated = _rows_made_by_migrate()

    def sql_flush(style: Any, tables: Sequence[str], **more: Any) -> list[str]:
        emptied = [table for table in tables if table not in kept]
        if not row_by_row:
            statements: list[str] = usual(style, emptied, **more)
            return statements
        quoted = map(connection.ops.quote_name, emptied)
        return [AS_REPLICA, *(f"DELETE FROM {table}" for table in quoted)]  # noqa: S608

    def empty(case: Any) -> None:
        nonlocal migrated
        if _rows_made_by_migrate() != migrated:
            teardown(case)
            # Filled anew, they are those of today's models, without one that the migrations made
            # of a model that is gone.
            migrated = _rows_made_by_migrate()
            return
        with pytest.MonkeyPatch.context() as during:
            during.setattr(connection.ops, "sql_flush", sql_flush)
            during.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
            teardown(case)
        # A restored backup brings other ids.
        ContentType.objects.clear_cache()

    patch.setattr(TransactionTestCase, "_fixture_teardown", empty)


def _rows_made_by_migrate() -> list[int]:
    return [model._default_manager.count() for model in MADE_BY_MIGRATE]


def _is_superuser(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        row = cursor.fetchone()
    return bool(row and row[0])
