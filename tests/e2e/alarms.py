"""Notes whatever a hostile page manages to do in a browser."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import ConsoleMessage, Dialog, Error, Frame, Page, Request

MARKER = "a hostile page ran something"
# A refused frame never gets here; a frame that may run scripts has it before its own scripts.
_BOOM = f"""window.boom = () => {{
  console.log({MARKER!r}, location.href)
  window.pwned = true
  try {{ window.top.pwned = true }} catch {{ /* another origin may not write */ }}
  alert({MARKER!r})
}}"""
_WHERE_IT_RAN = """() => [window, ...Array.from(document.querySelectorAll("iframe"), (frame) => {
  try { return frame.contentDocument ? frame.contentWindow : null } catch { return null }
})].flatMap((view) => view?.pwned ? [view.location.href] : [])"""


class Alarms:
    """Listens to a tab: what ran, what was asked for, what went elsewhere.

    ``is_expected`` says of a request whether the application itself makes it.
    """

    def __init__(self, page: Page, *, is_expected: Callable[[Request], bool]) -> None:
        """Listen from now on; ``boom`` is there in every document that may run scripts."""
        self.dialogs: list[str] = []
        self.marks: list[str] = []
        self.requests: list[str] = []
        self.navigations: list[str] = []
        self.windows: list[str] = []
        self._page = page
        self._is_expected = is_expected
        page.add_init_script(_BOOM)
        page.on("dialog", self._on_dialog)
        page.on("console", self._on_console)
        page.on("request", self._on_request)
        page.on("framenavigated", self._on_navigation)
        page.on("popup", self._on_window)

    def raised(self) -> Mapping[str, Any]:
        """All that was noticed so far, by the detector that noticed it; empty is good."""
        noticed = {
            "dialogs": self.dialogs,
            "marks": self.marks,
            "pwned": self._page.evaluate(_WHERE_IT_RAN),
            "requests": self.requests,
            "navigations": self.navigations,
            "windows": self.windows,
        }
        return {detector: found for detector, found in noticed.items() if found}

    def _on_dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        # A page that went elsewhere meanwhile took its dialog along.
        with suppress(Error):
            dialog.dismiss()

    def _on_console(self, message: ConsoleMessage) -> None:
        if MARKER in message.text:
            self.marks.append(message.text.removeprefix(MARKER).strip())

    def _on_request(self, request: Request) -> None:
        # What is inside of the page itself goes over no wire.
        if not request.url.startswith("data:image/") and not self._is_expected(request):
            self.requests.append(f"{request.method} {request.url[:200]}")

    def _on_navigation(self, frame: Frame) -> None:
        if frame.url.startswith(("javascript:", "data:", "chrome-error:")):
            self.navigations.append(frame.url)

    def _on_window(self, window: Page) -> None:
        self.windows.append(window.url)
        window.close()


def is_of_a_frame(request: Request) -> bool:
    """Whether a frame of the page asks, not the page itself."""
    try:
        return request.frame.parent_frame is not None
    except Error:
        # Only a window that is just being opened has no frame yet.
        return True
