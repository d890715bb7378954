"""Writing JSON without touching parts that are JSON already."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import renderers

_OPTIONS = orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS


class SplicingJSONRenderer(renderers.JSONRenderer):
    """For answers that carry ``orjson.Fragment``s: stored JSON that is sent as it is.

    Moments come out as DRF's serializers write them, so a presenter's dictionary can be sent
    without being copied field by field.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The body."""
        if data is None:
            return b""
        return orjson.dumps(data, default=str, option=_OPTIONS)
