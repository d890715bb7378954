"""The jobs app makes Celery's application at start.

Where Django is not set up, as in a process of an import's pool, nobody needs Celery: loading it
would take longer than all else there.
"""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Registers Celery's application."""

    name = "annotator.jobs"

    def ready(self) -> None:
        """Make Celery's application the current one."""
        import annotator.celery  # noqa: F401
