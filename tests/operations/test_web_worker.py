"""Which of several web processes accepts the next connection, and how many it answers at once."""

import logging
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
