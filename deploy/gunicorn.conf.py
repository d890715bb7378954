"""How gunicorn serves: the address and the number of processes come from the environment."""

import gc
import os
import shutil
import tempfile
from importlib import import_module
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

# Each process counts requests for itself; together they are summed up in this folder. It has to be
# known before anything imports the metrics. In memory, where there is room: the files are mapped,
# and a process that counts on a full disk would be killed.
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - gunicorn and mkdtemp make their own names in it
_IN_MEMORY = str(_SHARED_MEMORY) if _SHARED_MEMORY.is_dir() else None
_METRICS = tempfile.mkdtemp(prefix="plumbline-metrics-", dir=_IN_MEMORY)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _METRICS

from gunicorn.glogging import Logger  # noqa: E402

from annotator.settings import LOGGING, ROOT_URLCONF, given  # noqa: E402

bind = given.bind
workers = given.workers
# nginx waits for slow clients, so a thread waits for the database at most.
worker_class = "gthread"
threads = 8
timeout = 60
graceful_timeout = 30
keepalive = 30
preload_app = True
# Whom to believe about the scheme, Django alone decides.
secure_scheme_headers: dict[str, str] = {}
# A newer gunicorn would open a socket for commands in the home folder.
control_socket_disable = True


class Quiet(Logger):
    """gunicorn's log, without a line for each request: Plumbline writes one itself."""

    def access(self, *_: Any) -> None:
        """Nothing."""


logger_class = Quiet
# Its own lines look like all others.
_plain = {"handlers": [], "propagate": True, "level": LOGGING["root"]["level"]}
logconfig_dict = {
    **LOGGING,
    "loggers": {**LOGGING["loggers"], "gunicorn.error": _plain, "gunicorn.access": _plain},
}
if _IN_MEMORY:
    # The heartbeat files must not wait for a busy disk.
    worker_tmp_dir = _IN_MEMORY


def when_ready(server: Any) -> None:  # noqa: ARG001 - gunicorn's signature
    """Load what requests need before the processes that answer them are forked, and share it.

    The garbage collector leaves it alone from then on: walking through it holds every thread up for
    some 80 ms, finds nothing, and makes each process a copy of its own.
    """
    from django.core.cache import caches
    from django.db import connection

    from annotator.running.operations.readiness import migrations_are_applied
    from annotator.workspace.jobs.registry import load_handlers

    import_module(ROOT_URLCONF)
    load_handlers()
    # Each process that is asked for the first time whether it is ready would load all migrations,
    # and write into 14 MB of the memory that they share. None keeps this connection.
    migrations_are_applied()
    connection.close()
    # The driver of Redis takes 18 MB. No connection is made yet.
    caches["default"]
    gc.collect()
    gc.freeze()


def post_fork(server: Any, worker: Any) -> None:  # noqa: ARG001 - gunicorn's signature
    """Keep half of the threads free to answer beside a frozen database, or frozen writer."""
    from annotator.foundation.database.patience import Patience

    Patience.places = BoundedSemaphore(threads // 2)


def child_exit(server: Any, worker: Any) -> None:  # noqa: ARG001 - gunicorn's signature
    """Forget the gauges of a process that ended."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:  # noqa: ARG001 - gunicorn's signature
    """Remove the folder of the counters."""
    shutil.rmtree(_METRICS, ignore_errors=True)
