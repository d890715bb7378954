"""The OpenAPI schema for everybody, made once in each process: docs/decisions/schema.md."""

from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_ONE_AT_A_TIME = Lock()


class SchemaView(SpectacularAPIView):
    """drf-spectacular's own, with the same answer for everybody, whatever they ask beside the
    media type.
    """

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The schema in the media type that the caller accepts."""
        renderer = type(request.accepted_renderer)
        with _ONE_AT_A_TIME:
            content = rendered_schema(renderer)  # type: ignore[arg-type]  # classes are hashable
        name = f"{spectacular_settings.TITLE}.{renderer.format}"
        return HttpResponse(
            content,
            content_type=_content_type(renderer),
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )


@cache
def rendered_schema(renderer: type[BaseRenderer]) -> bytes:
    """The schema as ``renderer`` writes it."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    content = renderer().render(schema)
    return content if isinstance(content, bytes) else content.encode()


def _content_type(renderer: type[BaseRenderer]) -> str:
    charset = renderer.charset
    return f"{renderer.media_type}; charset={charset}" if charset else renderer.media_type
