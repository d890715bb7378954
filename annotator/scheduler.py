"""The scheduler's own Celery application: it sends tasks by their names without loading them.

Loading all of Plumbline would take another 85 MB.
"""

from typing import Any

from celery import Celery
from celery.loaders.app import AppLoader

# The settings' module is named there.
import annotator.celery  # noqa: F401


class NamesOnly(AppLoader):
    """Reads the settings, and no tasks."""

    def import_default_modules(self) -> list[Any]:
        """Nothing."""
        return []


app = Celery("annotator", loader="annotator.scheduler:NamesOnly", fixups=[], set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")
