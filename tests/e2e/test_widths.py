"""Every state of annotating, in each width from a phone's on: nothing is wider than the window.

The pictures lie in `test-results/widths` for people to look at.
"""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.annotating import TAKEN_BACK, Desk
from tests.e2e.profiles import Profiles
from tests.e2e.routes import is_saved_draft
from tests.e2e.server import Server
from tests.e2e.small_project import Api
from tests.e2e.wide_project import (
    LONG_WORD,
    RIGHT_TO_LEFT_QUESTION,
    create_right_to_left_project,
    create_wide_project,
)
from tests.e2e.widths import look

pytestmark = pytest.mark.long


def test_the_stages_fit_every_width(profiles: Profiles, api: Api, server: Server) -> None:
    create_wide_project(api, server, "wide", ["anna"], reviews_answers=True)
    profile = profiles.open("anna", at="/projects/wide/annotate")
    page, desk = profile.page, Desk(profile.page)
    desk.expect_stage("question")
    faults = look(page, "question", desk.choice("Good"))
    desk.judge_good()
    faults += look(page, "long-answer", desk.button("Use this passage"))
    box = desk.screen.click("The old crossing is a ferry")
    desk.expect_saved()
    faults += look(page, "long-answer-chosen", desk.button("Use this passage"))
    # Narrow windows had no infobox beside the text; the wide one has it again.
    desk.screen.expect_attribute("data-outlined", box)
    desk.press("?")
    guidelines = page.get_by_role("complementary", name="Guidelines")
    expect(guidelines).to_be_visible()
    faults += look(page, "guidelines", desk.button("Use this passage"), narrowest=1280)
    page.get_by_role("button", name="Close the guidelines").click()
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    faults += look(page, "short-answer", desk.button("Review"))
    for word in ("ferry", "1712", LONG_WORD):
        desk.screen.double_click(word, inside=box)
    desk.expect_saved()
    faults += look(page, "short-answer-marked", desk.button("Review"))
    desk.button("Review").click()
    desk.expect_stage("review")
    desk.expect_saved()
    faults += look(page, "review", desk.button("Submit"))
    desk.press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    faults += look(page, "keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    desk.button("Submit").click()
    desk.expect_stage("question")
    expect(page.get_by_text("Submitted: ")).to_be_visible()
    faults += look(page, "next-question", desk.choice("Good"))
    page.get_by_role("button", name="Undo the last submission").last.click()
    expect(page.get_by_text(TAKEN_BACK)).to_be_visible()
    faults += look(page, "revision")
    desk.press("1", "b")
    expect(page.get_by_role("dialog")).to_be_visible()
    faults += look(page, "bad-after-all")
    assert faults == []


def test_two_versions_and_an_own_answer_fit_every_width(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_wide_project(api, server, "wide-two", ["berta"], reviews_answers=False)
    profile = profiles.open("berta", at="/projects/wide-two/annotate")
    page, desk = profile.page, Desk(profile.page)
    desk.expect_stage("question")
    desk.judge_good()
    desk.expect_saved()
    stale = Desk(profile.context.new_page())
    stale.page.goto("/projects/wide-two/annotate")
    stale.expect_stage("long answer")
    with page.expect_response(is_saved_draft):
        desk.screen.click("The old crossing is a ferry")
    stale.screen.click("A stone bridge was opened")
    expect(stale.page.get_by_role("dialog")).to_be_visible()
    faults = look(stale.page, "two-versions")
    stale.page.close()
    desk.press("n")
    expect(page.get_by_text("Submitted: ")).to_be_visible()
    number = api.get("projects/wide-two/annotations/")["results"][0]["id"]
    page.goto(f"/annotations/{number}")
    expect(page.get_by_role("article", name="Your answer")).to_be_visible()
    faults += look(page, "own-answer")
    assert faults == []


def test_what_is_written_from_right_to_left_fits_every_width(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_right_to_left_project(api, server, "arabic", ["amal"])
    profile = profiles.open("amal", at="/projects/arabic/annotate")
    page, desk = profile.page, Desk(profile.page)
    desk.expect_stage("question")
    heading = page.get_by_role("heading", name=RIGHT_TO_LEFT_QUESTION)
    assert direction_of(heading) == "rtl"
    faults = look(page, "arabic-question", desk.choice("Good"))
    desk.judge_good()
    assert direction_of(heading) == "rtl"
    box = desk.screen.click("المعبر القديم عبارة")
    desk.expect_saved()
    faults += look(page, "arabic-long-answer", desk.button("Use this passage"))
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    # The first word is the one furthest to the right; the left arrow leads on from it.
    desk.press("ArrowLeft", "ArrowLeft")
    second = cursor_edges(desk)
    desk.press("ArrowRight")
    first = cursor_edges(desk)
    assert first["left"] >= second["right"]
    desk.press("Enter")
    desk.screen.drag("عائلة مارتن", inside=box)
    expect(page.get_by_text("عائلة مارتن", exact=True)).to_be_visible()
    desk.expect_saved()
    faults += look(page, "arabic-short-answer", desk.button("Review"))
    desk.button("Review").click()
    desk.expect_stage("review")
    assert direction_of(page.get_by_text("عائلة مارتن", exact=True).last) == "rtl"
    faults += look(page, "arabic-review", desk.button("Submit"))
    assert faults == []


def test_arrows_lead_from_box_to_box_as_an_arabic_page_shows_them(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_right_to_left_project(api, server, "arabic-boxes", ["badr"])
    desk = Desk(profiles.open("badr", at="/projects/arabic-boxes/annotate").page)
    desk.expect_stage("question")
    desk.press("g")
    desk.expect_stage("long answer")
    # The first box is the table; inside of it, to the left, is its first row.
    desk.press("Home")
    desk.screen.expect_attribute("data-hover", 0)
    desk.press("ArrowLeft")
    desk.screen.expect_attribute("data-hover", 1)
    desk.press("ArrowRight")
    desk.screen.expect_attribute("data-hover", 0)


CURSOR = """(page) => {
  const [range] = page.defaultView.CSS.highlights.get("cursor")
  const { left, right } = range.getBoundingClientRect()
  return { left, right }
}"""


def cursor_edges(desk: Desk) -> Mapping[str, float]:
    """Where the cursor's word is, in pixels of the frame."""
    edges: Mapping[str, float] = desk.screen.read(CURSOR)
    return edges


def direction_of(shown: Locator) -> str:
    """The direction that a text runs in."""
    direction: str = shown.evaluate("element => getComputedStyle(element).direction")
    return direction
