"""The Celery application. Tasks take ids and call one service."""

import gc
import os

from celery import Celery
from celery.signals import setup_logging, worker_before_create_process, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

app = Celery("annotator")
app.config_from_object("django.conf:settings", namespace="CELERY")
# A worker takes from both in turn, so mails overtake the jobs that wait.
app.conf.task_queues = {"celery": {}, "mail": {}}
app.conf.task_routes = {
    "accounts.send_mail": {"queue": "mail"},
    "accounts.mail_reset_links": {"queue": "mail"},
}
app.autodiscover_tasks()


@setup_logging.connect
def keep_own_logs(**_: object) -> None:
    """Leave logs as the settings have them: Celery would put its own handlers in their place."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_init.connect
def refuse_start(**_: object) -> None:
    """End a worker that can't work, or not safely, before it does anything."""
    from annotator.site.checks import refuse_unsafe_start

    refuse_unsafe_start()


@worker_before_create_process.connect
def share_what_is_loaded(**_: object) -> None:
    """Let the pool's processes share the worker's memory, which the garbage collector would write
    to.
    """
    # The statistics need these. Otherwise each process of the pool would load them separately.
    import scipy.sparse
    import scipy.special  # noqa: F401

    from annotator.jobs.registry import load_handlers

    load_handlers()
    gc.collect()
    gc.freeze()
