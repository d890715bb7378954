"""Backups: one file with every row of the database, the same from SQLite and from PostgreSQL.

JSON lines under zstandard: a header with the format and the migrations; for each table a line with
its name and columns, its rows as arrays, and a line with their number and sum; a last line.
"""

import io
from collections.abc import Callable, Iterator
from typing import IO, Any

import orjson
import zstandard
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.database.snapshot import snapshot
from annotator.running.operations.tables import (
    MADE_BY_MIGRATE,
    Model,
    RowSum,
    all_models,
    applied_migrations,
    columns_of,
    empty_tables,
    filled_tables,
    insert_rows,
    read_rows,
    reset_sequences,
)

FORMAT = "plumbline-backup"
VERSION = 1
_LEVEL = 6

_WRONG_ROW = (ValueError, TypeError, OverflowError, RecursionError, ValidationError, DataError)
"""What reading or writing a row raises that has other values than its table."""

Observer = Callable[[str, int], None]
"""Told the table and how many of its rows are through."""


def write_backup(*, output: IO[bytes], observer: Observer) -> dict[str, int]:
    """Write the database as it is at this moment to ``output``; the number of rows by table."""
    counts: dict[str, int] = {}
    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    # Where ``restore`` reads the output from a pipe, it takes nothing while it compares a table.
    with compressor.stream_writer(output, closefd=False) as file, snapshot(may_pause=True):
        file.write(_line(format=FORMAT, version=VERSION, migrations=applied_migrations()))
        for model in all_models():
            table = model._meta.db_table
            file.write(_line(table=table, columns=columns_of(model)))
            total = RowSum()
            for line in read_rows(model):
                file.write(line)
                total.add(line)
                observer(table, total.rows)
            file.write(_line(end=table, **total.as_json()))
            counts[table] = total.rows
        file.write(_line(complete=True))
    return counts


def read_backup(*, source: IO[bytes], observer: Observer) -> dict[str, int]:
    """Fill an empty, migrated database with a backup; the number of rows by table.

    Everything or nothing: one transaction, in which the written rows are read again and compared.
    Raises ``ConflictError`` if the database is not empty or of another version,
    ``InvalidInputError`` if the file is not a complete backup.
    """
    counts: dict[str, int] = {}
    lines = _Lines(source)
    _check_header(lines.next_object())
    require_empty()
    try:
        with transaction.atomic():
            empty_tables(MADE_BY_MIGRATE)
            for model in all_models():
                counts[model._meta.db_table] = _restore_table(model, lines, observer)
            if lines.next_object() != {"complete": True}:
                raise lines.broken("the last line is missing")
            reset_sequences(all_models())
    except IntegrityError as error:
        raise InvalidInputError("broken_backup", f"The rows do not fit together: {error}") from None
    return counts


def require_empty() -> None:
    """Raise ``ConflictError`` if the database holds anything. It need not be migrated."""
    if filled := filled_tables():
        raise ConflictError(
            "not_empty",
            f"The database is not empty: {', '.join(filled)}. Restore into a new, migrated one.",
        )


def _check_header(header: dict[str, Any]) -> None:
    named = header.get("migrations")
    is_backup = isinstance(named, list) and all(isinstance(name, str) for name in named)
    if not is_backup or (header.get("format"), header.get("version")) != (FORMAT, VERSION):
        raise InvalidInputError(
            "no_backup", "This is not a backup. Give a file that the backup command wrote."
        )
    if (theirs := set(header["migrations"])) != (own := set(applied_migrations())):
        missing, extra = sorted(theirs - own), sorted(own - theirs)
        raise ConflictError(
            "other_version",
            f"The backup is of another version: this database lacks {missing or 'nothing'}, the "
            f"backup lacks {extra or 'nothing'}. Restore with the version that wrote it, migrated "
            "as far as it was, and upgrade afterwards.",
        )


def _restore_table(model: Model, lines: "_Lines", observer: Observer) -> int:
    table = model._meta.db_table
    if lines.next_object() != {"table": table, "columns": columns_of(model)}:
        raise lines.broken(f"table {table} is missing, or has other columns")
    total = RowSum()

    def rows() -> Iterator[bytes]:
        for line in lines.rows():
            total.add(line)
            observer(table, total.rows)
            yield line

    try:
        insert_rows(model, rows())
    except _WRONG_ROW as error:
        raise lines.broken(f"a row of {table} can't be written ({error})") from None
    if lines.next_object() != {"end": table, **total.as_json()}:
        raise lines.broken(f"number or sum of the rows of {table} differ")
    written = RowSum()
    for line in read_rows(model):
        written.add(line)
    if written.as_json() != total.as_json():
        raise lines.broken(f"table {table} differs from what was written")
    return total.rows


class _Lines:
    """The lines of a backup, objects and rows apart. Raises ``InvalidInputError``."""

    def __init__(self, source: IO[bytes]) -> None:
        self._lines = _read_lines(source)
        self._ahead: bytes | None = None
        self._number = 0

    def next_object(self) -> dict[str, Any]:
        """The next line, which has to be an object."""
        line = self._next()
        if not line.startswith(b"{"):
            raise self.broken("it ends too early" if not line else "a row is in the wrong place")
        try:
            found: dict[str, Any] = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise self.broken(str(error)) from None
        return found

    def rows(self) -> Iterator[bytes]:
        """The rows up to the next object."""
        while (line := self._next()).startswith(b"["):
            yield line
        self._ahead = line
        self._number -= 1

    def broken(self, reason: str) -> InvalidInputError:
        """The error for the line that was read last."""
        return InvalidInputError(
            "broken_backup", f"Line {self._number} of the backup: {reason}. Take another backup."
        )

    def _next(self) -> bytes:
        self._number += 1
        if self._ahead is not None:
            line, self._ahead = self._ahead, None
            return line
        try:
            return next(self._lines, b"")
        except zstandard.ZstdError as error:
            raise self.broken(f"it cannot be unpacked ({error})") from None


def _read_lines(source: IO[bytes]) -> Iterator[bytes]:
    with zstandard.ZstdDecompressor().stream_reader(source, closefd=False) as file:
        # A buffered reader splits into lines in C, however long a line is.
        yield from io.BufferedReader(file, 2**20)


def _line(**values: Any) -> bytes:
    return orjson.dumps(values, option=orjson.OPT_APPEND_NEWLINE)
