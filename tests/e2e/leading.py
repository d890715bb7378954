"""What a lead does in the browser."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.signing_in import PASSWORD

IMPORT_PATIENCE_MS = 600_000


def create_project(page: Page, *, title: str, overlap: int) -> str:
    """Create a project from the home page; its short name."""
    page.goto("/")
    page.get_by_role("link", name="New project").first.click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("Annotations per example").fill(str(overlap))
    slug = page.get_by_label("Short name").input_value()
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return slug


def ask_for_reviews(page: Page) -> None:
    """Have annotators see each answer once more before they submit it."""
    open_section(page, "Settings")
    page.get_by_role("tab", name="Work").click()
    # The switch itself is hidden behind what is drawn for it.
    page.get_by_label("Annotators review each answer").dispatch_event("click")
    save_settings(page)


def save_settings(page: Page) -> None:
    """Save what was changed on any tab of the settings."""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    expect(page.get_by_role("region", name="Unsaved changes")).to_be_hidden()


def add_member(page: Page, name: str, *, role: str = "Annotator", is_new: bool = True) -> None:
    """Add somebody on the page of the members; with ``is_new`` the account is made as well."""
    page.get_by_role("button", name="Add a member").click()
    dialog = page.get_by_role("dialog", name="Add a member")
    dialog.get_by_role("textbox", name="Name").fill(name)
    dialog.get_by_role("radio", name=role).check()
    if is_new:
        dialog.get_by_role("checkbox", name="Create an account for them").check()
        dialog.get_by_role("textbox", name="First password").fill(PASSWORD)
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("table", name="Members")).to_contain_text(name)


def open_section(page: Page, name: str) -> None:
    """Go to one of the project's pages by its navigation, under *More* if it isn't used yet.

    A narrow window folds the navigation into a button, and folds it again after the click.
    """
    navigation = page.get_by_role("navigation", name="Project")
    links = navigation.get_by_role("link", include_hidden=True)
    expect(links.first).to_be_attached()
    if not links.first.is_visible():
        navigation.get_by_role("button", expanded=False).first.click()
    link = navigation.get_by_role("link", name=name, include_hidden=True)
    if not link.is_visible():
        navigation.get_by_role("button", name="More").click()
    link.click()
    # The page before stays on screen, with its heading, until the code of this one is there.
    expect(link).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def compute_statistics(page: Page) -> None:
    """Start them by the button; it has another name once the platform has computed some itself."""
    page.get_by_role("button", name=re.compile(r"^Compute (the statistics|now)$")).click()


def start_import(page: Page, file: Path, *, form: str = "Natural Questions") -> Locator:
    """Upload a file on the page of the imports; the card of the job that begins."""
    page.get_by_role("radio", name=form).first.check()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    card = page.get_by_role("article").filter(has_text=file.name).first
    expect(card).to_be_visible()
    return card


def wait_for(card: Locator, state: str) -> None:
    """Until a job's card says ``Done``, ``Failed`` or ``Cancelled``."""
    expect(card.get_by_text(state, exact=True)).to_be_visible(timeout=IMPORT_PATIENCE_MS)


def export(page: Page, form: str, folder: Path) -> Path:
    """Export in the browser and download the file."""
    cards = page.get_by_role("article")
    # Of a list that is still being loaded nothing could be counted.
    expect(page.get_by_text("No exports yet.").or_(cards.first)).to_be_visible()
    before = cards.count()
    page.get_by_role("button", name=f"Export as {form}", exact=True).click()
    expect(cards).to_have_count(before + 1)
    wait_for(cards.first, "Done")
    with page.expect_download() as download:
        cards.first.get_by_role("link", name="Download").click()
    path = folder / f"{before}-{download.value.suggested_filename}"
    download.value.save_as(path)
    return path
