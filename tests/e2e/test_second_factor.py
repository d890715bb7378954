"""The second factor in the browser: an app set up, and what signing in takes from then on."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, fill_in
from tests.e2e.test_account import open_account
from tests.workspace.accounts.codes import code_of


def set_up(page: Page) -> tuple[str, list[str]]:
    """The key that an app was given, and the recovery codes."""
    page.get_by_role("button", name="Set up…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="QR code of the key")).to_be_visible()
    key = dialog.get_by_label("Key", exact=True).inner_text().replace(" ", "")
    dialog.get_by_label("Code from the app").fill(code_of(key))
    dialog.get_by_role("textbox", name="Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Turn on").click()
    codes = dialog.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    found = codes.all_inner_texts()
    dialog.get_by_role("button", name="Done").click()
    return key, found


@pytest.mark.long
def test_with_an_app_set_up_signing_in_takes_a_code(server: Server, profiles: Profiles) -> None:
    server.manage("create_user", "yvonne", "--password", PASSWORD)
    page = profiles.open("yvonne").page
    open_account(page, "yvonne")
    key, codes = set_up(page)
    expect(page.get_by_text("10 recovery codes left")).to_be_visible()
    elsewhere = profiles.open().page
    elsewhere.goto("/account")
    fill_in(elsewhere, "yvonne")
    elsewhere.get_by_label("Code").fill(code_of(key))
    elsewhere.get_by_role("button", name="Sign in").click()
    expect(elsewhere.get_by_role("heading", level=1, name="My account")).to_be_visible()
    third = profiles.open().page
    third.goto("/account")
    fill_in(third, "yvonne")
    third.get_by_label("Code").fill(codes[0])
    third.get_by_role("button", name="Sign in").click()
    expect(third.get_by_text("9 recovery codes left")).to_be_visible()
