"""Suggestions in the browser: a lead chooses a system, an annotator takes its answer, and the lead
reads what that came to.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.annotating import Desk
from tests.e2e.leading import compute_statistics, save_settings
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, QUESTIONS, Api
from tests.e2e.test_looks import look

SLUG = "orle-suggested"
SYSTEM = "Box one"
WORKERS_PATIENCE_MS = 60_000

pytestmark = pytest.mark.long


def test_a_lead_chooses_suggestions_and_learns_what_came_of_them(
    profiles: Profiles, api: Api, screenshot_folder: Path
) -> None:
    make_project(api)
    lead = profiles.open(LEAD, at=f"/projects/{SLUG}/settings?tab=kind").page
    choose(lead, screenshot_folder)

    desk = Desk(profiles.open("ilse", at=f"/projects/{SLUG}/annotate").page)
    desk.expect_stage("question")
    expect(desk.page.get_by_role("group", name="Suggestion")).to_have_count(0)
    desk.judge_good()
    suggestion = desk.page.get_by_role("group", name="Suggestion")
    expect(suggestion).to_contain_text("The old crossing is a ferry")
    marked = desk.page.frame_locator("iframe").locator("[data-suggested]")
    expect(marked).to_have_count(1)
    expect(desk.page.get_by_text(SYSTEM)).to_have_count(0)
    look(desk.page, "suggestion", screenshot_folder)
    desk.press("a")
    desk.expect_stage("short answer")
    desk.press("n")
    desk.submit(by_key=True)

    lead.goto(f"/projects/{SLUG}/statistics/suggestions")
    compute_statistics(lead)
    uses = lead.get_by_role("table", name="What annotators did with the suggestion")
    expect(uses.get_by_role("row", name="Taken")).to_contain_text("1", timeout=WORKERS_PATIENCE_MS)
    expect(
        lead.get_by_text("Nobody has submitted an answer without a suggestion yet.")
    ).to_have_count(2)
    look(lead, "suggestions-report", screenshot_folder)
    with lead.expect_download() as download:
        lead.get_by_role("link", name="CSV").click()
    assert SYSTEM in download.value.path().read_text("utf-8")
    lead.goto(f"/projects/{SLUG}/history")
    expect(lead.get_by_text(f"chose the suggestions of {SYSTEM}")).to_be_visible()


def make_project(api: Api) -> None:
    """Three questions, one of which has an annotation, and a baseline that answers all of them."""
    api.create_project(SLUG, ["ilse", "ivo"])
    api.answer(SLUG, "ivo", {QUESTIONS[0]: (0,)})
    baseline = {
        "baseline": "first-paragraph",
        "name": SYSTEM,
        "split": "all",
        "non_null_annotations": 1,
    }
    job = api.post(f"projects/{SLUG}/baselines/", baseline)["job"]
    api.get_once(f"jobs/{job}/", lambda found: found["state"] == "succeeded")


def choose(lead: Page, screenshot_folder: Path) -> None:
    """All assignments are to see the baseline's answer."""
    card = lead.get_by_role("region", name="Suggestions")
    card.get_by_role("radio", name="An answer").check()
    card.get_by_label("Share of assignments").fill("100")
    look(lead, "suggestion-settings", screenshot_folder)
    save_settings(lead)
    expect(card.get_by_text(f"{SYSTEM} is suggesting.")).to_be_visible(timeout=WORKERS_PATIENCE_MS)
