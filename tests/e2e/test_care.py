"""A lead takes an example out, pauses and deletes a project, and takes each of these back."""

from playwright.sync_api import Page, expect

from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, QUESTIONS, Api


def test_a_lead_takes_an_example_out_and_back(profiles: Profiles, api: Api) -> None:
    slug = "care-for-examples"
    api.create_project(slug, ["tova"])
    page = profiles.open(LEAD, at=f"/projects/{slug}/examples").page
    table = page.get_by_role("table", name="Examples")
    page.get_by_role("checkbox", name=f"Choose {QUESTIONS[0]}").check()
    page.get_by_role("button", name="Take out").click()
    dialog = page.get_by_role("dialog", name="Take out 1 example?")
    dialog.get_by_role("textbox", name="Why").fill("The page is about another crossing.")
    dialog.get_by_role("button", name="Take out").click()
    expect(page.get_by_text("1 example taken out.")).to_be_visible()
    expect(table).not_to_contain_text(QUESTIONS[0])
    page.goto(f"/projects/{slug}/examples?state=taken_out")
    page.get_by_role("link", name=QUESTIONS[0]).click()
    page.get_by_role("button", name="Put back").click()
    expect(page.get_by_role("button", name="Take out")).to_be_visible()
    page.goto(f"/projects/{slug}/examples")
    expect(table).to_contain_text(QUESTIONS[0])


def test_a_lead_pauses_and_resumes_and_deletes_and_restores_a_project(
    profiles: Profiles, api: Api
) -> None:
    slug = "care-for-projects"
    api.create_project(slug, ["ylva"])
    page = profiles.open(LEAD, at=f"/projects/{slug}/settings?tab=standing").page
    page.get_by_role("button", name="Pause", exact=True).click()
    _confirm(page, "Pause this project?", "Pause")
    expect(page.get_by_text("This project is paused")).to_be_visible()
    annotator = profiles.open("ylva", at=f"/projects/{slug}/annotate").page
    expect(annotator.get_by_role("heading", name="This project is paused")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("This project is paused")).to_be_hidden()
    annotator.reload()
    expect(annotator.get_by_role("heading", name=QUESTIONS[0])).to_be_visible()

    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.get_by_role("dialog", name="Delete this project?")
    expect(dialog.get_by_role("button", name="Delete")).to_be_disabled()
    dialog.get_by_role("textbox").fill(slug)
    dialog.get_by_role("button", name="Delete").click()
    link = page.get_by_role("article").get_by_role("link", name="Care for projects")
    expect(page.get_by_role("heading", name="Bin")).to_be_visible()
    expect(link).to_have_count(0)
    page.get_by_role("button", name="Restore Care for projects").click()
    expect(link).to_be_visible()


def _confirm(page: Page, title: str, action: str) -> None:
    dialog = page.get_by_role("dialog", name=title)
    dialog.get_by_role("button", name=action).click()
    expect(dialog).to_be_hidden()
