"""The database's rows in a form that is the same on every database: JSON lines and their sum."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import orjson
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder
from django.utils.duration import duration_iso_string

Model = type[models.Model]

MADE_BY_MIGRATE: tuple[Model, ...] = (ContentType, Permission)
"""Filled when a database is migrated, with other ids each time; a backup brings its own."""

_ROWS_AT_ONCE = 500
_LARGE_ROWS_AT_ONCE = 8  # a page is up to some MB
_SUM_SPACE = 2**256
_EXPONENT_FROM = 1e16  # from here on floats are written with an exponent, and have no fraction


class RowSum:
    """Number and sum of rows, whatever their order: the sum of their sha256, modulo 2**256."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: bytes) -> None:
        """Count one encoded row."""
        self.rows += 1
        digest = hashlib.sha256(line.rstrip(b"\n")).digest()
        self._sum = (self._sum + int.from_bytes(digest, "big")) % _SUM_SPACE

    def as_json(self) -> dict[str, Any]:
        """The form of the sum in a backup."""
        return {"rows": self.rows, "sum": f"{self._sum:064x}"}


def all_models() -> list[Model]:
    """Every model with its own table, in a stable order."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def columns_of(model: Model) -> list[str]:
    """The names of a model's columns."""
    return [str(field.column) for field in model._meta.concrete_fields]


def applied_migrations() -> list[str]:
    """The migrations of this database, such as ``corpus.0001_initial``.

    One that replaces others is not named, and they are, so the versions before and after the
    replacement read each other's backups.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if "_squashed_" not in name)


def filled_tables() -> list[str]:
    """The tables that hold anything beyond what migrating put there; some may not exist yet."""
    existing = set(connection.introspection.table_names())
    return [
        model._meta.db_table
        for model in all_models()
        if model not in MADE_BY_MIGRATE
        and model._meta.db_table in existing
        and model._base_manager.exists()
    ]


def read_rows(model: Model) -> Iterator[bytes]:
    """A model's rows as lines of JSON, a few at a time."""
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._base_manager.order_by("pk").values_list(*names)
    for row in rows.iterator(chunk_size=_rows_at_once(model)):
        yield encode_row(row)


def encode_row(row: Sequence[Any]) -> bytes:
    """One row as a line. Keys are sorted, since PostgreSQL does not keep their order."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
    values = [_as_postgresql_keeps(v) if isinstance(v, dict | list) else v for v in row]
    try:
        return orjson.dumps(values, default=_encode_value, option=options)
    except TypeError:
        # JSON has integers of any size, orjson only of 64 bits.
        text = json.dumps(
            values,
            default=lambda value: orjson.loads(orjson.dumps(value, default=_encode_value)),
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        return f"{text}\n".encode()


def _as_postgresql_keeps(value: Any) -> Any:
    """A value of a JSON column with its numbers as PostgreSQL gives them back: without a negative
    zero, and large ones without an exponent.
    """
    if isinstance(value, dict):
        return {key: _as_postgresql_keeps(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_postgresql_keeps(inner) for inner in value]
    if isinstance(value, float):
        return int(Decimal(repr(value))) if abs(value) >= _EXPONENT_FROM else value + 0.0
    return value


def _encode_value(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, timedelta):
        return duration_iso_string(value)
    raise TypeError(f"A backup has no form for {type(value).__name__}")


def empty_tables(tables: Iterable[Model]) -> None:
    """Remove all rows of ``tables``, the last table's first."""
    for model in reversed(list(tables)):
        model._base_manager.all().delete()


def insert_rows(model: Model, lines: Iterable[bytes]) -> None:
    """Write encoded rows as they were, ids and times included."""
    batch: list[list[Any]] = []
    limit = connection.features.max_query_params
    width = len(model._meta.concrete_fields)
    at_once = min(_rows_at_once(model), limit // width) if limit else _rows_at_once(model)
    for line in lines:
        batch.append(_decode_row(model, line))
        if len(batch) >= at_once:
            _insert(model, batch)
            batch = []
    if batch:
        _insert(model, batch)


def _decode_row(model: Model, line: bytes) -> list[Any]:
    return [
        field.get_db_prep_save(_decode(field, value), connection)
        for field, value in zip(model._meta.concrete_fields, json.loads(line), strict=True)
    ]


def _decode(field: Any, value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    return bytes.fromhex(value) if isinstance(field, models.BinaryField) else field.to_python(value)


def _insert(model: Model, batch: list[list[Any]]) -> None:
    # bulk_create would put the present time in the place of some of the times.
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column) for column in columns_of(model))
    row = f"({', '.join(['%s'] * len(columns_of(model)))})"
    rows = ", ".join([row] * len(batch))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES {rows}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for values in batch for value in values])


def reset_sequences(tables: Sequence[Model]) -> None:
    """Make new rows' ids follow the written ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def _rows_at_once(model: Model) -> int:
    large = any(isinstance(field, models.BinaryField) for field in model._meta.concrete_fields)
    return _LARGE_ROWS_AT_ONCE if large else _ROWS_AT_ONCE
