"""The jobs app makes Celery's application at start.

Where Django is not set up, as in a process of an import's pool, nobody needs Celery: loading it
would take longer than all else there.
"""

import contextlib
import gc

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Registers Celery's application, and what its workers load before they divide."""

    name = "annotator.workspace.jobs"

    def ready(self) -> None:
        """Make Celery's application the current one."""
        from celery.signals import worker_before_create_process

        import annotator.celery  # noqa: F401

        worker_before_create_process.connect(share_what_is_loaded)


def share_what_is_loaded(**_: object) -> None:
    """Let the pool's processes share the worker's memory, which the garbage collector would write
    to.
    """
    # The statistics need these. Otherwise each process of the pool would load them separately.
    import scipy.sparse
    import scipy.special  # noqa: F401

    # Each process of the pool asks the system to end it with the worker. billiard says that in C,
    # whose parser would take 10 MB of each: clearing what nobody has set loads it here.
    from billiard.util import set_pdeathsig  # type: ignore[attr-defined]

    from annotator.workspace.jobs.registry import load_handlers

    with contextlib.suppress(OSError):  # not on Linux
        set_pdeathsig(0)
    load_handlers()
    gc.collect()
    gc.freeze()
