"""Which of several web processes accepts the next connection."""

from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.workers.gthread import ThreadWorker

from annotator.operations import web_worker
from annotator.operations.web_worker import Board, EvenThreadWorker


def test_who_holds_more_connections_lets_others_accept_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(EvenThreadWorker, "board", Board())
    monkeypatch.setattr(ThreadWorker, "__init__", lambda _: None)
    monkeypatch.setattr(ThreadWorker, "accept", lambda _, listener: done.append(listener))
    waiting = SimpleNamespace(sleep=lambda _: done.append("waits"))
    monkeypatch.setattr(web_worker, "time", waiting)
    workers: list[Any] = [EvenThreadWorker() for _ in range(3)]
    for worker, connections in zip(workers, (3, 2, 2), strict=True):
        worker.nr_conns = connections
    for worker in workers:
        worker.accept(f"with {worker.nr_conns}")
    assert done == ["waits", "with 3", "with 2", "with 2"]
    # Those that ended are waited for no longer, and their places are given out again.
    for worker in workers[1:]:
        worker.board.leave(worker.place)
    done.clear()
    workers[0].accept("alone")
    assert (done, EvenThreadWorker().place) == (["alone"], workers[1].place)
