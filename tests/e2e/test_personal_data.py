"""API tokens, a copy of one's data, and the end of an account, in the browser."""

import json
import re
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, fill_in

pytestmark = pytest.mark.long

WORKERS_PATIENCE_MS = 120_000


def open_account(profiles: Profiles, server: Server, name: str) -> Page:
    """The account page of somebody who is new."""
    server.manage("create_user", name, "--password", PASSWORD)
    page = profiles.open(name, at="/account").page
    expect(page.get_by_role("heading", level=2, name="API tokens")).to_be_visible()
    return page


def status_for(page: Page, key: str) -> int:
    """What the API answers to anyone who has ``key``, without a cookie."""
    headers = {"Authorization": f"Token {key}", "Cookie": ""}
    return page.request.get("/api/v1/me/", headers=headers).status


def test_a_token_works_from_the_moment_it_is_made_until_it_is_revoked(
    profiles: Profiles, server: Server
) -> None:
    page = open_account(profiles, server, "tom")
    page.get_by_role("button", name="New token").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Nightly export")
    dialog.get_by_role("button", name="Create token").click()
    key = dialog.get_by_label("Key").input_value()
    assert re.fullmatch(r"[0-9a-f]{64}", key)
    dialog.get_by_role("button", name="Copy key").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    row = page.get_by_role("listitem").filter(has_text="Nightly export")
    expect(row).to_contain_text(f"{key[:8]}…")
    expect(row).to_contain_text("never used")
    assert status_for(page, key) == 200
    page.reload()
    expect(row).to_contain_text("used just now")
    row.get_by_role("button", name="Revoke Nightly export").click()
    page.get_by_role("button", name="Revoke token").click()
    expect(row).to_have_count(0)
    assert status_for(page, key) == 401


def test_somebody_downloads_everything_that_is_kept_about_them(
    profiles: Profiles, server: Server
) -> None:
    page = open_account(profiles, server, "uma")
    page.get_by_role("button", name="Export my data").click()
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=WORKERS_PATIENCE_MS)
    expect(page.get_by_text("Only you can download it.")).to_be_visible()
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "plumbline-personal-data.zip"
    with ZipFile(download.value.path()) as archive:
        account = json.loads(archive.read("account.json"))
        sessions = json.loads(archive.read("sessions.json"))
    assert [row["username"] for row in account] == ["uma"]
    assert len(sessions) == 1


def test_somebody_erases_themselves_once_another_leads_their_project(
    profiles: Profiles, server: Server
) -> None:
    page = open_account(profiles, server, "verena")
    server.manage("create_project", "orphan", "--kind", "nq", "--title", "Orphan", "--overlap", "1")
    member = ("--password", PASSWORD, "--project", "orphan", "--role", "lead")
    server.manage("create_user", "verena", *member)
    page.get_by_role("button", name="Erase…").click()
    dialog = page.get_by_role("dialog")
    erase = dialog.get_by_role("button", name="Erase my account")
    dialog.get_by_label("Type verena to go on").fill("verena")
    expect(erase).to_be_disabled()
    dialog.get_by_role("textbox", name="Password").fill("not this one")
    erase.click()
    # First what refuses, so that nobody proves in vain who they are.
    expect(dialog.get_by_role("alert")).to_contain_text("Nobody else leads orphan.")
    server.manage("create_user", "will", *member)
    erase.click()
    expect(dialog.get_by_text("This is not your current password.")).to_be_visible()
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    erase.click()
    expect(page.get_by_text("Your account has been erased.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    fill_in(page, "verena")
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()
