"""The API app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Everything that speaks HTTP and JSON."""

    name = "api"
