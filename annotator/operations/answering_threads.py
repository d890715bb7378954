"""Threads that wait for their clients themselves, of which only a few answer at once.

Threads of Python run one at a time. Of sixteen that are in the middle of a request, each waits for
all the others again after every statement, on a connection of the database of its own; who came
first is finished when all are. A few keep a core as busy.

Nobody hands them what has come: the thread that the kernel wakes for a client answers it.
"""

import os
import select
import time
from collections.abc import Callable
from socket import socket
from threading import Lock, Thread, get_ident
from typing import Generic, Protocol, TypeVar

AWAY_AFTER_SECONDS = 0.05
"""Whoever has been at a request for so long waits for something other than this process: a slow
client, a locked row, a long answer that is sent in pieces. It keeps nobody else from being served.
"""


class Client(Protocol):
    """Somebody at the other end of a socket."""

    sock: socket


AnyClient = TypeVar("AnyClient", bound=Client)


class AnsweringThreads(Generic[AnyClient]):
    """Calls ``answer`` with each watched client that has sent something, in the order of that.

    With ``at_once`` threads, and with one more for each that is away: ``most`` in all. Whoever is
    answered is not watched; ``answer`` may begin to ``watch`` it again, and raises nothing.
    Somebody calls ``fill_up`` now and then. Needs epoll, which Linux has.
    """

    def __init__(self, *, answer: Callable[[AnyClient], None], at_once: int, most: int) -> None:
        self._answer = answer
        self._at_once = at_once
        self._most = most
        self.watched: dict[int, AnyClient] = {}
        self._events = select.epoll()
        self._end, self._ending = os.pipe()
        self._events.register(self._end, select.EPOLLIN)
        self._lock = Lock()
        # By thread: since when it has been at its work, None while it waits for some.
        self._busy_since: dict[int, float | None] = {}
        self._threads = 0

    def watch(self, client: AnyClient, *, is_new: bool = False, is_due: bool = False) -> None:
        """Answer the client once it sends something, or in its turn if it ``is_due``."""
        number = client.sock.fileno()
        self.watched[number] = client
        # Whoever can be written to is ready at once, and stands behind those who were before.
        wanted = select.EPOLLIN | select.EPOLLONESHOT | (select.EPOLLOUT if is_due else 0)
        (self._events.register if is_new else self._events.modify)(number, wanted)

    @property
    def is_busy(self) -> bool:
        """Whether any of them answers somebody."""
        return any(since is not None for since in list(self._busy_since.values()))

    def fill_up(self) -> None:
        """Let others begin for those that are away."""
        with self._lock:
            while self._threads < self._most and self._present() < self._at_once:
                self._threads += 1
                Thread(target=self._serve, daemon=True).start()

    def shutdown(self, *, wait: bool = False) -> None:  # noqa: ARG002 - as gunicorn calls it
        """Let the threads end once they wait for something; waits for none."""
        os.write(self._ending, b"\0")

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
        while (number := self._events.poll(maxevents=1)[0][0]) != self._end:
            self._busy_since[own] = time.monotonic()
            self._answer(self.watched.pop(number))
            self._busy_since[own] = None
            with self._lock:
                if self._present() > self._at_once:
                    self._leave(own)
                    return
        with self._lock:
            self._leave(own)

    def _leave(self, own: int) -> None:
        self._threads -= 1
        del self._busy_since[own]
