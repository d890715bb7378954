"""A newcomer's first minutes: the demo is there, an annotator answers its first question."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.annotating import Desk
from tests.e2e.pictures import photograph
from tests.e2e.server import Server

QUESTION = "what was the name of the lighthouse keeper who swallowed molten lead"
PASSAGE = "The oldest of the three keepers"


@pytest.fixture(scope="module")
def server(demo: Server) -> Server:
    return demo


def sign_in(page: Page, name: str) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="My projects")).to_be_visible()


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag from the middle of one word to the middle of another.

    Playwright's own mouse waits for scripts of the frame, which has none.
    """
    start.scroll_into_view_if_needed()
    boxes = (start.bounding_box(), end.bounding_box())
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in (
        ("mousePressed", points[0]),
        ("mouseMoved", points[1]),
        ("mouseReleased", points[1]),
    ):
        session.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1},
        )


def test_an_annotator_answers_the_first_question_of_the_demo(
    page: Page, screenshot_folder: Path
) -> None:
    sign_in(page, "ada")
    page.goto("/projects/demo/annotate")
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(page.get_by_text("0 done today")).to_be_visible()
    Desk(page).expect_stage("question")
    page.keyboard.press("g")

    # What is clicked before the page is open is heard by nobody.
    desk = Desk(page)
    desk.expect_stage("long answer")
    frame = page.frame_locator("iframe")
    passage = frame.locator("[data-c]", has_text=PASSAGE).last
    passage.click()
    page.get_by_role("button", name="Use this passage").click()
    desk.expect_stage("short answer")

    words = passage.locator("[data-t]")
    name = [words.get_by_text(word, exact=True).first for word in ("Henry", "Hall")]
    drag(page, *name)
    expect(page.get_by_text("Henry Hall", exact=True)).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    photograph(page, screenshot_folder / "annotate.png")

    desk.button("Submit").click()
    expect(page.get_by_text("1 done today")).to_be_visible()
