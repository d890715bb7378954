"""Waiting for what a page asks the server for."""

from playwright.sync_api import Page, expect

_WAITING = ".mantine-Loader-root, [aria-busy=true]"
"""Dots where something will be, and a table whose rows may change."""


def expect_loaded(page: Page) -> None:
    """Wait until nothing on the page says that it is waiting for the server.

    The network doesn't tell: pages ask for some things again and again.
    """
    expect(page.locator(_WAITING)).to_have_count(0)
