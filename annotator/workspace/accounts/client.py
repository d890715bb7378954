"""Where a request comes from."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # noqa: S104 - stands for no address, nothing listens on it


def client_address(request: HttpRequest) -> str:
    """The client's IP address as the outermost trusted proxy saw it.

    Each proxy adds the address it was called from at the end of ``X-Forwarded-For``; everything
    before that comes from the client, who may claim anything.
    """
    trusted = settings.TRUSTED_PROXIES
    named = request.headers.get("X-Forwarded-For", "").split(",")
    direct = request.META.get("REMOTE_ADDR", "")
    candidate = named[-trusted] if 0 < trusted <= len(named) else direct
    return _plain(candidate) or _plain(direct) or UNKNOWN


def _plain(address: str) -> str | None:
    """An address without its port; None if it is not an address."""
    text = address.strip()
    for form in (text, text.rpartition(":")[0], text.partition("]")[0].lstrip("[")):
        try:
            return str(ip_address(form))
        except ValueError:
            continue
    return None
