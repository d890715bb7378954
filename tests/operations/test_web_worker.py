"""Which of several web processes accepts the next connection, and how many it answers at once."""

import logging
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from annotator.operations import web_worker
from annotator.operations.web_worker import (
    MOST_HEAD_STARTS,
    Board,
    EvenThreadWorker,
    RareLines,
    requests_at_once,
)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the workers of this test did, in order."""
    done: list[str] = []
    monkeypatch.setattr(EvenThreadWorker, "board", Board())
    monkeypatch.setattr(ThreadWorker, "__init__", lambda _: None)
    monkeypatch.setattr(ThreadWorker, "accept", lambda _, listener: done.append(listener))
    monkeypatch.setattr(web_worker, "time", SimpleNamespace(sleep=lambda _: done.append("waits")))
    return done


def make_workers(*connections: int) -> list[Any]:
    """A worker for each number, which holds as many connections."""
    workers: list[Any] = [EvenThreadWorker() for _ in connections]
    for worker, number in zip(workers, connections, strict=True):
        worker.nr_conns = number
    return workers


def test_who_holds_more_connections_lets_others_accept_first(done: list[str]) -> None:
    workers = make_workers(3, 2, 2)
    for worker in workers:
        worker.accept(f"with {worker.nr_conns}")
    assert done == ["waits", "with 3", "with 2", "with 2"]
    # Those that ended are waited for no longer, and their places are given out again.
    for worker in workers[1:]:
        worker.board.leave(worker.place)
    done.clear()
    workers[0].accept("alone")
    assert (done, EvenThreadWorker().place) == (["alone"], workers[1].place)


def test_who_holds_two_more_leaves_a_connection_to_others_for_a_while(done: list[str]) -> None:
    busy, idle = make_workers(5, 3)
    for _ in range(MOST_HEAD_STARTS):
        busy.accept("busy")
    assert done == ["waits"] * MOST_HEAD_STARTS
    # The other one doesn't come.
    busy.accept("busy")
    assert done[MOST_HEAD_STARTS:] == ["waits", "busy"]
    # It came in the meantime.
    done.clear()
    busy.accept("busy")
    idle.nr_conns = 4
    busy.accept("busy")
    assert done == ["waits", "waits", "busy"]


class Connection:
    """A client's, and what became of it."""

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.told: list[str] = []
        self.parser = SimpleNamespace(unreader=SimpleNamespace(buf=BytesIO()))
        self.sock = SimpleNamespace(shutdown=lambda _: self.told.append("hung up on"))

    def set_timeout(self) -> None:
        self.told.append("kept for another while")

    def close(self, *, graceful: bool) -> None:
        self.told.append("closed" if graceful else "cut off")


class Threads:
    """Of a worker: connections that wait, and those that were given back."""

    is_busy = False

    def __init__(self, *watched: Connection) -> None:
        self.watched = dict(enumerate(watched))

    def fill_up(self) -> None:
        pass

    def watch(self, connection: Connection, *, is_due: bool) -> None:
        connection.told.append("due" if is_due else "waited for")


@pytest.mark.usefixtures("done")
def test_who_was_idle_for_too_long_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_worker, "time", SimpleNamespace(monotonic=lambda: 1000.0))
    (worker,) = make_workers(2)
    late, early = Connection(999.9), Connection(1000.1)
    worker.tpool = Threads(late, early)
    worker.notify = lambda: None
    worker.wait_for_and_dispatch_events = lambda _: None
    worker.look_after_connections()
    assert (late.told, early.told) == (["hung up on"], [])
    # The process is to end.
    worker._idle_until = 1000.0
    worker.look_after_connections()
    assert early.told == ["hung up on"]


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize(
    ("read_ahead", "told"),
    [(b"", ["kept for another while", "waited for"]), (b"GET", ["kept for another while", "due"])],
)
def test_a_connection_that_is_kept_is_waited_for(read_ahead: bytes, told: list[str]) -> None:
    (worker,) = make_workers(1)
    connection = Connection(1000.0)
    connection.parser.unreader.buf.write(read_ahead)
    worker.tpool, worker.handle = Threads(), lambda _: True
    worker.answer(connection)
    assert (connection.told, worker.nr_conns) == (told, 1)


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize("fails", [False, True])
def test_a_connection_that_is_not_kept_is_closed(fails: bool) -> None:
    (worker,) = make_workers(1)
    connection, logged = Connection(1000.0), []

    def handle(_: Any) -> bool:
        if fails:
            raise SystemExit
        return False

    worker.tpool, worker.handle = Threads(), handle
    worker.log = SimpleNamespace(exception=logged.append)
    worker.answer(connection)
    assert (connection.told, worker.nr_conns, len(logged)) == (["closed"], 0, int(fails))


@pytest.mark.parametrize(("configured", "number"), [(None, 1), ("", 1), ("2", 2), ("16", 16)])
def test_a_process_answers_as_many_requests_at_once_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch, configured: str | None, number: int
) -> None:
    monkeypatch.delenv("REQUESTS_AT_ONCE", raising=False)
    if configured is not None:
        monkeypatch.setenv("REQUESTS_AT_ONCE", configured)
    assert requests_at_once() == number


@pytest.mark.parametrize("configured", ["0", "-1", "17", "many", "1.5"])
def test_anything_but_a_number_of_requests_at_once_is_refused(
    monkeypatch: pytest.MonkeyPatch, configured: str
) -> None:
    monkeypatch.setenv("REQUESTS_AT_ONCE", configured)
    with pytest.raises(ValueError, match=rf"REQUESTS_AT_ONCE={configured}: give a whole number"):
        requests_at_once()


def test_a_line_for_each_request_is_only_made_where_somebody_sees_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lines = RareLines(Config())
    caplog.set_level(logging.WARNING, "gunicorn.access")
    assert not lines.access_log_enabled
    caplog.set_level(logging.INFO, "gunicorn.access")
    assert lines.access_log_enabled
