"""Starts Chromium, and starts it anew when it has died."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright

from scripts.chromium import find_chromium


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """A browser that is closed at the end. Without Chromium the test is skipped; in CI it fails."""
    browser = launch(playwright)
    yield browser
    with suppress(Error):
        browser.close()


def launch(playwright: Playwright) -> Browser:
    """A new browser; anyone who asks for it closes it."""
    path = find_chromium()
    if path is None:
        message = "no Chromium: apt-get install chromium, or set CHROMIUM to its path"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    # Root may not use the sandbox, and containers have a small /dev/shm.
    flags = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return playwright.chromium.launch(executable_path=path, args=flags, timeout=0)


class Browsers:
    """One browser for many tests, of which none may take the others with it."""

    def __init__(self, playwright: Playwright) -> None:
        """Start nothing yet."""
        self._playwright = playwright
        self._browser: Browser | None = None

    def shared(self) -> Browser:
        """The browser, started where there is none and anew where it has died."""
        if self._browser is not None and not self._browser.is_connected():
            note("the shared Chromium had died and was started anew")
            self._browser = None
        if self._browser is None:
            self._browser = launch(self._playwright)
        return self._browser

    def close(self) -> None:
        """End it, if it still runs."""
        if self._browser is not None:
            with suppress(Error):
                self._browser.close()


def note(sentence: str) -> None:
    """Write down what the table at the end of the checks shall tell."""
    if path := os.environ.get("CHECK_NOTES"):
        with Path(path).open("a", encoding="utf-8") as notes:
            notes.write(f"{sentence}\n")
