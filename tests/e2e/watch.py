"""Notes what goes wrong in a browser while a test looks elsewhere."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

# The browser logs every refused request as an error. A 401 before signing in or a 409 for a stale
# draft are answers that the application expects; a 404 of a file or a 5xx is not.
# Playwright looks for elements with a script of its own, which a frame without scripts refuses.
EXPECTED = re.compile(r"status of (400|401|403|409|429)\b|^Blocked script execution in ")


class Watch:
    """Listens to all tabs of a context, frames included.

    The browser logs a broken policy as an error by itself; nothing is injected for it, because
    the page's frame would have to refuse it.
    """

    def __init__(self, context: BrowserContext) -> None:
        """Listen from now on."""
        self.problems: list[str] = []
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            place = message.location.get("url", "")
            self.problems.append(f"{message.text} ({place})")

    def _on_error(self, error: WebError) -> None:
        self.problems.append(str(error.error))
