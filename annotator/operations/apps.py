"""The operations app brings the checks of the settings along."""

from django.apps import AppConfig
from django.core import checks


class OperationsConfig(AppConfig):
    """Registers the checks that refuse unsafe settings."""

    name = "annotator.operations"

    def ready(self) -> None:
        """Let every command, the worker and the web server check the settings first."""
        from annotator.checks import check_production_settings, check_sign_in_settings

        checks.register(check_production_settings, checks.Tags.security)
        checks.register(check_sign_in_settings, checks.Tags.security)
