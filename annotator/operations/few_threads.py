"""A pool of threads of which only a few answer at once, however many there are.

Threads of Python run one at a time. Of sixteen that are in the middle of a request, each waits for
all the others again after every statement, on a connection of the database of its own; who came
first is finished when all are. A few keep a core as busy.
"""

import time
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from threading import Lock, Thread, get_ident
from typing import Any

AWAY_AFTER_SECONDS = 0.1
"""Whoever has been at a request for so long waits for something other than this process: a slow
client, a locked row, a long answer that is sent in pieces. It keeps nobody else from being served.
"""

_Work = tuple["Future[Any]", Any, tuple[Any, ...], dict[str, Any]]


class FewThreads(Executor):
    """Works with ``at_once`` threads, and with one more for each that is away: ``most`` in all.

    Work is begun in the order in which it came. Whoever gives it calls ``fill_up`` now and then
    while ``is_waiting``.
    """

    def __init__(self, *, at_once: int, most: int) -> None:
        self._at_once = at_once
        self._most = most
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._lock = Lock()
        # By thread: since when it has been at its work, None while it waits for some.
        self._busy_since: dict[int, float | None] = {}
        self._threads = 0

    @property
    def is_waiting(self) -> bool:
        """Whether there is work that nobody has begun."""
        return not self._work.empty()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Have a thread call ``fn``; what comes of it."""
        future: Future[Any] = Future()
        self._work.put((future, fn, args, kwargs))
        self.fill_up()
        return future

    def fill_up(self) -> None:
        """Let others begin where too few threads are there for what waits."""
        with self._lock:
            while self._is_one_too_few():
                self._threads += 1
                Thread(target=self._serve, daemon=True).start()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002, ARG002 - as of Executor
        """Let the threads end once all work is begun; waits for none."""
        for _ in range(self._most):
            self._work.put(None)

    def _is_one_too_few(self) -> bool:
        is_needed = not self._work.empty() or not self._threads
        return is_needed and self._threads < self._most and self._present() < self._at_once

    def _present(self) -> int:
        """How many threads are not away."""
        away_since = time.monotonic() - AWAY_AFTER_SECONDS
        return self._threads - sum(
            since is not None and since < away_since for since in self._busy_since.values()
        )

    def _serve(self) -> None:
        own = get_ident()
        with self._lock:
            self._busy_since[own] = None
        while (work := self._work.get()) is not None:
            self._busy_since[own] = time.monotonic()
            _carry_out(*work)
            self._busy_since[own] = None
            del work
            with self._lock:
                if self._present() > self._at_once:
                    break
        with self._lock:
            self._threads -= 1
            del self._busy_since[own]


def _carry_out(
    future: "Future[Any]", function: Any, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = function(*arguments, **named)
    except BaseException as error:  # noqa: BLE001 - it is whoever asked that has to know
        future.set_exception(error)
    else:
        future.set_result(result)
