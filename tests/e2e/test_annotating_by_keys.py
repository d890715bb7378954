"""The keyboard begins where one reads, on a page that is longer than the window."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS, Api

DRAFT = re.compile("/draft/")
SECTIONS = 24
PAGE = "<!DOCTYPE html><html><head><title>A long page</title></head><body><h1>A long page</h1>"
for number in range(SECTIONS):
    filling = " ".join(f"word{number}x{place}" for place in range(90))
    PAGE += f"<h2>Section {number}</h2><p>First of {number} {filling}.</p>"
    PAGE += f"<p>Second of {number} {filling}.</p>"
PAGE += "</body></html>"

_FOCUSED = """(page) => {
  const box = page.querySelector("[data-hover]")
  return box && [box.textContent.trim().split(" ").slice(0, 3).join(" "),
                 box.getBoundingClientRect().top >= 0]
}"""


_CHOSEN_IN_SIGHT = """() => {
  const frame = document.querySelector("iframe").contentWindow
  const { top, bottom } = frame.document.querySelector("[data-selected]").getBoundingClientRect()
  return bottom > 0 && top < frame.innerHeight
}"""
_PUT_OFF = "(page) => page.querySelectorAll('[data-far]').length"
_HOLD_IDLE_MOMENTS = """() => {
  const idle = window.requestIdleCallback.bind(window)
  const held = []
  window.requestIdleCallback = (run) => held.push(run)
  window.becomeIdle = () => {
    window.requestIdleCallback = idle
    held.forEach((run) => idle(run))
  }
}"""
_TOP_OF = """(page) => [...page.querySelectorAll("h2")].find(
  (heading) => heading.textContent.trim() === "Section 20"
).getBoundingClientRect().top"""


pytestmark = pytest.mark.long


@pytest.fixture
def open_desk(profiles: Profiles, api: Api, server: Server) -> Callable[[str], Desk]:
    """Opens a project of one long page for an annotator of this name, at its question."""

    def opened(name: str) -> Desk:
        slug = f"keys-{name}"
        api.create_project(slug, [name], questions=(), reviews_answers=False)
        line = {
            "question_text": QUESTIONS[0],
            "document_url": "https://en.wikipedia.org/wiki/A_long_page",
            "document_title": "A long page",
            "document_html": PAGE,
        }
        file = server.data_dir / f"{slug}.jsonl"
        file.write_text(json.dumps(line) + "\n", "utf-8")
        server.manage("import_pages", slug, str(file))
        desk = Desk(profiles.open(name, at=f"/projects/{slug}/annotate").page)
        desk.expect_stage("question")
        return desk

    return opened


def expect_cursor(desk: Desk, words: str) -> None:
    """Wait until the box that begins with ``words`` is lit, and begins in view."""
    desk.page.wait_for_function(
        f"words => {{ const page = document.querySelector('iframe').contentDocument;"
        f" const found = ({_FOCUSED})(page); return found && found[0] === words && found[1] }}",
        arg=words,
    )


def test_arrows_begin_with_the_first_box_in_view(open_desk: Callable[[str], Desk]) -> None:
    desk = open_desk("fanny")
    desk.judge_good()
    desk.press("ArrowDown")
    expect_cursor(desk, "First of 0")
    # No wait in between: the next key begins where the page has got to.
    desk.press("PageDown", "PageDown", "PageDown")
    first = desk.screen.read(
        """(page) => [...page.querySelectorAll("p")].find(
             (box) => box.getBoundingClientRect().top >= 0
           ).textContent.trim().split(" ").slice(0, 3).join(" ")"""
    )
    assert first != "First of 0"
    desk.press("ArrowDown")
    expect_cursor(desk, first)
    desk.page.get_by_role("button", name="Section 20", exact=True).click()
    desk.press("ArrowDown")
    expect_cursor(desk, "First of 20")
    desk.press("/")
    desk.page.keyboard.type("word7x4 ")
    desk.press("Escape")
    expect_cursor(desk, "First of 7")
    desk.press("ArrowDown")
    expect_cursor(desk, "Second of 7")


def test_a_jump_to_what_is_not_laid_out_yet_ends_where_it_should(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("otto")
    # The browser never finds an idle moment.
    desk.page.evaluate("() => { window.requestIdleCallback = () => 0 }")
    desk.judge_good()
    assert desk.screen.read(_PUT_OFF) > SECTIONS
    desk.page.get_by_role("button", name="Section 20", exact=True).click()
    desk.press("ArrowDown")
    expect_cursor(desk, "First of 20")
    assert desk.screen.read(_PUT_OFF) == 0
    assert 0 <= desk.screen.read(_TOP_OF) < 50


def test_what_is_far_down_is_laid_out_before_anybody_goes_there(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("paul")
    desk.page.evaluate(_HOLD_IDLE_MOMENTS)
    desk.judge_good()
    assert desk.screen.read(_PUT_OFF) > SECTIONS
    desk.page.evaluate("() => window.becomeIdle()")
    desk.page.wait_for_function(
        f"() => ({_PUT_OFF})(document.querySelector('iframe').contentDocument) === 0"
    )


def test_what_was_chosen_stays_in_sight_at_another_width(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("rosa")
    desk.judge_good()
    desk.page.get_by_role("button", name="Section 20", exact=True).click()
    desk.press("ArrowDown", "Enter")
    desk.expect_stage("short answer")
    for width in (390, 1280):
        desk.page.set_viewport_size({"width": width, "height": 844})
        desk.page.wait_for_function(_CHOSEN_IN_SIGHT)


def test_a_search_among_words_puts_the_cursor_on_them_and_shift_extends_a_mark(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("gerda")
    desk.judge_good()
    desk.press("ArrowDown", "Enter")
    desk.expect_stage("short answer")
    desk.press("/")
    desk.page.keyboard.type("word0x10 ")
    desk.press("Escape", "Enter")
    chips = desk.page.locator("[data-below-toasts]")
    expect(chips.get_by_text("word0x10", exact=True)).to_be_visible()
    desk.press("Shift+ArrowRight", "Enter")
    expect(chips.get_by_text("word0x10 word0x11", exact=True)).to_be_visible()
    desk.press("Control+ArrowRight", "Enter")
    expect(chips.get_by_text("word0x16", exact=True)).to_be_visible()


def test_enter_submits_words_that_were_dragged_right_after_a_search(
    open_desk: Callable[[str], Desk], api: Api
) -> None:
    desk = open_desk("mona")
    desk.judge_good()
    desk.press("/")
    desk.page.keyboard.type("word0x10 ")
    desk.press("Escape")
    expect_cursor(desk, "First of 0")
    box = desk.screen.click("First of 0")
    desk.screen.expect_attribute("data-selected", box)
    desk.screen.drag("word0x9 word0x10", inside=box)
    desk.expect_stage("short answer")
    desk.press("Enter")
    expect(desk.page.get_by_text(f"Submitted: {QUESTIONS[0]}")).to_be_visible()
    [found] = api.get("projects/keys-mona/annotations/")["results"]
    assert [span["text"] for span in found["short_answers"]] == ["word0x9 word0x10"]


def test_a_search_that_finds_a_heading_takes_no_box(open_desk: Callable[[str], Desk]) -> None:
    desk = open_desk("nora")
    desk.judge_good()
    desk.press("ArrowDown")
    expect_cursor(desk, "First of 0")
    desk.press("/")
    desk.page.keyboard.type("Section 20")
    desk.press("Control+Enter")
    expect(desk.page.get_by_text("This match is in no answer box.")).to_be_attached()
    desk.expect_stage("long answer")


def hold_drafts(page: Page) -> list[Route]:
    """Keep what is sent of drafts from the server; the requests that wait."""
    waiting: list[Route] = []

    # Playwright wraps functions, but no method of a list.
    def wait(route: Route) -> None:
        waiting.append(route)

    page.route(DRAFT, wait)
    return waiting


def test_where_only_the_page_has_room_the_search_lies_over_it(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("kim")
    desk.page.set_viewport_size({"width": 512, "height": 700})
    desk.judge_good()
    field = desk.page.get_by_role("textbox", name="Find in the page")
    desk.press("/")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    field.fill("First of 20")
    desk.press("Escape")
    expect(field).not_to_be_focused()
    expect_cursor(desk, "First of 20")
    desk.press("Enter")
    desk.expect_stage("short answer")


def test_keys_that_are_typed_while_the_page_is_loading_are_applied_in_order(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("hanna")
    waiting = hold_drafts(desk.page)
    with desk.page.expect_request(DRAFT):
        desk.press("g")
    desk.press("ArrowDown", "ArrowDown", "Enter", "ArrowRight", "Shift+ArrowRight", "Enter")
    expect(desk.page.get_by_role("region", name="Stage 2: the long answer")).to_be_visible()
    waiting[0].continue_()
    desk.page.unroute(DRAFT)
    desk.expect_stage("short answer")
    chips = desk.page.locator("[data-below-toasts]")
    expect(chips.get_by_text("Second of", exact=True)).to_be_visible()


def test_a_search_that_is_typed_while_the_page_is_loading_is_no_command(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("ines")
    submissions: list[str] = []

    def note(request: Request) -> None:
        if "/submit/" in request.url:
            submissions.append(request.url)

    desk.page.on("request", note)
    waiting = hold_drafts(desk.page)
    with desk.page.expect_request(DRAFT):
        desk.press("g")
    # Each of these letters and digits is a command of its own on the page.
    desk.press("/", "n", "1", "k")
    waiting[0].continue_()
    desk.page.unroute(DRAFT)
    desk.expect_stage("long answer")
    field = desk.page.get_by_role("textbox", name="Find in the page")
    expect(field).to_be_focused()
    expect(field).to_have_value("n1k")
    desk.press("Backspace", "Backspace")
    expect(field).to_have_value("n")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    assert submissions == []
