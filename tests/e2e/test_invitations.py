"""Joining a project by a link: with an account, without one, and too late."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.mails import mailed_link
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, fill_in
from tests.e2e.small_project import LEAD, Api

pytestmark = pytest.mark.long


def invite(page: Page, *, people: int = 1, email: str = "", note: str = "") -> str:
    """Make a link on the Members page; the link."""
    page.get_by_role("button", name="Invite by link").click()
    dialog = page.get_by_role("dialog", name="Invite by link")
    dialog.get_by_label("How many people").fill(str(people))
    dialog.get_by_label("Mail it to").fill(email)
    dialog.get_by_label("Note").fill(note)
    dialog.get_by_role("button", name="Create link").click()
    link = dialog.get_by_label("Link", exact=True).input_value()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()
    return link


def row_of(page: Page, note: str) -> Locator:
    """The row of the invitation with this note, as it is now."""
    page.reload()
    return page.get_by_role("table", name="Invitations").get_by_role("row").filter(has_text=note)


def fill_in_account(page: Page, name: str, *, password: str = PASSWORD) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Full name").fill(name.title())
    page.get_by_role("textbox", name="Password").fill(password)
    page.get_by_role("button", name="Create account and join").click()


def test_two_join_by_one_link_and_the_third_comes_too_late(profiles: Profiles, api: Api) -> None:
    api.create_project("by-link", [])
    api.create_project("elsewhere", ["olga"], questions=())
    lead = profiles.open(LEAD, at="/projects/by-link/members").page
    link = invite(lead, people=2, note="the new ones")

    new = profiles.open(at="/").page
    new.goto(link)
    expect(new.get_by_role("heading", name="By link")).to_be_visible()
    fill_in_account(new, "norma", password="1234567890")
    expect(new.get_by_text("entirely numeric")).to_be_visible()
    fill_in_account(new, "norma")
    expect(new.get_by_text("You are now an annotator in By link.")).to_be_visible()
    new.get_by_role("link", name=re.compile("Start|annotat", re.IGNORECASE)).first.click()
    expect(new.get_by_role("group", name="Is this a good question?")).to_be_visible()

    known = profiles.open(at="/").page
    known.goto(link)
    known.get_by_role("link", name="Sign in to join with it").click()
    fill_in(known, "olga")
    known.get_by_role("button", name="Join the project").click()
    expect(known.get_by_text("You are now an annotator in By link.")).to_be_visible()
    # Again changes nothing, and says so.
    known.goto(link)
    expect(known.get_by_text("This invitation has already been used.")).to_be_visible()

    late = profiles.open(at="/").page
    late.goto(link)
    expect(late.get_by_text("This invitation has already been used.")).to_be_visible()
    expect(late.get_by_role("button")).to_have_count(0)

    row = row_of(lead, "the new ones")
    expect(row).to_contain_text("olga, Norma (2 of 2)")
    expect(row).to_contain_text("Used")
    expect(lead.get_by_role("table", name="Members")).to_contain_text(
        re.compile(r"Norma.*Annotator \d{4}")
    )


def is_mailed(invitations: dict[str, Any]) -> bool:
    """Whether the only invitation's mail was noted as sent."""
    (invitation,) = invitations["results"]
    return bool(invitation["mail_state"] == "sent")


def test_a_lead_joins_by_a_mail_and_changes_nothing_by_it(
    profiles: Profiles, api: Api, server: Server
) -> None:
    api.create_project("by-mail", [], questions=())
    lead = profiles.open(LEAD, at="/projects/by-mail/members").page
    link = invite(lead, email="nepomuk@example.org", note="for nepomuk")
    assert mailed_link(server, "invitations", to="nepomuk@example.org") == link
    # The worker notes it after it has sent the mail.
    api.get_once("projects/by-mail/invitations/", is_mailed)
    expect(row_of(lead, "for nepomuk")).to_contain_text("nepomuk@example.org · mailed")

    lead.goto(link)
    expect(lead.get_by_text("You are signed in as lena")).to_be_visible()
    lead.get_by_role("button", name="Join the project").click()
    expect(lead.get_by_text("You are already a lead in By mail.")).to_be_visible()
    lead.goto("/projects/by-mail/members")
    expect(row_of(lead, "for nepomuk")).to_contain_text("Open")
