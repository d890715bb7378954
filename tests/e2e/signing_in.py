"""Coming and going as somebody does in a browser."""

import re

from playwright.sync_api import Page, expect

PASSWORD = "a-plumb-line-7391"
"""Every account of the browser tests has this one."""


def sign_in(page: Page, name: str, *, at: str = "/", password: str = PASSWORD) -> None:
    """Open ``at`` and get there through the form."""
    page.goto(at)
    fill_in(page, name, password)
    account = re.compile(f"Account of {name}", re.IGNORECASE)
    expect(page.get_by_role("button", name=account)).to_be_visible()


def fill_in(page: Page, name: str, password: str = PASSWORD) -> None:
    """Fill in the form that is on screen and send it."""
    page.get_by_label("Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("textbox", name="Password").press("Enter")


def sign_out(page: Page, name: str) -> None:
    """Leave through the account's menu."""
    page.get_by_role("button", name=f"Account of {name}").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
