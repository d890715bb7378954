"""Single sign-on in the browser: joining by an invitation, and coming again."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import VIEWPORT
from tests.e2e.profiles import several_people
from tests.e2e.provider_server import environment_for, provider_server
from tests.e2e.server import Server
from tests.e2e.test_account import open_account


@pytest.mark.long
def test_somebody_joins_by_single_sign_on_and_comes_again(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("single-sign-on")
    with (
        provider_server() as provider,
        Server.started(folder, more=environment_for(provider)) as server,
        several_people(chromium, base_url=server.url, viewport=VIEWPORT) as profiles,
    ):
        server.manage(
            "create_project", "ferries", "--kind", "nq", "--title", "Ferries", "--overlap", "1"
        )
        made = server.manage_json("invite", "ferries", "--role", "annotator")
        provider.claims |= {
            "preferred_username": "ada",
            "name": "Ada Lovelace",
            "email": "ada@example.org",
            "email_verified": True,
        }
        page = profiles.open(at=str(made["link"])).page
        page.get_by_role("button", name="Join with Orle University").click()
        account = re.compile("Account of Ada Lovelace")
        expect(page.get_by_role("button", name=account)).to_be_visible()
        expect(page).to_have_url(f"{server.url}/projects/ferries")
        open_account(page, "Ada Lovelace")
        expect(page.get_by_text("Connected", exact=True)).to_be_visible()

        again = profiles.open(at="/account").page
        again.get_by_role("button", name="Sign in with Orle University").click()
        expect(again.get_by_role("heading", level=1, name="My account")).to_be_visible()

        provider.claims = {"sub": "somebody else"}
        stranger = profiles.open(at="/").page
        stranger.get_by_role("button", name="Sign in with Orle University").click()
        expect(stranger.get_by_role("alert")).to_contain_text("No account here is connected")
