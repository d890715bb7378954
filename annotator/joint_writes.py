"""Rows that belong together, written by one statement where the database can.

PostgreSQL takes them as one prepared statement with a part for each row; SQLite, which is asked in
the same process, takes one after the other. Either belongs into a transaction.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Field, Model

from annotator.compiled_queries import Parameter, Statement

_SIZE = re.compile(r"\(.*\)")


@dataclass(frozen=True, slots=True)
class Insert:
    """A new row. ``keys``: columns that take the key of another part's row, and its number."""

    model: type[Model]
    keys: Mapping[str, int] = field(default_factory=dict)

    def sql(self, number: int) -> tuple[str, list[Any]]:
        """The part of the statement, and its parameters."""
        sources = {name: f"part_{source}.id" for name, source in self.keys.items()}
        tables = ", ".join(f"part_{source}" for source in sorted(set(self.keys.values())))
        return insertion(self.model, prefix=f"{number}_", sources=sources, tables=tables)

    def values(self, row: Model, number: int) -> dict[str, Any]:
        """Of ``row``, for the parameters of ``sql``."""
        return row_values(row, prefix=f"{number}_")

    def save(self, row: Model, keys: Mapping[int, int]) -> None:
        """Write it by itself; ``keys`` are those of the rows that were written before."""
        for name, source in self.keys.items():
            setattr(row, name, keys[source])
        row.save(force_insert=True)


@dataclass(frozen=True)
class Update:
    """Some columns (``attname``) of a row that is there. One without a key changes nothing."""

    model: type[Model]
    columns: tuple[str, ...]

    def sql(self, number: int) -> tuple[str, list[Any]]:
        """The part of the statement, and its parameters."""
        *fields, key = self._fields
        written = ", ".join(f"{_quoted(each)} = {_place(each)}" for each in fields)
        where = f"WHERE {_quoted(key)} = {_place(key)} RETURNING {_quoted(key)} AS id"
        return (
            f"UPDATE {_table(self.model)} SET {written} {where}",  # noqa: S608 - names of columns
            [Parameter(f"{number}_{each.attname}") for each in self._fields],
        )

    def values(self, row: Model, number: int) -> dict[str, Any]:
        """Of ``row``, for the parameters of ``sql``."""
        return _prepared_values(row, self._fields, prefix=f"{number}_")

    @cached_property
    def _fields(self) -> list["Field[Any, Any]"]:
        written = [each for each in _columns(self.model) if each.attname in self.columns]
        return [*written, _key(self.model)]

    def save(self, row: Model, keys: Mapping[int, int]) -> None:  # noqa: ARG002 - see Insert
        """Write it by itself."""
        if row.pk is not None:
            row.save(update_fields=self.columns)


class JointWrite:
    """Parts that are written together, always in this order. ``name`` as of ``Statement``."""

    def __init__(self, name: str, *parts: Insert | Update) -> None:
        self._name = name
        self._parts = parts
        self._statement: Statement | None = None

    def write(self, *rows: Model) -> None:
        """Write a row for each part. New ones know their keys afterwards."""
        if is_one_statement():
            self._write_at_once(rows)
            return
        keys: dict[int, int] = {}
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            part.save(row, keys)
            keys[number] = row.pk

    def _write_at_once(self, rows: tuple[Model, ...]) -> None:
        self._statement = self._statement or self._make()
        values: dict[str, Any] = {}
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            values |= part.values(row, number)
        (found,) = self._statement.fetch(values)
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            if isinstance(part, Insert):
                for name, source in part.keys.items():
                    setattr(row, name, found[source])
                mark_written(row, key=found[number])

    def _make(self) -> Statement:
        parts, parameters = [], []
        for number, part in enumerate(self._parts):
            sql, own = part.sql(number)
            parts.append(f"part_{number} AS ({sql})")
            parameters += own
        keys = ", ".join(f"(TABLE part_{number})" for number in range(len(parts)))
        return Statement(self._name, f"WITH {', '.join(parts)} SELECT {keys}", parameters)


def is_one_statement() -> bool:
    """Whether rows are written together here."""
    return connection.vendor == "postgresql" and settings.PREPARED_STATEMENTS


def insertion(
    model: type[Model], *, prefix: str, sources: Mapping[str, str], tables: str
) -> tuple[str, list[Any]]:
    """An ``INSERT`` for PostgreSQL, and its parameters: one for each column, by ``prefix`` and its
    name, but for those of ``sources``, which come out of ``tables``. Gives the key as ``id``.
    """
    names, values, parameters = [], [], []
    for column in _columns(model):
        if column.primary_key and column.db_returning:
            continue  # counted by the database
        names.append(_quoted(column))
        if column.attname in sources:
            values.append(f"{sources[column.attname]}::{_kind(column)}")
        else:
            values.append(_place(column))
            parameters.append(Parameter(f"{prefix}{column.attname}"))
    into, origin = f"{_table(model)} ({', '.join(names)})", f" FROM {tables}" if tables else ""
    selected = f"SELECT {', '.join(values)}{origin} RETURNING {_quoted(_key(model))} AS id"
    return f"INSERT INTO {into} {selected}", parameters


def row_values(row: Model, *, prefix: str) -> dict[str, Any]:
    """A row's columns as the database takes them, by ``prefix`` and name."""
    return _prepared_values(row, _columns(type(row)), prefix=prefix)


def _prepared_values(
    row: Model, columns: Iterable["Field[Any, Any]"], *, prefix: str
) -> dict[str, Any]:
    return {
        f"{prefix}{column.attname}": column.get_db_prep_save(
            getattr(row, column.attname), connection
        )
        for column in columns
    }


def mark_written(row: Model, *, key: int) -> None:
    """Let a new row's object know that it is stored."""
    row.pk = key
    row._state.adding = False
    row._state.db = "default"


def _columns(model: type[Model]) -> list["Field[Any, Any]"]:
    return list(model._meta.concrete_fields)


def _key(model: type[Model]) -> "Field[Any, Any]":
    return next(each for each in _columns(model) if each.primary_key)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _quoted(column: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(column.column or "")


def _place(column: "Field[Any, Any]") -> str:
    # What stands in a SELECT's list is a text to PostgreSQL unless it is told otherwise.
    return f"%s::{_kind(column)}"


def _kind(column: "Field[Any, Any]") -> str:
    # A cast to a size would cut what is too long, instead of refusing it.
    return _SIZE.sub("", column.cast_db_type(connection) or "")
