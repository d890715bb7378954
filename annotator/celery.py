"""The Celery application. Tasks take ids and call one service."""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
# A worker would run Django's checks, look at none of their findings, and load the whole API for
# them: 28 MB. What must be safe is checked when it starts (annotator/running/operations/apps.py).
os.environ["CELERY_SKIP_CHECKS"] = "1"

TIME_LIMIT_SECONDS = 15 * 60
LONG_TIME_LIMIT_SECONDS = 6 * 3600
SECONDS_TO_GIVE_UP = 60
"""Between a task's own end and that of its process."""
TRIED_AGAIN = "accounts.send_mail"
LONG_TASKS = frozenset({"evaluation.help_with_encoding", "personal_data.wipe_traces"})
"""Tasks that rightly take longer: an encoder reads all sentences, SQLite rewrites its file."""


class TimeLimits:
    """How long each task may take. After that its process is killed, and another takes its place:
    one that is frozen, or waits for a mail server that sends a byte now and then, would be lost.

    The task is not begun again, since Celery acknowledges it at its limit. So a mail, which is to
    be tried again, gets an exception a minute earlier. Jobs have no limit: a watcher looks for
    their signs of life.
    """

    def annotate(self, task: Any) -> dict[str, int] | None:
        """The attributes that Celery sets on ``task``."""
        if task.name == "jobs.run":
            return None
        if task.name == TRIED_AGAIN:
            soft = TIME_LIMIT_SECONDS - SECONDS_TO_GIVE_UP
            return {"time_limit": TIME_LIMIT_SECONDS, "soft_time_limit": soft}
        is_long = task.name in LONG_TASKS
        return {"time_limit": LONG_TIME_LIMIT_SECONDS if is_long else TIME_LIMIT_SECONDS}


app = Celery("annotator")
app.config_from_object("django.conf:settings", namespace="CELERY")
# A worker takes from both in turn, so mails overtake the jobs that wait.
app.conf.task_queues = {"celery": {}, "mail": {}}
app.conf.task_routes = {
    TRIED_AGAIN: {"queue": "mail"},
    "accounts.mail_reset_links": {"queue": "mail"},
}
app.conf.task_annotations = TimeLimits()
app.autodiscover_tasks()


@setup_logging.connect
def keep_own_logs(**_: object) -> None:
    """Leave logs as the settings have them: Celery would put its own handlers in their place."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)
