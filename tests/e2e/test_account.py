"""One's own account in the browser: forgotten passwords, changed ones, devices, lockouts."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import VIEWPORT
from tests.e2e.mails import mailed_link
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, sign_in

pytestmark = pytest.mark.long

NEW = "seven plumb lines"


def open_account(page: Page, name: str) -> None:
    """From wherever one is, by the account's menu."""
    page.get_by_role("button", name=re.compile(f"Account of {name}", re.IGNORECASE)).click()
    page.get_by_role("menuitem", name="My account").click()
    expect(page.get_by_role("heading", level=1, name="My account")).to_be_visible()


def test_a_forgotten_password_is_replaced_by_mail(server: Server, profiles: Profiles) -> None:
    server.manage("create_user", "wilma", "--password", PASSWORD, "--email", "wilma@example.org")
    page = profiles.open().page
    page.goto("/sign-in")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill("wilma@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("an e-mail with a link is on its way")).to_be_visible()
    link = mailed_link(server, "reset-password", to="wilma@example.org")
    page.goto(link)
    expect(page.get_by_text("For the account wilma")).to_be_visible()
    page.get_by_role("textbox", name="New password").fill("wilma-wilma-wilma")
    page.get_by_role("button", name="Change password and sign in").click()
    expect(page.get_by_text("little more than your name")).to_be_visible()
    page.get_by_role("textbox", name="New password").fill(NEW)
    page.get_by_role("button", name="Change password and sign in").click()
    expect(page.get_by_role("button", name="Account of wilma")).to_be_visible()
    again = profiles.open().page
    again.goto(link)
    expect(again.get_by_role("alert")).to_contain_text("This link has been used")
    sign_in(profiles.open().page, "wilma@example.org", password=NEW, called="wilma")


def test_a_new_address_is_confirmed_by_mail(server: Server, profiles: Profiles) -> None:
    server.manage("create_user", "quirin", "--password", PASSWORD, "--email", "quirin@example.org")
    page = profiles.open("quirin").page
    open_account(page, "quirin")
    page.get_by_role("button", name="Change address").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("New e-mail address").fill("quirin.new@example.org")
    dialog.get_by_role("textbox", name="Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Change address").click()
    expect(page.get_by_text("We sent an e-mail to quirin.new@example.org")).to_be_visible()
    page.goto(mailed_link(server, "confirm-email", to="quirin.new@example.org"))
    page.get_by_role("button", name="Confirm the address").click()
    page.get_by_role("link", name="Go to my account").click()
    expect(page.get_by_text("quirin.new@example.org")).to_be_visible()
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()


def test_a_site_without_mail_says_whom_to_ask(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("without-mail")
    with (
        Server.started(folder, more={"EMAIL_URL": ""}) as server,
        several_people(chromium, base_url=server.url, viewport=VIEWPORT) as profiles,
    ):
        page = profiles.open(at="/forgot-password").page
        expect(page.get_by_text("This site can't send mail.")).to_be_visible()
