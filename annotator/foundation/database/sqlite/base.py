"""SQLite's own waiting is a lottery: whichever process asks again at the right moment gets the
lock, and among many writers some never do. So each transaction first waits in the kernel's queue
for a lock file beside the database, for as many seconds as SQLite's own ``timeout``, since a frozen
process keeps the lock. A killed one leaves the queue by itself.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import IO, Any

from django.db import OperationalError, transaction
from django.db.backends.sqlite3 import base, operations, schema
from django.db.models import Model

from annotator.foundation.database.patience import Patience
from annotator.foundation.files.file_turns import take_turn


class DatabaseOperations(operations.DatabaseOperations):
    """Empties tables as PostgreSQL's TRUNCATE does: triggers that guard single rows don't fire."""

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        """Run ``sql_list``, with the triggers removed until all of it is done."""
        with (
            transaction.atomic(using=self.connection.alias),
            self.connection.cursor() as cursor,
        ):
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {self.quote_name(name)}")
            super().execute_sql_flush(sql_list)
            for _, statement in triggers:
                cursor.execute(statement)


class SchemaEditor(schema.DatabaseSchemaEditor):
    """Remakes a table with its triggers, and although triggers of other tables look at it.

    SQLite refuses to rename while a trigger names a table that is gone for the moment.
    """

    def _remake_table(self, model: type[Model], *args: Any, **options: Any) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        for name, _ in triggers:
            self.execute(f"DROP TRIGGER {self.quote_name(name)}")
        super()._remake_table(model, *args, **options)  # type: ignore[misc]
        for _, statement in triggers:
            self.execute(statement, None)


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the lock file from BEGIN IMMEDIATE to the end of the transaction."""

    ops_class = DatabaseOperations
    SchemaEditorClass = SchemaEditor
    turn_seconds: int | None = None
    """How long a transaction waits for its turn; None: for SQLite's own ``timeout``."""
    _turn: IO[bytes] | None = None

    def _start_transaction_under_autocommit(self) -> None:
        self._take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _take_turn(self) -> None:
        if self._turn is not None:
            return
        attempt = partial(_turn_within, Path(f"{self._database_path()}-queue"))
        seconds = self.turn_seconds
        if seconds is None:
            seconds = self.settings_dict["OPTIONS"]["timeout"]
        try:
            self._turn = Patience.wait(attempt, seconds=seconds)
        except TimeoutError as error:
            raise OperationalError(f"database is locked {error}") from None
        Patience.note_answer()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.close()

    def write_anew(self) -> bool:
        """Rewrite the whole file, so that nothing deleted is left in it or beside it.

        Returns whether the log could be emptied; a long read prevents that. Takes the room of a
        second file, and other writers wait.
        """
        self.ensure_connection()
        self._take_turn()
        try:
            with self.cursor() as cursor:
                cursor.execute("VACUUM")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                (is_busy, *_) = cursor.fetchone()
        finally:
            self._end_turn()
        return not is_busy

    def _database_path(self) -> Any:
        return self.settings_dict["NAME"]


def _turn_within(path: Path, seconds: float) -> IO[bytes] | None:
    try:
        return take_turn(path, seconds=seconds)
    except TimeoutError:
        return None
