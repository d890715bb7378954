"""The way of docs/guide.md: from an empty project to a published data set, in the browser.

It takes the pictures of the guide. Where a step here changes, the guide needs the change, too.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import leading
from tests.e2e.annotating import Desk
from tests.e2e.demo_servers import DemoServers
from tests.e2e.loading import expect_loaded
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server

pytest_plugins = ["tests.e2e.demo_people"]
pytestmark = [pytest.mark.above_database, pytest.mark.long]

SLUG = "my-first-project"
BELOW = {"ada": (1, 1, 1, 1), "ben": (1, 2, 3, 4)}
"""How many boxes below the first one each person chooses: they agree on the first question."""


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("first-project") as started:
        yield started


def test_the_guide_leads_from_an_empty_project_to_a_published_data_set(
    people: Profiles, server: Server, tmp_path: Path, screenshot_folder: Path
) -> None:
    lead = people.open("lena").page
    lead.goto("/projects/demo/export")
    questions = leading.export(lead, "Natural Questions", tmp_path)
    assert leading.create_project(lead, title="My first project", overlap=2) == SLUG
    expect(lead.get_by_role("heading", name="Four steps to the first annotation")).to_be_visible()
    take(lead, "start", screenshot_folder)

    accept_guidelines(lead)
    import_questions(lead, questions, screenshot_folder)
    prepare_training(lead, screenshot_folder)
    leading.open_section(lead, "Members")
    for name, role in (("ada", "Annotator"), ("ben", "Annotator"), ("eve", "Expert")):
        leading.add_member(lead, name, role=role, is_new=False)

    for name, below in BELOW.items():
        annotate(people.open(name, at=f"/projects/{SLUG}").page, below)
    look_at_quality(lead, screenshot_folder)
    judge(lead, people.open("eve").page)
    decide(lead, screenshot_folder)
    verify(server, publish(lead, tmp_path, screenshot_folder))
    show_gallery(lead, people.open().page, screenshot_folder)


def take(page: Page, name: str, folder: Path) -> None:
    """A picture of the guide, once everything on the page is there."""
    expect_loaded(page)
    photograph(page, folder / f"guide-{name}.png")


def accept_guidelines(lead: Page) -> None:
    leading.open_section(lead, "Guidelines")
    lead.get_by_role("button", name="Accept as version 1").click()
    expect(lead.get_by_role("button", name="Edit", exact=True)).to_be_visible()


def import_questions(lead: Page, file: Path, folder: Path) -> None:
    leading.open_section(lead, "Import")
    lead.get_by_role("radio", name="Natural Questions").first.check()
    lead.locator("input[type=file]").set_input_files(file)
    expect(lead.get_by_text("Read as Natural Questions.")).to_be_visible()
    take(lead, "import", folder)
    lead.get_by_role("button", name="Import", exact=True).click()
    card = lead.get_by_role("article").first
    leading.wait_for(card, "Done")
    expect(card).to_contain_text("Imported 40 examples.")


def prepare_training(lead: Page, folder: Path) -> None:
    """Questions for both steps and one reference; it stays switched off."""
    lead.goto(f"/projects/{SLUG}")
    lead.get_by_role("link", name="Prepare").click()
    for step, number in (("self-study", 3), ("exam", 5)):
        section = lead.get_by_role("region", name=f"Questions of the {step}")
        section.get_by_role("button", name="Choose questions").click()
        dialog = lead.get_by_role("dialog")
        expect(dialog.get_by_role("checkbox").first).to_be_visible()
        for box in dialog.get_by_role("checkbox").all()[:number]:
            box.check()
        dialog.get_by_role("button", name=f"Choose ({number})").click()
        expect(section.get_by_text(f"0 of {number} ready")).to_be_visible()
    lead.get_by_role("button", name=re.compile("^Change ")).first.click()
    lead.get_by_role("menuitem", name="Write the reference").click()
    Desk(lead).expect_stage("question")
    lead.get_by_text("Back to training").click()
    expect(lead.get_by_role("region", name="Questions of the exam")).to_be_visible()
    take(lead, "training", folder)


def annotate(page: Page, below: tuple[int, ...]) -> None:
    """Answer by keys what comes: a good question, a box so far below the first, no short answer."""
    page.get_by_role("link", name="Start annotating").click()
    desk = Desk(page)
    for steps in below:
        desk.expect_stage("question")
        answered = desk.question
        desk.press("g")
        desk.expect_stage("long answer")
        desk.press(*["ArrowDown"] * steps, "Enter")
        desk.expect_stage("short answer")
        desk.press("n")
        expect(page.get_by_role("heading", level=1, name=answered)).to_be_hidden()
    desk.expect_stage("question")
    page.get_by_role("link", name="My first project").click()
    expect(page.get_by_role("heading", name="My first project")).to_be_visible()


def look_at_quality(lead: Page, folder: Path) -> None:
    leading.open_section(lead, "Statistics")
    leading.compute_statistics(lead)
    expect(lead.get_by_text("from 8 annotations of 32 examples")).to_be_visible()
    lead.get_by_role("link", name="Who needs help?").click()
    expect(lead.get_by_role("row").filter(has_text="Ben Haddad").first).to_be_visible()
    lead.goto(f"/projects/{SLUG}")
    expect(lead.get_by_text("8 of 64 annotations")).to_be_visible()
    take(lead, "overview", folder)


def judge(lead: Page, expert: Page) -> None:
    """A round of one expert, who calls every answer correct."""
    leading.open_section(lead, "Judgments")
    lead.get_by_role("link", name="New round").first.click()
    lead.get_by_label("Title", exact=True).fill("First look")
    lead.get_by_label("Size", exact=True).fill("5")
    lead.get_by_label("Seed", exact=True).fill("1")
    lead.get_by_role("checkbox", name="Eve Marchetti").check()
    lead.get_by_role("button", name="Draw the sample and open").click()
    expect(lead.get_by_role("heading", name="First look")).to_be_visible()

    expert.goto(f"/projects/{SLUG}")
    expert.get_by_role("row").filter(has_text="First look").get_by_role("link").last.click()
    place = expert.get_by_text(re.compile(r"^Answer 1 of \d ·"))
    expect(place).to_be_visible()
    drawn = int(place.inner_text().split()[3])
    for number in range(1, drawn + 1):
        expect(expert.get_by_text(f"Answer {number} of {drawn} ·")).to_be_visible()
        expert.keyboard.press("1")
        expect(expert.get_by_text(f"{number} of {drawn} judged")).to_be_visible()
        expert.keyboard.press("n")
    expert.get_by_role("button", name=re.compile("^Close phase 1")).click()
    expert.get_by_role("button", name="Close phase 1 for good").click()
    expert.get_by_role("button", name=re.compile("^Finish the round")).click()
    expert.get_by_role("button", name="Finish for good").click()
    expert.get_by_role("link", name="To the report").click()
    precision = expert.get_by_role("table", name="Precision", exact=True)
    expect(precision.locator("tbody tr").first).to_contain_text("5 of 5")


def decide(lead: Page, folder: Path) -> None:
    leading.open_section(lead, "Disagreements")
    lead.get_by_role("link", name="Decide on the first").click()
    PageOnScreen(lead).wait()
    expect(lead.get_by_role("complementary", name="Answers").get_by_role("listitem")).to_have_count(
        2
    )
    lead.keyboard.press("1")
    take(lead, "disagreement", folder)
    lead.keyboard.press("Enter")
    expect(lead.get_by_text("Decided by Lena Lindqvist")).to_be_visible()


def publish(lead: Page, tmp_path: Path, folder: Path) -> Path:
    """The folder of the data set, unpacked."""
    # A page of a disagreement has no menu of the project.
    lead.goto(f"/projects/{SLUG}/publish")
    card = lead.get_by_role("region", name="Data set card")
    card.get_by_role("combobox", name="Licence").fill("cc-by-4.0")
    card.get_by_role("textbox", name="Creators").fill("Lena Lindqvist")
    card.get_by_role("textbox", name="Summary").fill("Questions on eleven articles.")
    card.get_by_role("button", name="Save the card").click()
    expect(card.get_by_role("button", name="Save the card")).to_be_disabled()
    release = lead.get_by_role("region", name="Version 1.0.0")
    expect(release).to_contain_text("32 examples, 8 annotations that count")
    release.scroll_into_view_if_needed()
    take(lead, "publish", folder)
    release.get_by_role("button", name="Make the data set").click()
    job = lead.get_by_role("article", name=f"{SLUG}-1.0.0.zip")
    with lead.expect_download() as downloaded:
        job.get_by_role("link").click()
    packed = tmp_path / "release.zip"
    downloaded.value.save_as(packed)
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(tmp_path)
    return tmp_path / f"{SLUG}-1.0.0"


def verify(server: Server, folder: Path) -> None:
    """The command is silent; the citation names who made the data set."""
    assert server.manage("verify_release", str(folder)).strip() == ""
    assert "Lindqvist" in (folder / "CITATION.cff").read_text("utf-8")


def show_gallery(lead: Page, reader: Page, folder: Path) -> None:
    """Published by the lead, read by somebody without an account."""
    lead.get_by_role("button", name="Publish the gallery").click()
    expect(lead.get_by_role("link", name=f"/gallery/{SLUG}/")).to_be_visible()
    reader.goto(f"/gallery/{SLUG}/")
    expect(reader.get_by_role("banner")).to_contain_text("My first project")
    expect(reader.get_by_text("32 examples").first).to_be_visible()
    photograph(reader, folder / "guide-gallery.png")
