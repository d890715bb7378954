"""An error analysis in the browser: a lead draws a sample, two people label it alone, and all read
the shares, the agreement and the file.
"""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.profiles import Profiles
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look

pytestmark = pytest.mark.long

SLUG = "orle-errors"
SYSTEM = "Box one"
EXPERTS = ("eva", "emil")
QUESTIONS = tuple(f"who keeps ferry {number} at the old crossing" for number in range(1, 46))
SIZE = 44
HALLUCINATION, CORRECT = 1, 0
WRONG = {"eva": 20, "emil": 22}
"""So many answers, from the first on, each of them calls hallucinated, and the rest correct."""

BY_HAND = 2


def test_a_sample_is_drawn_labelled_by_two_and_its_shares_are_read(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    make_project(api)
    lead = profiles.open(LEAD, at=f"/projects/{SLUG}/error-analyses/new").page
    draw_sample(lead)
    address = lead.url.partition("/projects")[2]
    for name in EXPERTS:
        page = profiles.open(name, at=f"/projects{address}").page
        label(page, api, name, screenshot_folder)
        if name != EXPERTS[-1]:
            lead.reload()
            expect(lead.get_by_text("The results appear here once everybody")).to_be_visible()

    lead.reload()
    shares = lead.get_by_role("row", name="Hallucination")
    expect(shares).to_be_visible()
    # 20 and 22 of 44, and both called 42 the same.
    share, _, same, *_ = shares.get_by_role("cell").all()
    expect(share).to_have_text("48%")
    # All questions are about one page, which can't say how far pages differ.
    expect(shares).to_contain_text("An interval needs 10 pages; there is 1.")
    expect(same).to_have_text("95%")
    look(lead, "error-analysis-results", screenshot_folder)
    with lead.expect_download() as download:
        lead.get_by_role("link", name="Download the labels as CSV").click()
    with download.value.path().open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * SIZE
    assert sum(row["labels"] == "Hallucination" for row in rows) == sum(WRONG.values())
    assert {row["labeller"] for row in rows} == {"1", "2"}


def make_project(api: Api, slug: str = SLUG, questions: tuple[str, ...] = QUESTIONS) -> None:
    """Questions with an annotation each, two experts, and a baseline's answers to all of them."""
    api.create_project(slug, ["ivo"], questions=questions)
    for name in EXPERTS:
        member = {"username": name, "role": "expert", "password": PASSWORD}
        api.post(f"projects/{slug}/members/", member)
    api.answer(slug, "ivo", dict.fromkeys(questions, (0,)))
    baseline = {
        "baseline": "first-paragraph",
        "name": SYSTEM,
        "split": "all",
        "non_null_annotations": 1,
    }
    job = api.post(f"projects/{slug}/baselines/", baseline)["job"]
    api.get_once(f"jobs/{job}/", lambda found: found["state"] == "succeeded")


def draw_sample(lead: Page) -> None:
    """Open an analysis that both experts label."""
    lead.get_by_label("Answers").fill(str(SIZE))
    lead.get_by_label("Seed").fill("7")
    lead.get_by_role("combobox", name="Labelled by").press("ArrowDown")
    for name in EXPERTS:
        lead.get_by_role("option", name=name).click()
    lead.keyboard.press("Escape")
    lead.get_by_role("button", name="Draw the sample and open").click()
    expect(lead.get_by_role("heading", level=1, name="Error analysis 1")).to_be_visible()


def label(page: Page, api: Api, name: str, screenshot_folder: Path) -> None:
    """Label two answers by keys, one of them in the page's frame, and the others over the API."""
    page.get_by_role("link", name="Label answers").click()
    frame = page.frame_locator("iframe")
    for number in range(1, BY_HAND + 1):
        expect(page.get_by_role("heading", name=f"Answer {number} of {SIZE}")).to_be_visible()
        box = frame.locator("[data-system]")
        expect(box).to_contain_text("The old crossing is a ferry")
        if number == BY_HAND:
            box.click()
        if number == 1 and name == EXPERTS[0]:
            look(page, "error-analysis-answer", screenshot_folder)
        page.keyboard.press(str(HALLUCINATION + 1))
        expect(page.get_by_role("button", name="Hallucination")).to_have_attribute(
            "aria-pressed", "true"
        )
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Answer {BY_HAND + 1} of {SIZE}")).to_be_visible()
    [analysis] = api.get(f"projects/{SLUG}/error-analyses/", by=name)["results"]
    below = f"projects/{SLUG}/error-analyses/{analysis['id']}/answers"
    for number in range(BY_HAND + 1, SIZE + 1):
        given = HALLUCINATION if number <= WRONG[name] else CORRECT
        api.put(f"{below}/{number}/labels/", {"labels": [given]}, by=name)
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("dialog").get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", level=1, name="Error analysis 1")).to_be_visible()
