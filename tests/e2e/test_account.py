"""One's own account in the browser: forgotten passwords, changed ones, devices, lockouts."""

import re
import threading
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD, fill_in, sign_in

NEW = "seven plumb lines"
PATIENCE_SECONDS, LOOK_SECONDS = 60, 0.1


@pytest.fixture(scope="module")
def mailing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose mails end up as files in the folder ``mails``."""
    folder = tmp_path_factory.mktemp("mailing")
    mails = folder / "mails"
    mails.mkdir()
    with Server.started(folder, more={"EMAIL_URL": f"filemail:///{mails}"}) as server:
        yield server


@pytest.fixture
def people(chromium: Browser, mailing: Server) -> Iterator[Profiles]:
    """Several people at once, on the server that sends mail."""
    with several_people(chromium, base_url=mailing.url, viewport=VIEWPORT) as made:
        yield made


def mailed_link(server: Server, path: str, *, before: int) -> str:
    """The address in the mail that comes after ``before`` others, once a worker has sent it."""
    folder = server.data_dir / "mails"
    pause = threading.Event()
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        texts = [file.read_text("utf-8") for file in sorted(folder.glob("*.log"))]
        links = re.findall(rf"^(http\S+/{path}/\S+)$", "\n".join(texts), re.MULTILINE)
        if len(links) > before:
            return links[-1]
        pause.wait(LOOK_SECONDS)
    raise AssertionError(f"no mail with a link to {path} came")


def open_account(page: Page, name: str) -> None:
    """From wherever one is, by the account's menu."""
    page.get_by_role("button", name=re.compile(f"Account of {name}", re.IGNORECASE)).click()
    page.get_by_role("menuitem", name="My account").click()
    expect(page.get_by_role("heading", level=1, name="My account")).to_be_visible()


def test_a_forgotten_password_is_replaced_by_mail(mailing: Server, people: Profiles) -> None:
    mailing.manage("create_user", "ada", "--password", PASSWORD, "--email", "ada@example.org")
    page = people.open().page
    page.goto("/sign-in")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill("ada@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("a mail with a link is on its way")).to_be_visible()
    link = mailed_link(mailing, "reset-password", before=0)
    page.goto(link)
    expect(page.get_by_text("For the account ada")).to_be_visible()
    page.get_by_role("textbox", name="New password").fill("ada-ada-ada")
    page.get_by_role("button", name="Change password and sign in").click()
    expect(page.get_by_text("little more than your name")).to_be_visible()
    page.get_by_role("textbox", name="New password").fill(NEW)
    page.get_by_role("button", name="Change password and sign in").click()
    expect(page.get_by_role("button", name="Account of ada")).to_be_visible()
    again = people.open().page
    again.goto(link)
    expect(again.get_by_role("alert")).to_contain_text("This link was used already")
    sign_in(people.open().page, "ada@example.org", password=NEW, called="ada")


@pytest.mark.long
def test_a_new_address_is_confirmed_by_mail(mailing: Server, people: Profiles) -> None:
    mailing.manage("create_user", "ben", "--password", PASSWORD, "--email", "ben@example.org")
    page = people.open("ben").page
    open_account(page, "ben")
    page.get_by_role("button", name="Change address").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("New e-mail address").fill("benjamin@example.org")
    dialog.get_by_role("textbox", name="Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Change address").click()
    expect(page.get_by_text("We sent a mail to benjamin@example.org")).to_be_visible()
    page.goto(mailed_link(mailing, "confirm-email", before=0))
    page.get_by_role("button", name="Confirm the address").click()
    page.get_by_role("link", name="Go to my account").click()
    expect(page.get_by_text("benjamin@example.org")).to_be_visible()
    expect(page.get_by_text("Confirmed", exact=True)).to_be_visible()


@pytest.mark.long
def test_changing_the_password_signs_out_the_other_devices(
    mailing: Server, people: Profiles
) -> None:
    mailing.manage("create_user", "chen", "--password", PASSWORD)
    here, elsewhere = people.open("chen").page, people.open("chen").page
    open_account(here, "chen")
    here.get_by_role("textbox", name="Current password").fill(PASSWORD)
    here.get_by_role("textbox", name="New password").fill(NEW)
    here.get_by_role("button", name="Change password").click()
    expect(here.get_by_text("Other devices are signed out.")).to_be_visible()
    expect(here.get_by_role("listitem").filter(has_text="This device")).to_have_count(1)
    elsewhere.goto("/account")
    expect(elsewhere.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.long
def test_signing_out_everywhere_ends_the_session_of_a_second_browser(
    mailing: Server, people: Profiles
) -> None:
    mailing.manage("create_user", "dora", "--password", PASSWORD)
    here, elsewhere = people.open("dora").page, people.open("dora").page
    open_account(here, "dora")
    devices = here.get_by_role("region", name="Signed-in devices")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    devices.get_by_role("button", name="Sign out everywhere").click()
    here.get_by_role("dialog").get_by_role("button", name="Sign out everywhere").click()
    expect(here.get_by_role("button", name="Sign in")).to_be_visible()
    elsewhere.goto("/account")
    expect(elsewhere.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.long
def test_one_device_is_signed_out_by_another(mailing: Server, people: Profiles) -> None:
    mailing.manage("create_user", "emil", "--password", PASSWORD)
    here, elsewhere = people.open("emil").page, people.open("emil").page
    open_account(here, "emil")
    devices = here.get_by_role("region", name="Signed-in devices")
    devices.get_by_role("button", name=re.compile("^Sign out .+ on ")).click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    elsewhere.goto("/account")
    expect(elsewhere.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.long
def test_a_lockout_says_how_long_it_lasts(mailing: Server, people: Profiles) -> None:
    mailing.manage("create_user", "fritz", "--password", PASSWORD)
    profile = people.open()
    page = profile.page
    page.goto("/sign-in")
    for _ in range(5):
        with page.expect_response("**/auth/login"):
            fill_in(page, "fritz", "wrong password")
        # It moves the button, which must not happen while the next attempt aims at it.
        expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
        # The alert may be that of the attempt before; until this one has ended, none is taken.
        expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    fill_in(page, "fritz", PASSWORD)
    expect(page.get_by_role("alert")).to_have_text(
        re.compile(r"Too many failed attempts for this account\. Try again in \d+ minutes?\.")
    )


@pytest.mark.long
def test_a_site_without_mail_says_whom_to_ask(server: Server, page: Page) -> None:
    page.goto("/forgot-password")
    expect(page.get_by_text("This site can't send mail.")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1024, 1440])
def test_the_account_page_looks_like_the_rest(
    mailing: Server, people: Profiles, scheme: str, width: int
) -> None:
    mailing.manage("create_user", "grace", "--password", PASSWORD, "--email", "grace@example.org")
    profile = people.open("grace", color_scheme=scheme, viewport={"width": width, "height": 900})
    page = profile.page
    open_account(page, "grace")
    expect(page.get_by_text("This device")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    RESULTS.mkdir(exist_ok=True)
    page.screenshot(path=RESULTS / f"account-{scheme}-{width}.png", full_page=True)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_before_signing_in_look_like_the_rest(
    mailing: Server, people: Profiles, scheme: str
) -> None:
    page = people.open(color_scheme=scheme, viewport={"width": 1024, "height": 800}).page
    RESULTS.mkdir(exist_ok=True)
    for name, heading in (
        ("sign-in", "Questions people ask"),
        ("forgot-password", "Forgot your password?"),
        ("reset-password/1-nonsense", "Choose a new password"),
        ("confirm-email/nonsense", "Confirm your e-mail address"),
    ):
        page.goto(f"/{name}")
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
        expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        page.screenshot(path=RESULTS / f"entry-{name.partition('/')[0]}-{scheme}.png")
