"""Which handler does which kind of job."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.module_loading import autodiscover_modules

from annotator.workspace.jobs.context import JobContext


@dataclass(frozen=True)
class Handler:
    """``run`` does the work from the checkpoint on and returns the closing sentence; ``discard``
    removes what an unsuccessful job left behind, and ``cancelled`` is the sentence about one that
    was stopped. ``is_past_undoing`` says, from a checkpoint, whether people may have seen the
    result already: then only the job's end is missing, and it can't be cancelled any more.
    """

    run: Callable[[JobContext], str]
    discard: Callable[[JobContext], None]
    cancelled: str = "Cancelled. Nothing was changed."
    is_past_undoing: Callable[[dict[str, Any]], bool] = lambda checkpoint: False  # noqa: ARG005


_handlers: dict[str, Handler] = {}


def _keep(context: JobContext) -> None:
    """Discard nothing: for jobs that leave nothing behind."""


def register(
    kind: str,
    run: Callable[[JobContext], str],
    discard: Callable[[JobContext], None] = _keep,
    cancelled: str = Handler.cancelled,
    is_past_undoing: Callable[[dict[str, Any]], bool] = Handler.is_past_undoing,
) -> None:
    """Make ``run`` the handler of ``kind``. Called from an app's ``job_handlers`` module."""
    _handlers[kind] = Handler(run, discard, cancelled, is_past_undoing)


@cache
def load_handlers() -> None:
    """Import every app's ``job_handlers`` module. With them come numpy and all formats, which most
    commands can do without.
    """
    autodiscover_modules("job_handlers")


def known_kinds() -> list[str]:
    """The kinds that have a handler."""
    load_handlers()
    return sorted(_handlers)


def handler_of(kind: str) -> Handler:
    """The handler of ``kind``; raises ``LookupError`` for an unknown one."""
    load_handlers()
    return _handlers[kind]
