"""gunicorn's web process with threads, with connections dealt out evenly.

Clients keep their connections, and a connection stays with the process that accepted it. Of several
processes that wait for the next one, the one that happens to be awake takes it: eight clients came
to lie 7 : 1 over two processes, one of them busy and the other idle.
"""

import logging
import mmap
import os
import time
from typing import Any, ClassVar

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from annotator.operations.few_threads import AWAY_AFTER_SECONDS, FewThreads

MOST_PROCESSES = 512
HEAD_START_SECONDS = 0.002
MOST_HEAD_STARTS = 25
"""How often a process leaves connections to those that hold at least two fewer, before it takes one
all the same: after 50 ms, if none of them comes because the machine is busy.
"""

MOST_AT_ONCE = 16
"""Requests that a process may be told to answer at once: its threads."""

_NOBODY = 0xFFFF


def requests_at_once() -> int:
    """Of one process, from the environment; raises ValueError for anything but 1 to 16.

    While some wait for the database, others run: where the database is far, it takes more.
    """
    configured = os.environ.get("REQUESTS_AT_ONCE") or "2"
    if not (configured.isdecimal() and 1 <= int(configured) <= MOST_AT_ONCE):
        raise ValueError(
            f"REQUESTS_AT_ONCE={configured}: give a whole number from 1 to {MOST_AT_ONCE}"
        )
    return int(configured)


class Board:
    """How many connections each process holds, in memory that all of them share."""

    def __init__(self) -> None:
        self._counts = memoryview(mmap.mmap(-1, 2 * MOST_PROCESSES)).cast("H")
        self._counts[:] = memoryview(b"\xff\xff" * MOST_PROCESSES).cast("H")

    def join(self) -> int:
        """A place of one's own, without connections."""
        place = next(
            (place for place, count in enumerate(self._counts) if count == _NOBODY), MOST_PROCESSES
        )
        self.write(place, 0)
        return place

    def write(self, place: int, connections: int) -> None:
        """Note how many connections a process holds."""
        if place < MOST_PROCESSES:
            self._counts[place] = min(connections, _NOBODY - 1)

    def leave(self, place: int) -> None:
        """Give a place back."""
        self.write(place, 0)
        if place < MOST_PROCESSES:
            self._counts[place] = _NOBODY

    def is_ahead(self, connections: int) -> bool:
        """Whether any process holds fewer than ``connections``."""
        return any(count < connections for count in self._counts.tolist())


class EvenThreadWorker(ThreadWorker):  # type: ignore[misc]
    """Lets a process with fewer connections accept the next one first.

    It only waits a moment for that, longer when it holds two more than another, and its own
    connections are served meanwhile: where nobody else comes, it takes the connection itself.
    """

    board: ClassVar[Board] = Board()
    _connections = 0
    _head_starts = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Runs in the arbiter, before it forks.
        self.place = self.board.join()
        super().__init__(*args, **kwargs)

    def get_thread_pool(self) -> FewThreads:
        """Threads of which a few answer at once."""
        return FewThreads(at_once=requests_at_once(), most=self.cfg.threads)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Do what has come; where requests wait, see soon whether somebody is there for them."""
        if self.tpool.is_waiting:
            self.tpool.fill_up()
            timeout = min(timeout, AWAY_AFTER_SECONDS)
        super().wait_for_and_dispatch_events(timeout)

    @property
    def nr_conns(self) -> int:
        """How many connections are open, as gunicorn counts them."""
        return self._connections

    @nr_conns.setter
    def nr_conns(self, number: int) -> None:
        self._connections = number
        self.board.write(self.place, number)

    def accept(self, listener: Any) -> None:
        """Accept a connection, unless somebody with fewer of them does."""
        if self.board.is_ahead(self._connections):
            time.sleep(HEAD_START_SECONDS)
            is_far_behind = self.board.is_ahead(self._connections - 1)
            if is_far_behind and self._head_starts < MOST_HEAD_STARTS:
                # Whoever polls sees it again at once, if it is still there.
                self._head_starts += 1
                return
        self._head_starts = 0
        super().accept(listener)


class RareLines(Logger):  # type: ignore[misc]
    """gunicorn's log, which puts a line for each request together only where somebody sees it."""

    @property
    def access_log_enabled(self) -> bool:
        """Whether anybody does."""
        return bool(self.access_log.isEnabledFor(logging.INFO))
