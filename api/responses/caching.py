"""What the API answers is about people and changes: no cache on the way keeps it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

ANSWERS = ("/api/v1/", "/_allauth/")


def keep_out_of_caches(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: ``no-store`` where a view has not said otherwise, as pages and results do."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.path.startswith(ANSWERS):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
