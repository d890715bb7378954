"""Which handler does which kind of job."""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.jobs.context import JobContext


@dataclass(frozen=True)
class Handler:
    """``run`` does the work from the checkpoint on and returns the closing sentence;
    ``discard`` removes what an unsuccessful job left behind.
    """

    run: Callable[[JobContext], str]
    discard: Callable[[JobContext], None]


_handlers: dict[str, Handler] = {}


def _keep(context: JobContext) -> None:
    """Discard nothing: for jobs that leave nothing behind."""


def register(
    kind: str, run: Callable[[JobContext], str], discard: Callable[[JobContext], None] = _keep
) -> None:
    """Make ``run`` the handler of ``kind``. Called from an app's ``job_handlers`` module."""
    _handlers[kind] = Handler(run, discard)


def handler_of(kind: str) -> Handler:
    """The handler of ``kind``; raises ``LookupError`` for an unknown one."""
    return _handlers[kind]
