"""The operations app brings the checks of the settings along."""

import structlog
from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from annotator.foundation.files.data_folder import describe_closing

log = structlog.get_logger(__name__)


class OperationsConfig(AppConfig):
    """Registers the checks that refuse unsafe settings, for workers too, and closes the data folder
    to others.
    """

    name = "annotator.running.operations"

    def ready(self) -> None:
        """Let every command, the worker and the web server check the settings first."""
        from celery.signals import worker_init

        from annotator.running.operations.checks import (
            check_production_settings,
            check_sign_in_settings,
        )

        checks.register(check_production_settings, checks.Tags.security)
        checks.register(check_sign_in_settings, checks.Tags.security)
        worker_init.connect(refuse_start)
        if sentence := describe_closing(settings.DATA_DIR):
            log.warning(sentence)


def refuse_start(**_: object) -> None:
    """End a worker that can't work, or not safely, before it does anything."""
    from annotator.running.operations.checks import refuse_unsafe_start

    refuse_unsafe_start()
