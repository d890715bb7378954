"""The leaderboard in the browser: upload, score, problems, publish, read without an account."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.leading import open_section, wait_for
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, QUESTIONS, Api
from tests.e2e.test_looks import look, look_narrow

pytestmark = pytest.mark.long

SLUG = "orle-systems"
ANNOTATORS = ("ilse", "ivo")
NULL = {"start_token": -1, "end_token": -1, "start_byte": -1, "end_byte": -1}


def test_a_lead_scores_systems_and_everybody_reads_how_they_did(
    profiles: Profiles, api: Api, screenshot_folder: Path, tmp_path: Path
) -> None:
    examples = make_project(api)
    page = profiles.open(LEAD, at=f"/projects/{SLUG}").page
    open_section(page, "Leaderboard")
    expect(page.get_by_text("No scores yet")).to_be_visible()

    broken = [predict(each, None) | {"long_answer_score": "high"} for each in examples]
    upload(page, "Broken", write(tmp_path / "broken.json", broken))
    card = page.get_by_role("article", name="broken.json")
    wait_for(card, "Failed")
    expect(card.get_by_role("table", name="Problems")).to_have_count(0)
    card.get_by_role("button", name=f"Show {len(examples)} problems").click()
    problems = card.get_by_role("table", name="Problems")
    expect(problems.get_by_role("row")).to_have_count(1 + len(examples))
    expect(problems).to_contain_text(f"(example {examples[0]['example_id']}).long_answer_score")
    look(page, "leaderboard-problems", screenshot_folder)

    upload(page, "First box", write(tmp_path / "first.json", [predict(e, 0) for e in examples]))
    wait_for(page.get_by_role("article", name="first.json"), "Done")
    upload(page, "Silence", write(tmp_path / "none.json", [predict(e, None) for e in examples]))
    wait_for(page.get_by_role("article", name="none.json"), "Done")
    assert names(page) == ["First box", "Silence"]
    # The plot has marks and a table of its own with the same words.
    board = page.get_by_role("table", name="Leaderboard")
    board.get_by_role("button", name="F1, long answers").click()
    expect(board.get_by_role("columnheader", name="F1, long answers")).to_have_attribute(
        "aria-sort", "ascending"
    )
    expect(board.get_by_role("rowheader").first).to_contain_text("Silence")
    page.evaluate("scrollTo(0, 0)")
    look(page, "leaderboard", screenshot_folder)
    follow_an_error(page, screenshot_folder)

    public = f"/leaderboards/{SLUG}"
    reader = profiles.open(at=public).page
    expect(reader.get_by_text("No leaderboard is published here")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("link", name=public)).to_be_visible()
    page.get_by_role("button", name="More about Silence").click()
    page.get_by_role("menuitem", name="Hide when published").click()
    expect(page.get_by_text("Hidden", exact=True)).to_be_visible()
    reader.reload()
    expect(reader.get_by_role("heading", name="Orle systems", level=1)).to_be_visible()
    published = reader.get_by_role("table", name="Leaderboard").get_by_role("rowheader")
    expect(published).to_have_count(1)
    expect(published).to_contain_text("First box")
    expect(reader.get_by_text(LEAD)).to_have_count(0)
    look_narrow(reader, "leaderboard-published")

    page.get_by_role("button", name="More about First box").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download first.json").click()
    assert download.value.path().read_bytes() == (tmp_path / "first.json").read_bytes()


def follow_an_error(page: Page, screenshot_folder: Path) -> None:
    """From a system to what it got wrong, and to its answer on the page; and back."""
    page.get_by_role("button", name="More about First box").click()
    page.get_by_role("menuitem", name="Results and errors").click()
    expect(page.get_by_role("heading", name="First box")).to_be_visible()
    results = page.get_by_role("table", name="Results, All examples")
    expect(results.get_by_role("row").nth(1)).to_contain_text("2")
    look(page, "system-results", screenshot_folder)
    results.get_by_role("link").last.click()
    examples = page.get_by_role("table", name="Examples of a system")
    expect(examples).to_contain_text("An answer, though people have none")
    examples.get_by_role("link").first.click()
    expect(page.get_by_text("the long answer with the dashed outline")).to_be_visible()
    expect(page.frame_locator("iframe").locator("[data-system]")).to_have_count(1)
    look(page, "system-answer", screenshot_folder)
    for _ in range(3):
        page.go_back()


def make_project(api: Api) -> list[dict[str, Any]]:
    """Three questions, each with two annotations; its examples."""
    api.create_project(SLUG, ANNOTATORS, overlap=2)
    answers: dict[str, Any] = dict.fromkeys(QUESTIONS, (0,)) | {QUESTIONS[2]: "none"}
    for name in ANNOTATORS:
        api.answer(SLUG, name, answers)
    examples: list[dict[str, Any]] = api.get(f"projects/{SLUG}/examples/")["results"]
    for example in examples:
        shown = api.get(f"projects/{SLUG}/examples/{example['id']}/")
        example["candidates"] = shown["page"]["candidates"]
    return examples


def predict(example: dict[str, Any], candidate: int | None) -> dict[str, Any]:
    """A prediction of one of the page's boxes, by tokens, or of nothing."""
    box = None if candidate is None else example["candidates"][candidate]
    span = NULL | ({key: box[key] for key in ("start_token", "end_token")} if box else {})
    return {
        "example_id": int(example["example_id"]),
        "long_answer": span,
        "long_answer_score": 1.0,
        "short_answers": [],
        "short_answers_score": 0.0,
        "yes_no_answer": "NONE",
    }


def write(path: Path, predictions: list[dict[str, Any]]) -> Path:
    path.write_text(json.dumps({"predictions": predictions}), "utf-8")
    return path


def upload(page: Page, name: str, file: Path) -> None:
    page.get_by_label("Name of the system").fill(name)
    page.get_by_label("Predictions in the official JSON").set_input_files(file)
    page.get_by_role("button", name="Score", exact=True).click()


def names(page: Page) -> list[str]:
    """The systems in the order of the table, above the people."""
    headings = page.get_by_role("table", name="Leaderboard").get_by_role("rowheader")
    expect(headings).to_have_count(2)
    return [text.splitlines()[0].strip() for text in headings.all_inner_texts()]
