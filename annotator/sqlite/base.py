"""SQLite's own waiting is a lottery: whoever asks again at the right moment gets the lock, and
under many writers some never do. So each transaction first waits in the kernel's queue for a lock
file beside the database. A killed process leaves the queue by itself.
"""

import fcntl
from pathlib import Path
from typing import IO, Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the lock file from BEGIN IMMEDIATE to the end of the transaction."""

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
        # Opened anew each time: a lock that a forked child inherits would never be free again.
        turn = Path(f"{self._database_path()}-queue").open("ab")  # noqa: SIM115 - _end_turn closes it
        fcntl.flock(turn, fcntl.LOCK_EX)
        self._turn = turn

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.close()

    def _database_path(self) -> Any:
        return self.settings_dict["NAME"]
