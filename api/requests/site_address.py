"""Addresses of the site for links that people get."""

from django.conf import settings
from rest_framework.request import Request


def site_of(request: Request) -> str:
    """Where links lead: the site's own address, or else the one that the caller used."""
    return str(settings.PUBLIC_URL or request.build_absolute_uri("/"))
