"""gunicorn's web process with threads, with connections dealt out evenly.

Clients keep their connections, and a connection stays with the process that accepted it. Of several
processes that wait for the next one, the one that happens to be awake takes it: eight clients came
to lie 7 : 1 over two processes, one of them busy and the other idle.
"""

import contextlib
import logging
import mmap
import os
import selectors
import time
from socket import SHUT_RD
from threading import Lock
from typing import Any, ClassVar

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from annotator.operations.answering_threads import AWAY_AFTER_SECONDS, AnsweringThreads

MOST_PROCESSES = 512
HEAD_START_SECONDS = 0.002
MOST_HEAD_STARTS = 25
"""How often a process leaves connections to those that hold at least two fewer, before it takes one
all the same: after 50 ms, if none of them comes because the machine is busy.
"""

MOST_AT_ONCE = 16
"""Requests that a process may be told to answer at once: its threads."""

QUIET_SECONDS = 0.1
"""How often a process without work looks around."""

_NOBODY = 0xFFFF


def requests_at_once() -> int:
    """Of one process, from the environment; raises ValueError for anything but 1 to 16.

    While some wait for the database, others run: where the database is far, it takes more.
    """
    configured = os.environ.get("REQUESTS_AT_ONCE") or "1"
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
    """gunicorn's, with threads that wait for clients themselves, and connections dealt out evenly.

    It lets a process with fewer connections accept the next one first. It only waits a moment for
    that, longer when it holds two more than another, and its own connections are served meanwhile:
    where nobody else comes, it takes the connection itself.
    """

    board: ClassVar[Board] = Board()
    _connections = 0
    _head_starts = 0
    _idle_until = float("inf")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Runs in the arbiter, before it forks.
        self.place = self.board.join()
        self._counting = Lock()
        super().__init__(*args, **kwargs)

    def get_thread_pool(self) -> AnsweringThreads[Any]:
        """Threads of which a few answer at once."""
        threads: AnsweringThreads[Any] = AnsweringThreads(
            answer=self.answer, at_once=requests_at_once(), most=self.cfg.threads
        )
        # gunicorn looks at how many there are before it keeps one more.
        self.keepalived_conns = threads.watched
        return threads

    def run(self) -> None:
        """Accept connections until the process is to end; then end those that there are."""
        self.poller.register(
            self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks
        )
        while self.alive and self.is_parent_alive():
            self.set_accept_enabled(self.nr_conns < self.worker_connections)
            self.look_after_connections()
        self.set_accept_enabled(False)
        self._idle_until = time.monotonic() + STOP_KEEPALIVE_LINGER
        end = time.monotonic() + self.cfg.graceful_timeout
        while self.nr_conns > 0 and time.monotonic() < end:
            self.look_after_connections()
        self.tpool.shutdown()
        self.poller.close()
        self.method_queue.close()
        for listener in self.sockets:
            listener.close()

    def look_after_connections(self) -> None:
        """Accept what comes within a moment, and see to those that there are."""
        self.notify()
        self.tpool.fill_up()
        now = time.monotonic()
        for connection in list(self.tpool.watched.values()):
            if min(connection.timeout, self._idle_until) <= now:
                # Whoever is woken by that closes it, unless a request came in the meantime.
                with contextlib.suppress(OSError):
                    connection.sock.shutdown(SHUT_RD)
        self.wait_for_and_dispatch_events(
            AWAY_AFTER_SECONDS if self.tpool.is_busy else QUIET_SECONDS
        )

    def enqueue_req(self, conn: Any) -> None:
        """Have a new connection answered once it has sent something."""
        conn.data_ready = True
        conn.set_timeout()
        self.tpool.watch(conn, is_new=True)

    def answer(self, conn: Any) -> None:
        """Answer a request, and keep its connection or close it."""
        is_kept = False
        try:
            is_kept = self.handle(conn)
        except BaseException:
            self.log.exception("Error handling request")
        if is_kept:
            conn.set_timeout()
            # What was read with the last request can't be waited for.
            self.tpool.watch(conn, is_due=bool(conn.parser.unreader.buf.getvalue()))
            return
        with self._counting:
            self.nr_conns -= 1
        with contextlib.suppress(OSError):
            conn.close(graceful=True)

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
        with self._counting:
            super().accept(listener)


class RareLines(Logger):  # type: ignore[misc]
    """gunicorn's log, which puts a line for each request together only where somebody sees it."""

    @property
    def access_log_enabled(self) -> bool:
        """Whether anybody does."""
        return bool(self.access_log.isEnabledFor(logging.INFO))
