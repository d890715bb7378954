"""A lead compares long-form answers, reads concerns and confirmations, and asks to look again."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.ambiguous_project import QUESTIONS, create_ambiguous_project
from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look
from tests.e2e.widths import OVERFLOW

pytestmark = pytest.mark.long

UMAS = (
    "The old crossing of the river Orle is a ferry, which the Marten family has kept since 1712. "
    "Carts above two tons take it to this day. A stone bridge beside it was opened on 4 May 1867, "
    "and the railway bridge in 1902."
)
VERAS = (
    "The old crossing of the river Orle is a ferry, which the Marten family keeps. The stone "
    "bridge was opened on 4 May 1867, the railway bridge two years into the new century."
)
CONCERN = "Nobody would take a railway bridge for the old crossing: the third is no reading."
WRITTEN: dict[str, Any] = {"active_seconds": {"writing": 1080}}


def answer_next(api: Api, slug: str, name: str, **answer: Any) -> str:
    """Answer the next question; its text."""
    assignment = api.post(f"projects/{slug}/assignments/next/", {}, by=name)
    body = {"long_form_answer": "", "knowledge": [], "acknowledged_missing": [], "concern": ""}
    api.post(f"assignments/{assignment['id']}/submit/", {**body, **WRITTEN, **answer}, by=name)
    question: str = assignment["question"]["text"]
    return question


def make_answers(api: Api, server: Server, slug: str) -> None:
    """Two answers to the first question, of which one has a confirmation; a concern about the
    second.
    """
    create_ambiguous_project(api, server, slug, ["uma", "vera"], overlap=2)
    piece = {"content": "Carts above two tons still take the ferry.", "page_title": "Orle"}
    answers = (
        ("uma", {"long_form_answer": UMAS, "knowledge": [piece]}),
        ("uma", {"concern": CONCERN}),
        ("vera", {"long_form_answer": VERAS, "acknowledged_missing": [2]}),
    )
    asked = [answer_next(api, slug, name, **answer) for name, answer in answers]
    assert asked == [QUESTIONS[0], QUESTIONS[1], QUESTIONS[0]]


def open_list(page: Page, name: str) -> None:
    """Go to one of the lead's lists and wait for it."""
    page.get_by_role("navigation", name="Project").get_by_role("link", name=name).click()
    expect(page.get_by_role("table", name=name)).to_be_visible()


def check_print(page: Page) -> None:
    """On paper: nothing but the sheet, both answers beside each other, and what the lines mean."""
    page.pdf(path=RESULTS / "long-form-sheet.pdf", format="A4")
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    expect(page.get_by_role("banner")).to_be_hidden()
    for name in ("Print", "Ask to look again", "Feedback"):
        expect(page.get_by_role("button", name=name).first).to_be_hidden()
    expect(page.get_by_label("Mark short answers")).to_be_hidden()
    expect(page.get_by_text("Wavy: words that only one answer has.")).to_be_visible()
    first = page.get_by_role("article", name="Answer A").bounding_box()
    second = page.get_by_role("article", name="Answer B").bounding_box()
    assert first
    assert second
    assert (first["y"], first["x"] + first["width"] < second["x"]) == (second["y"], True)
    assert page.evaluate(OVERFLOW) is None
    page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(VIEWPORT)
    expect(page.get_by_text("Wavy: words that only one answer has.")).to_be_hidden()


def test_a_lead_compares_two_answers_and_asks_to_look_at_one_again(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "review-sheet"
    make_answers(api, server, slug)
    page = profiles.open(LEAD, at=f"/projects/{slug}").page
    expect(page.get_by_text("1 concern")).to_be_visible()
    look(page, "long-form-overview", screenshot_folder)

    open_list(page, "Confirmations")
    expect(page.get_by_text("“1902”")).to_be_visible()
    look(page, "long-form-confirmations", screenshot_folder)
    page.get_by_role("link", name=QUESTIONS[0]).click()

    first = page.get_by_role("article", name="Answer A")
    second = page.get_by_role("article", name="Answer B")
    expect(second.get_by_text("Missing: “1902”")).to_be_visible()
    assert first.locator("mark").all_inner_texts() == ["Marten family", "4 May 1867", "1902"]
    assert second.locator("mark").all_inner_texts() == ["Marten family", "4 May 1867"]
    expect(first.locator("ins").filter(has_text="has")).to_have_count(1)
    expect(first.get_by_text("18 min")).to_be_visible()
    look(page, "long-form-sheet", screenshot_folder)

    check_print(page)

    second.get_by_role("button", name="Ask to look again").click()
    page.get_by_label("What to look at").fill("Please name the year.")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(second.get_by_text("reopened")).to_be_visible()
    reopened = api.get(f"projects/{slug}/confirmations/")["results"][0]["reopened"]
    assert reopened["reason"] == "Please name the year."

    page.get_by_text("History", exact=True).click()
    expect(page.get_by_text("“Please name the year.”")).to_be_visible()
    look(page, "long-form-history", screenshot_folder)

    vera = profiles.open("vera", at=f"/projects/{slug}").page
    expect(vera.get_by_text("A lead asks: Please name the year.")).to_be_visible()
    vera.get_by_role("link", name=f"Change your answer to: {QUESTIONS[0]}").click()
    expect(vera.get_by_role("textbox", name="Long-form answer")).to_have_value(VERAS)
