"""Notes what goes wrong in a browser while a test looks elsewhere."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

# The browser logs every refused request as an error. A 401 before signing in or a 409 for a stale
# draft are answers that the application expects; a 404 of a file or a 5xx is not.
EXPECTED_STATUS = re.compile(r"status of (400|401|403|409|429)\b")
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`));
"""


class Watch:
    """Listens to all tabs of a context, frames included."""

    def __init__(self, context: BrowserContext) -> None:
        """Listen from now on."""
        self.problems: list[str] = []
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED_STATUS.search(message.text):
            place = message.location.get("url", "")
            self.problems.append(f"{message.text} ({place})")

    def _on_error(self, error: WebError) -> None:
        self.problems.append(str(error.error))
