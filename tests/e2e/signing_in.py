"""Coming and going as somebody does in a browser."""

from playwright.sync_api import Page, expect

PASSWORD = "a-plumb-line-7391"
"""Every account of the browser tests has this one."""


def sign_in(page: Page, name: str, *, at: str = "/") -> None:
    """Open ``at`` and get there through the form."""
    page.goto(at)
    fill_in(page, name)
    expect(page.get_by_role("button", name=f"Account of {name}")).to_be_visible()


def fill_in(page: Page, name: str) -> None:
    """Fill in the form that is on screen and send it."""
    page.get_by_label("Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("textbox", name="Password").press("Enter")


def sign_out(page: Page, name: str) -> None:
    """Leave through the account's menu."""
    page.get_by_role("button", name=f"Account of {name}").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def set_scheme(page: Page, name: str, scheme: str) -> None:
    """Choose ``Light`` or ``Dark`` in the account's menu."""
    page.get_by_role("button", name=f"Account of {name}").click()
    page.get_by_role("radiogroup", name="Theme").get_by_text(scheme, exact=True).click()
    page.keyboard.press("Escape")
