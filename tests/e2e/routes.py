"""Answers that a test gives in the server's place, on a page that is open already."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, Route

CAUGHT = "caught"
PROBE = "/healthz"
ASK = f"() => fetch('{PROBE}').then(answer => answer.text())"


def route_from_now(
    page: Page, address: str | re.Pattern[str], handle: Callable[[Route], object]
) -> None:
    """Let ``handle`` have every request for ``address`` that ``page`` makes after the return.

    Chromium confirms a route before the document that is open has been told to send its requests
    that way; of keys that were pressed at once, 12 of 375 asked the server past the route.
    """
    page.route(address, handle)
    page.route(f"**{PROBE}", lambda route: route.fulfill(body=CAUGHT))
    while page.evaluate(ASK) != CAUGHT:
        pass
    page.unroute(f"**{PROBE}")


def is_saved_draft(response: Response) -> bool:
    """Whether the server has acknowledged a draft, with its page or without."""
    path = urlsplit(response.url).path
    return response.request.method == "PUT" and path.endswith("/draft/") and response.ok
