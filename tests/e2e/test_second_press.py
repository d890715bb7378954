"""A second press never decides the next question, and Undo goes back through every submission."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.annotating import COUNTS, STAGES, Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS, Api, let_answers_be_taken_back

TOO_SOON = "That was too soon to count."
FIRST_LOOK_MS = 460
"""How long a question is on screen before a decision counts: see `useFirstLook`."""


def expect_question_that_does_not_count(page: Page, *, other_than: str) -> str:
    """Wait until another question is on screen, whose decisions don't count yet; its words."""
    region = page.get_by_role("region", name=STAGES["question"], exact=True)
    expect(region.and_(page.locator("[data-counts=false]"))).to_be_visible()
    heading = page.get_by_role("heading", level=1)
    expect(heading).not_to_have_text(other_than)
    return heading.inner_text()


def test_a_second_press_decides_nothing_on_the_next_question(profiles: Profiles, api: Api) -> None:
    slug = "second-press"
    api.create_project(slug, ["bea"], reviews_answers=False)
    page = profiles.open("bea").page
    # The tab's clock stands still, so that the moment is as long as this test wants.
    page.clock.install()
    page.goto(f"/projects/{slug}/annotate")
    desk = Desk(page)
    shown = [expect_question_that_does_not_count(page, other_than="")]
    for presses in (1, 2):
        page.clock.run_for(FIRST_LOOK_MS + 100)
        expect(page.locator(COUNTS)).to_be_visible()
        page.keyboard.press("b")
        shown.append(expect_question_that_does_not_count(page, other_than=shown[-1]))
        page.keyboard.press("b")
        expect(page.get_by_text(TOO_SOON).first).to_be_visible()
        page.get_by_role("button", name="Bad").dblclick()
        assert desk.question == shown[-1]
        assert api.get(f"projects/{slug}/annotations/")["count"] == presses
    # From then on it counts, and the notice goes.
    page.clock.run_for(FIRST_LOOK_MS + 100)
    page.keyboard.press("g")
    expect(page.get_by_text(TOO_SOON)).to_have_count(0)
    desk.expect_stage("long answer")


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
    expect(page.get_by_text("You took this answer back.")).to_be_visible()
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
