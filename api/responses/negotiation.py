"""In which form an answer goes out."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_JSON = "application/json"


class ContentNegotiation(DefaultContentNegotiation):
    """DRF's own, with a shortcut for callers who accept JSON or anything, as nearly all do."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and the media type; raises ``NotAcceptable``."""
        renderers = list(renderers)
        takes_json = request.META.get("HTTP_ACCEPT", "*/*") in {"*/*", _JSON}
        asks_otherwise = format_suffix or "format" in request.META.get("QUERY_STRING", "")
        if takes_json and not asks_otherwise and renderers[0].media_type == _JSON:
            return renderers[0], _JSON
        chosen: tuple[BaseRenderer, str] = super().select_renderer(
            request, renderers, format_suffix
        )
        return chosen
