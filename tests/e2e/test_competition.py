"""A competition in the browser, from its opening to the final table that everybody reads."""

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.leading import open_section, wait_for
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, QUESTIONS, SECONDS, Answer, Api, page_line
from tests.e2e.test_leaderboard import predict, write
from tests.e2e.test_looks import look, look_narrow

pytestmark = pytest.mark.long

SLUG, TITLE = "orle-cup", "Orle cup"
ANNOTATORS = ("ilse", "ivo")
RIGHT, WRONG = 0, 2
"""Boxes of the page: what annotators answer at first, and what nobody does."""

F1 = "long-best-threshold-f1"
PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_competition_is_played_from_its_opening_to_the_table_that_everybody_reads(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path, tmp_path: Path
) -> None:
    examples = make_project(api, server)
    steward = profiles.open(LEAD, at=f"/projects/{SLUG}").page
    link = open_competition(steward, screenshot_folder)

    ada = sign_up(profiles, link, "ottilie", team="Plumb")
    ben = sign_up(profiles, link, "otto", team="Level")
    # In the first phase: two of three right, and one.
    submit(ada, "Two", write(tmp_path / "two.json", predictions(examples, right=2)))
    submit(ben, "One", write(tmp_path / "one.json", predictions(examples, right=1)))
    look(ada, "competition-team", screenshot_folder)
    look_narrow(ada, "competition-team")
    publish_results(steward, "First phase")
    reader = profiles.open(at=f"/competitions/{SLUG}").page
    expect(reader.get_by_role("heading", name=TITLE, level=1)).to_be_visible()
    assert table_of(reader) == [("1", "Plumb", "66.7"), ("2", "Level", "33.3")]

    add_phase(steward, "Second phase")
    ben.reload()
    submit(ben, "All", write(tmp_path / "all.json", predictions(examples, right=3)))
    ada.reload()
    submit(ada, "None", write(tmp_path / "none.json", predictions(examples, right=0)))

    # The gold is corrected: for every question, the answer is another box.
    correct(api)
    steward.get_by_role("tab", name="Score again").click()
    steward.get_by_role("button", name="Score all systems again").click()
    steward.get_by_role("dialog").get_by_role("button", name="Score again").click()
    wait_for(steward.get_by_role("article", name="Systems of test"), "Done")
    publish_results(steward, "Second phase")

    reader.reload()
    assert table_of(reader) == [("1", "Plumb", "100.0"), ("2", "Level", "0.0")]
    with reader.expect_download() as download:
        reader.get_by_role("link", name="Download as CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert [(row["rank"], row["team"], row["system"], float(row[F1])) for row in rows] == [
        ("1", "Plumb", "None", 1.0),
        ("2", "Level", "All", 0.0),
    ]
    look_narrow(reader, "competition-page")
    expect_two_figures_on_a_phone(reader)


def make_project(api: Api, server: Server) -> list[dict[str, Any]]:
    """Three questions of a hidden split with two annotations each; its examples."""
    api.create_project(SLUG, ANNOTATORS, overlap=2, questions=())
    file = server.data_dir / f"{SLUG}.jsonl"
    file.write_text("".join(map(page_line, QUESTIONS)), "utf-8")
    server.manage("import_pages", SLUG, str(file), "--split", "test")
    answers: Mapping[str, Answer] = dict.fromkeys(QUESTIONS, (RIGHT,))
    for name in ANNOTATORS:
        api.answer(SLUG, name, answers)
    api.put(f"projects/{SLUG}/splits/hidden/", {"split": "test"})
    examples: list[dict[str, Any]] = api.get(f"projects/{SLUG}/examples/")["results"]
    for example in examples:
        shown = api.get(f"projects/{SLUG}/examples/{example['id']}/")
        example["candidates"] = shown["page"]["candidates"]
    return examples


def predictions(examples: list[dict[str, Any]], *, right: int) -> list[dict[str, Any]]:
    """Answers of which so many are right, until the gold is corrected."""
    return [
        predict(example, RIGHT if number < right else WRONG)
        for number, example in enumerate(examples)
    ]


def open_competition(page: Page, screenshot_folder: Path) -> str:
    """Open, write and publish it, with a phase without dates; the link to sign up by."""
    open_section(page, "Competition")
    page.get_by_role("button", name="Open a competition").click()
    page.get_by_role("textbox", name="Task").fill("Find **the box**.")
    expect(page.get_by_role("region", name="Preview").get_by_text("the box")).to_be_visible()
    page.get_by_role("button", name="Save the page").click()
    expect(page.get_by_text("The page is saved.")).to_be_visible()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("button", name="Unpublish")).to_be_visible()
    look(page, "competition", screenshot_folder)
    add_phase(page, "First phase")
    page.get_by_role("tab", name="Files").click()
    page.get_by_role("button", name="Make the file").click()
    wait_for(page.get_by_role("article"), "Done")
    expect(page.get_by_role("list", name="Downloads").get_by_role("link")).to_have_count(1)
    page.get_by_role("tab", name="Teams").click()
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("Link", exact=True).input_value()


def add_phase(page: Page, name: str) -> None:
    """A phase that begins now and ends with its results, with two uploads a week."""
    page.get_by_role("tab", name="Phases").click()
    page.get_by_role("button", name="Add a phase").click()
    dialog = page.get_by_role("dialog", name="Add a phase")
    dialog.get_by_role("textbox", name="Name").fill(name)
    dialog.get_by_label("Uploads of a team in seven days").fill("2")
    dialog.get_by_role("button", name="Add phase").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("article", name=name)).to_contain_text("Open")


def publish_results(page: Page, phase: str) -> None:
    """End the phase with its final table."""
    page.get_by_role("tab", name="Phases").click()
    card = page.get_by_role("article", name=phase)
    card.get_by_role("button", name="Publish the results").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    expect(card.get_by_role("button", name="Take the results down")).to_be_visible()


def sign_up(profiles: Profiles, link: str, name: str, *, team: str) -> Page:
    """Make an account by the link and form a team; the page of the team."""
    page = profiles.open(at=link).page
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Full name").fill(name.title())
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and sign up").click()
    page.get_by_label("Name of the team").fill(team)
    page.get_by_role("button", name="Form team").click()
    expect(page.get_by_role("heading", name=team, level=1)).to_be_visible()
    expect(page.get_by_role("navigation", name="Project")).to_have_count(0)
    return page


def submit(page: Page, name: str, file: Path) -> None:
    """Upload a team's predictions, and wait for their score."""
    page.get_by_label("Name of the system").fill(name)
    page.get_by_label("Predictions in the official JSON").set_input_files(file)
    page.get_by_role("button", name="Submit", exact=True).click()
    row = page.get_by_role("table", name="Submissions").get_by_role("row", name=name)
    wait_for(row, "Scored")


def correct(api: Api) -> None:
    """Change every annotation as its lead: another box is the answer now."""
    for each in api.get(f"projects/{SLUG}/annotations/?page_size=100")["results"]:
        answer = {
            "question_quality": "good",
            "long_answer": {"candidate_index": WRONG},
            "short_answers": [],
            "yes_no_answer": "NONE",
            "active_seconds": SECONDS,
            "reason": "Another box answers it.",
        }
        api.post(f"projects/{SLUG}/annotations/{each['id']}/revision/", answer)


def expect_two_figures_on_a_phone(page: Page) -> None:
    """Before the table scrolls, the figure that decides and the next one are all in sight."""
    page.set_viewport_size(PHONE)
    headings = page.get_by_role("table", name="Results").get_by_role("columnheader")
    second = headings.nth(3).bounding_box()
    assert second is not None
    assert second["x"] + second["width"] <= PHONE["width"]


def table_of(page: Page) -> list[tuple[str, str, str]]:
    """Rank, team and the figure that decides of every row."""
    rows = page.get_by_role("table", name="Results").get_by_role("row")
    expect(rows).to_have_count(3)
    found = []
    for row in rows.all()[1:]:
        rank, figure = row.get_by_role("cell").all_inner_texts()[:2]
        team = row.get_by_role("rowheader").inner_text().splitlines()[0].strip()
        found.append((rank.strip(), team, figure.splitlines()[0].strip()))
    return found
