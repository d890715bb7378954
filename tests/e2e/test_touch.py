"""A phone: real touch events in Chromium at 390 px, from the question to the submission."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.annotating import Desk
from tests.e2e.long_answers import HALF, begin, submit, text_of, write
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import BRIDGE, FIRST_PARAGRAPH, QUESTIONS, Api

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

_HARD_TO_TAP = """() => {
  const hard = []
  const isClipped = (element) =>
    element !== null &&
    (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement))
  for (const button of document.querySelectorAll("button:enabled")) {
    const isSeen = button.checkVisibility({ visibilityProperty: true }) && !isClipped(button)
    if (!isSeen || button.closest("p, [inert]")) continue
    button.scrollIntoView({ block: "center" })
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const takes = (dx, dy) => {
      const inWindow = (at, size) => Math.min(Math.max(at, 1), size - 1)
      const at = [inWindow(x + dx, innerWidth), inWindow(y + dy, innerHeight)]
      return document.elementFromPoint(...at)?.closest("button") === button
    }
    if (![[0, 0], [21, 0], [-21, 0], [0, 21], [0, -21]].every((by) => takes(...by)))
      hard.push(`${button.ariaLabel ?? button.textContent}: ${right - left} x ${bottom - top}`)
  }
  return hard
}"""
"""Buttons that don't take each press in the 44 px around their middle; those in a sentence are as
high as its line.
"""


def hard_to_tap(page: Page) -> list[str]:
    """The buttons on screen that a finger misses, with their size in pixels."""
    found: list[str] = page.evaluate(_HARD_TO_TAP)
    return found


def test_a_finger_reaches_every_button_of_a_question(profiles: Profiles, api: Api) -> None:
    api.create_project("phone-size", ["pola"], questions=QUESTIONS[:1])
    page = profiles.open("pola", at="/projects/phone-size/annotate", **PHONE).page
    desk = Desk(page)
    desk.expect_stage("question")
    found = {"question": hard_to_tap(page)}
    desk.judge_good()
    box = desk.screen.tap(FIRST_PARAGRAPH)
    expect(page.get_by_role("navigation", name="Boxes around the passage")).to_be_visible()
    found["long answer"] = hard_to_tap(page)
    tap(desk.button("Use this passage"))
    desk.expect_stage("short answer")
    desk.screen.tap("ferry", inside=box)
    tap(page.get_by_role("button", name="Mark", exact=True))
    expect(page.get_by_role("button", name="Remove ferry")).to_be_visible()
    found["short answer"] = hard_to_tap(page)
    tap(desk.button("Find"))
    expect(page.get_by_role("textbox", name="Find in the page")).to_be_focused()
    found["contents"] = hard_to_tap(page)
    tap(desk.button("Review"))
    desk.expect_stage("review")
    found["review"] = hard_to_tap(page)
    assert {stage: buttons for stage, buttons in found.items() if buttons} == {}


def test_on_a_phone_the_text_stands_above_the_page_and_below_what_it_misses(
    profiles: Profiles, api: Api, server: Server
) -> None:
    create_ambiguous_project(api, server, "orle-phone", ["pelle"])
    page = begin(profiles, "pelle", "orle-phone", **PHONE).page
    field, frame = text_of(page), page.locator("iframe").first
    expect(frame).to_be_attached()
    assert top_of(field) < PHONE["viewport"]["height"] < top_of(frame)
    write(page, HALF)
    assert hard_to_tap(page) == []
    submit(page)
    decision = page.get_by_role("checkbox").first
    expect(decision).to_be_focused()
    notice = page.get_by_text("Your text has no short answer of 2 and 3.")
    for shown in (decision, field, notice):
        expect(shown).to_be_in_viewport()
    tap(decision)
    expect(decision).to_be_checked()
    assert hard_to_tap(page) == []


def top_of(shown: Locator) -> float:
    """Pixels from the window's upper edge."""
    box = shown.bounding_box()
    assert box is not None
    return box["y"]


def test_a_phone_annotates_from_the_question_to_the_submission(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("phone", ["paula"], questions=QUESTIONS[:2], reviews_answers=False)
    page = profiles.open("paula", at="/projects/phone/annotate", **PHONE).page
    desk = Desk(page)
    desk.expect_stage("question")
    tap(desk.choice("Good"))
    desk.expect_stage("long answer")
    expect(page.get_by_text("Tap the box that answers the question.")).to_be_visible()
    box = desk.screen.tap(FIRST_PARAGRAPH)
    desk.screen.expect_attribute("data-selected", box)
    tap(desk.button("Use this passage"))
    desk.expect_stage("short answer")
    expect(page.get_by_text("Tap the first and the last word")).to_be_visible()
    # A tap elsewhere takes the word back with the box, so none is the first of a span later.
    desk.screen.tap("ferry", inside=box)
    expect(page.get_by_role("button", name="Mark", exact=True)).to_be_visible()
    desk.screen.tap(BRIDGE)
    desk.expect_stage("long answer")
    assert desk.screen.tap(FIRST_PARAGRAPH) == box
    tap(desk.button("Use this passage"))
    expect(page.get_by_role("button", name="Mark", exact=True)).to_be_hidden()
    # One word by its button, and several by their first and last.
    desk.screen.tap("ferry", inside=box)
    tap(page.get_by_role("button", name="Mark", exact=True))
    expect(page.get_by_text("ferry", exact=True)).to_be_visible()
    desk.screen.tap("Marten family", inside=box)
    # A tap that misses the words marks nothing, and the first word stays.
    assert box is not None
    desk.screen.tap_beside_words(box)
    desk.screen.tap("Marten family", inside=box, last=True)
    expect(page.get_by_text("Marten family", exact=True)).to_be_visible()
    tap(page.get_by_role("button", name="Remove ferry"))
    tap(desk.button("Submit"))
    expect(page.get_by_text(f"Submitted: {QUESTIONS[0]}")).to_be_visible()
    expect(page.get_by_text("Keys", exact=True)).to_be_hidden()
    # The toast lies over none of the buttons of the next question.
    tap(desk.choice("Bad"))
    expect(page.get_by_role("heading", name="Nothing left for you")).to_be_visible()

    found = api.get("projects/phone/annotations/?ordering=created_at")["results"]
    answers = {each["question"]: [span["text"] for span in each["short_answers"]] for each in found}
    assert answers == {QUESTIONS[0]: ["Marten family"], QUESTIONS[1]: []}


@pytest.mark.long
def test_a_phone_searches_and_reaches_the_contents_and_the_examples(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("phone-find", ["pia"], questions=QUESTIONS[:1], reviews_answers=False)
    page = profiles.open("pia", at="/projects/phone-find/annotate", **PHONE).page
    desk = Desk(page)
    desk.expect_stage("question")
    tap(desk.choice("Good"))
    desk.expect_stage("long answer")
    field = page.get_by_role("textbox", name="Find in the page")
    section = page.get_by_role("button", name="History", exact=True)
    tap(desk.button("Find"))
    expect(field).to_be_focused()
    field.fill("stone bridge")
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    expect(section).to_be_hidden()
    field.fill("")
    tap(section)
    expect(field).not_to_be_focused()
    # What the bar needs more room for is in view, too, and nothing is wider than the window.
    box = desk.screen.tap(FIRST_PARAGRAPH)
    desk.screen.expect_attribute("data-selected", box)
    tap(desk.button("Use this passage"))
    desk.expect_stage("short answer")
    tap(desk.button("Find"))
    expect(field).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    tap(page.get_by_role("button", name="Examples"))
    expect(page.get_by_role("dialog", name="Guidelines")).to_be_visible()


@pytest.mark.long
def test_a_phone_judges_an_answer(profiles: Profiles, api: Api) -> None:
    api.create_project("phone-judged", ["paul"], questions=QUESTIONS[:1])
    expert = {"username": "erna", "role": "expert", "password": PASSWORD}
    api.post("projects/phone-judged/members/", expert)
    api.answer("phone-judged", "paul", {QUESTIONS[0]: (0,)})
    address = "projects/phone-judged/judgment-rounds/"
    [seat] = api.get(f"{address}population/?target=long")["experts"]
    body = {"title": "Round", "target": "long", "size": 1, "seed": 1, "guidelines": ""}
    made = api.post(address, {**body, "experts": [seat["membership"]]})
    page = profiles.open("erna", at=f"/projects/phone-judged/judging/{made['id']}", **PHONE).page
    choice = page.get_by_role("group", name="Verdict").get_by_role("button").first
    choice.scroll_into_view_if_needed()
    tap(choice)
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("1 of 1 judged")).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def tap(button: Locator) -> None:
    """Touch a button that is in the window, without scrolling to it by script."""
    expect(button).to_be_visible()
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
