"""The jobs app finds every app's ``job_handlers`` module at start."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JobsConfig(AppConfig):
    """Registers the handlers of all apps."""

    name = "annotator.jobs"

    def ready(self) -> None:
        """Import every ``job_handlers`` module."""
        autodiscover_modules("job_handlers")
