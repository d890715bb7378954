"""Calls that begin at the same moment, each in a thread with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection, connections

from annotator.exceptions import DomainError


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each call gives, in their order."""
    start = Barrier(len(calls))
    connection.close()

    def run(call: Callable[[], Any]) -> Any:
        try:
            start.wait()
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def outcomes_at_once(calls: Sequence[Callable[[], object]]) -> list[str]:
    """What comes of the calls: *done*, or an error's code; sorted."""

    def outcome(call: Callable[[], object]) -> str:
        try:
            call()
        except DomainError as error:
            return error.code
        return "done"

    return sorted(at_once([lambda call=call: outcome(call) for call in calls]))
