"""How long a sign-in waits for somebody else's lock."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from annotator.foundation.database.database_waits import lock_wait

WAIT_SECONDS = 3
"""Somebody sits in front of the page, and nothing is lost if they try again."""
_ADDRESSES = {
    "/_allauth/browser/v1/auth/login",
    "/_allauth/browser/v1/auth/2fa/authenticate",
    "/api/v1/auth/token/",
}


def wait_little_at_sign_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """A middleware: signing in by password or code gives up sooner than other requests.

    It stands before the one that saves sessions, which would wait once more.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or request.path not in _ADDRESSES:
            return get_response(request)
        with lock_wait(seconds=WAIT_SECONDS):
            return get_response(request)

    return middleware
