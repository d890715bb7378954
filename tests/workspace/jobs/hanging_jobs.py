"""Jobs that hang in ways in which nothing inside their process helps; read by real workers."""

import os
import signal

from django.db import transaction

from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.registry import register


def read_pipe(context: JobContext) -> str:
    """Wait for somebody to write to a pipe."""
    with open(context.parameters["pipe"], "rb") as pipe:  # noqa: PTH123 - for ever
        pipe.read()
    return "Read."


def freeze(context: JobContext) -> str:
    """Freeze the process within a transaction, which keeps SQLite's only lock."""
    with transaction.atomic():
        context.save(done=1)
        os.kill(os.getpid(), signal.SIGSTOP)
    return "Thawed."


register("read_pipe", read_pipe)
register("freeze", freeze)
