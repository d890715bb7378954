"""Rows that belong together, written by one statement where the database can.

PostgreSQL takes them as one prepared statement with a part for each row; SQLite, in the same
process, takes one after the other. Write them in a transaction, and roll it back if a part finds
that it comes too late.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.db import connection
from django.db.models import Field, JSONField, Model

from annotator.foundation.database.compiled_queries import Parameter, Statement

_SIZE = re.compile(r"\(.*\)")


class TooLateError(Exception):
    """Somebody else has changed a row since it was read: see the parts that say so."""


@dataclass(frozen=True, slots=True)
class Insert:
    """A new row. ``keys``: columns that take the key of another part's row, and its number.

    ``is_first``: somebody else may have written a row with its key, which is too late then.
    """

    model: type[Model]
    keys: Mapping[str, int] = field(default_factory=dict)
    is_first: bool = False

    @property
    def may_be_late(self) -> bool:
        """Whether ``TooLateError`` is possible."""
        return self.is_first

    def sql(self, number: int) -> tuple[str, list[Any]]:
        """The part of the statement, and its parameters."""
        sources = {name: f"part_{source}.id" for name, source in self.keys.items()}
        tables = ", ".join(f"part_{source}" for source in sorted(set(self.keys.values())))
        return insertion(
            self.model,
            prefix=f"{number}_",
            sources=sources,
            tables=tables,
            otherwise="ON CONFLICT DO NOTHING" if self.is_first else "",
        )

    def values(self, row: Model, number: int) -> dict[str, Any]:
        """Of ``row``, for the parameters of ``sql``."""
        return row_values(row, prefix=f"{number}_")

    def save(self, row: Model, keys: Mapping[int, int]) -> None:
        """Write it alone; ``keys`` are those of the rows that were written before."""
        for name, source in self.keys.items():
            setattr(row, name, keys[source])
        if self.is_first and self.model._base_manager.filter(pk=row.pk).exists():
            raise TooLateError
        row.save(force_insert=True)


@dataclass(frozen=True)
class Update:
    """Some columns (``attname``) of a row that is there.

    ``counter`` is one of them that counts the changes: where it is not at one less than is written,
    it is too late.
    """

    model: type[Model]
    columns: tuple[str, ...]
    counter: str = ""

    @property
    def may_be_late(self) -> bool:
        """Whether ``TooLateError`` is possible."""
        return bool(self.counter)

    def sql(self, number: int) -> tuple[str, list[Any]]:
        """The part of the statement, and its parameters."""
        *fields, key = self._fields
        written = ", ".join(f"{_quoted(each)} = {_place(each)}" for each in fields)
        counted = [each for each in fields if each.attname == self.counter]
        where = [f"{_quoted(key)} = {_place(key)}"]
        where += [f"{_quoted(each)} = {_place(each)} - 1" for each in counted]
        sql = f"UPDATE {_table(self.model)} SET {written}"  # noqa: S608 - names of columns
        return (
            f"{sql} WHERE {' AND '.join(where)} RETURNING {_quoted(key)} AS id",
            [Parameter(f"{number}_{each.attname}") for each in (*self._fields, *counted)],
        )

    def values(self, row: Model, number: int) -> dict[str, Any]:
        """Of ``row``, for the parameters of ``sql``."""
        return _prepared_values(row, self._fields, prefix=f"{number}_")

    @cached_property
    def _fields(self) -> list["Field[Any, Any]"]:
        written = [each for each in _columns(self.model) if each.attname in self.columns]
        return [*written, _key(self.model)]

    def save(self, row: Model, keys: Mapping[int, int]) -> None:  # noqa: ARG002 - see Insert
        """Write it alone."""
        if self.counter:
            before = getattr(row, self.counter) - 1
            found = self.model._base_manager.filter(pk=row.pk, **{self.counter: before})
            if not found.update(**{name: getattr(row, name) for name in self.columns}):
                raise TooLateError
        else:
            row.save(update_fields=self.columns)


@dataclass(frozen=True)
class Unchanged:
    """Writes nothing.

    It is too late if a row's ``counter`` differs from the object's; without a row it is 0.
    """

    model: type[Model]
    counter: str
    may_be_late: ClassVar[bool] = True

    def sql(self, number: int) -> tuple[str, list[Any]]:
        """The part of the statement, and its parameters."""
        key, counter = _key(self.model), self._counter
        found = (
            f"SELECT {_quoted(counter)} FROM {_table(self.model)}"  # noqa: S608 - names of columns
            f" WHERE {_quoted(key)} = {_place(key)}"
        )
        asked, wanted = (Parameter(f"{number}_{each.attname}") for each in (key, counter))
        is_so = f"{_place(counter)} IS NULL OR {_place(counter)} = COALESCE(({found}), 0)"
        return f"SELECT 1 AS id WHERE {is_so}", [wanted, wanted, asked]

    def values(self, row: Model, number: int) -> dict[str, Any]:
        """Of ``row``, for the parameters of ``sql``."""
        return _prepared_values(row, (_key(self.model), self._counter), prefix=f"{number}_")

    def save(self, row: Model, keys: Mapping[int, int]) -> None:  # noqa: ARG002 - see Insert
        """Ask alone."""
        wanted = getattr(row, self.counter)
        found = self.model._base_manager.filter(pk=row.pk).values_list(self.counter, flat=True)
        if wanted != (found.first() or 0):
            raise TooLateError

    @cached_property
    def _counter(self) -> "Field[Any, Any]":
        return next(each for each in _columns(self.model) if each.attname == self.counter)


class JointWrite:
    """Parts that are written together, always in this order. ``name`` as in ``Statement``."""

    def __init__(self, name: str, *parts: Insert | Update | Unchanged) -> None:
        self._name = name
        self._parts = parts
        self._statement: Statement | None = None

    def write(self, *rows: Model | None) -> None:
        """Write a row for each part; None: that one changes or asks nothing. New rows know their
        keys afterwards.

        Raises ``TooLateError`` if a part says so; then the transaction must be rolled back.
        """
        if is_one_statement():
            self._write_at_once(rows)
            return
        keys: dict[int, int] = {}
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            if row is not None:
                part.save(row, keys)
                keys[number] = row.pk

    def _write_at_once(self, rows: tuple[Model | None, ...]) -> None:
        self._statement = self._statement or self._make()
        values: dict[str, Any] = {}
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            # A row without a key is none that is there.
            values |= part.values(part.model() if row is None else row, number)
        (found,) = self._statement.fetch(values)
        if any(
            key is None and part.may_be_late for part, key in zip(self._parts, found, strict=True)
        ):
            raise TooLateError
        for number, (part, row) in enumerate(zip(self._parts, rows, strict=True)):
            if isinstance(part, Insert) and row is not None:
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
    model: type[Model],
    *,
    prefix: str,
    sources: Mapping[str, str],
    tables: str,
    otherwise: str = "",
) -> tuple[str, list[Any]]:
    """An ``INSERT`` for PostgreSQL, and its parameters: one for each column, by ``prefix`` and its
    name, except those of ``sources``, which come from ``tables``. Returns the key as ``id``.
    ``otherwise`` says what to do if the row can't be inserted.
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
    selected = f"SELECT {', '.join(values)}{origin} {otherwise}"
    return f"INSERT INTO {into} {selected} RETURNING {_quoted(_key(model))} AS id", parameters


def row_values(row: Model, *, prefix: str) -> dict[str, Any]:
    """A row's columns as the database takes them, by ``prefix`` and name."""
    return _prepared_values(row, _columns(type(row)), prefix=prefix)


def _prepared_values(
    row: Model, columns: Iterable["Field[Any, Any]"], *, prefix: str
) -> dict[str, Any]:
    values = {f"{prefix}{column.attname}": getattr(row, column.attname) for column in columns}
    # PostgreSQL's driver knows what all other columns hold, and their places say their types.
    for column in columns:
        if isinstance(column, JSONField):
            name = f"{prefix}{column.attname}"
            values[name] = column.get_db_prep_save(values[name], connection)
    return values


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
    # Without a cast PostgreSQL takes the columns that a SELECT returns for text.
    return f"%s::{_kind(column)}"


def _kind(column: "Field[Any, Any]") -> str:
    # A cast to a size would cut a text that is too long, instead of refusing it.
    return _SIZE.sub("", column.cast_db_type(connection) or "")
