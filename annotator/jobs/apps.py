"""The jobs app makes Celery's application and finds every app's ``job_handlers`` module at start.

Where Django is not set up, as in a process of an import's pool, nobody needs Celery: loading it
would take longer than all else there.
"""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    """Registers Celery's application and the handlers of all apps."""

    name = "annotator.jobs"

    def ready(self) -> None:
        """Make Celery's application the current one, and import every ``job_handlers`` module."""
        import annotator.celery  # noqa: F401

        autodiscover_modules("job_handlers")
