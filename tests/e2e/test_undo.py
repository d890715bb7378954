"""Undo goes back through every submission of the last minute, one press each."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.annotating import COUNTS, TAKEN_BACK, Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS, Api, let_answers_be_taken_back

pytestmark = pytest.mark.long


def test_undo_goes_back_through_every_submission_of_the_last_minute(
    profiles: Profiles, api: Api, server: Server
) -> None:
    slug = "undo-all"
    api.create_project(slug, ["uma"], reviews_answers=False)
    page = profiles.open("uma", at=f"/projects/{slug}/annotate").page
    desk = Desk(page)
    heading = page.get_by_role("heading", level=1)
    answered: list[str] = []
    for _ in QUESTIONS:
        desk.expect_stage("question")
        answered.append(desk.question)
        desk.press("b")
        expect(heading).not_to_have_text(answered[-1])
    expect(heading).to_have_text("Nothing left for you right now")
    let_answers_be_taken_back(server, page, slug)
    page.reload()
    expect(heading).to_have_text("Nothing left for you right now")

    # One press for each, the last one first; by the key and by the button.
    page.keyboard.press("Control+z")
    expect(heading).to_have_text(answered[2])
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    desk.press("Control+z")
    expect(heading).to_have_text(answered[1])
    expect(page.locator(COUNTS)).to_be_visible()
    page.get_by_role("button", name="Undo the last submission").first.click()
    expect(heading).to_have_text(answered[0])
    # None is left to take back.
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    # Forth again: each is submitted anew, and the queue comes after them.
    for text in answered:
        expect(heading).to_have_text(text)
        desk.press("1", "g")
        desk.expect_stage("long answer")
        desk.press("n")
        expect(heading).not_to_have_text(text)
    expect(page).to_have_url(re.compile(f"/projects/{slug}/annotate$"))
    annotations = api.get(f"projects/{slug}/annotations/")["results"]
    assert [each["question_quality"] for each in annotations] == ["good"] * len(QUESTIONS)
