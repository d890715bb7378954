"""Coming and going as somebody does in a browser."""

import re

from playwright.sync_api import Page, expect

PASSWORD = "a-plumb-line-7391"
"""Every account of the browser tests has this one."""


def sign_in(
    page: Page, name: str, *, at: str = "/", password: str = PASSWORD, called: str = ""
) -> None:
    """Open ``at`` and get there through the form; the page calls one ``called``, or ``name``."""
    page.goto(at)
    fill_in(page, name, password)
    account = re.compile(f"Account of {called or name}", re.IGNORECASE)
    expect(page.get_by_role("button", name=account)).to_be_visible()


def fill_in(page: Page, name: str, password: str = PASSWORD) -> None:
    """Fill in the form that is on screen and send it."""
    # In full, because the form of a page that is on its way out may have a name as well.
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("textbox", name="Password").press("Enter")


def sign_out(page: Page, name: str) -> None:
    """Leave through the account's menu."""
    page.get_by_role("button", name=f"Account of {name}").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
