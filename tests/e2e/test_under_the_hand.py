"""A pointer never moves what is under it, and no button lies where another was."""

import gzip
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import BRIDGE, QUESTIONS, Api
from tests.e2e.test_touch import PHONE
from tests.shared_data import shared_path
from tests.size import sized

TITLE = "Vinson Massif"
"""A real page of 400 kB with paragraphs, lists and tables."""

WITH_LONE_DIGITS = "Texas Flip N Move"
"""A real page of 70 kB with citations, and numbers in a table that have no token."""

LINES = 24
"""Pixels of a box that are in view at least: a line, which one can point at."""

_CUT_OFF = """(page, [edge, scroll, least], frame) => {
  const view = page.defaultView
  view.scrollTo({ top: scroll, behavior: "instant" })
  const offset = frame.getBoundingClientRect()
  const y = edge === "bottom" ? view.innerHeight - least / 2 : least / 2
  for (let x = 20; x < view.innerWidth - 20; x += 8) {
    const word = page.elementFromPoint(x, y)?.closest("[data-t]")
    const box = word?.closest("[data-c]")
    if (!box) continue
    const { top, bottom } = box.getBoundingClientRect()
    const isCut = edge === "bottom" ? bottom > view.innerHeight + least : top < -least
    if (isCut) return { x: x + offset.left, y: y + offset.top, box: Number(box.dataset.c) }
  }
  return null
}"""

_PLACE = """(page, _, frame) => {
  const { top, bottom } = frame.getBoundingClientRect()
  return [page.defaultView.scrollY, top, bottom]
}"""

_HEIGHT = "(page) => page.documentElement.scrollHeight"

_LAID_OUT = """() =>
  document.querySelector("iframe").contentDocument.querySelector("[data-far]") === null"""

SCROLL_STEP = 97
"""Pixels from one place on a page to the next that is tried."""


@pytest.fixture
def open_page(profiles: Profiles, api: Api, server: Server) -> Callable[..., Desk]:
    """Opens a real page at its boxes, for an annotator of this name."""

    def opened(name: str, title: str, **options: Any) -> Desk:
        slug = f"hand-{name}"
        api.create_project(slug, [name], questions=(), reviews_answers=False)
        file = server.data_dir / f"{slug}.jsonl.gz"
        with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz"), "rb") as lines:
            mark = f'"document_title": "{title}"'.encode()
            file.write_bytes(gzip.compress(next(line for line in lines if mark in line)))
        server.manage("import_nq", slug, str(file))
        desk = Desk(profiles.open(name, at=f"/projects/{slug}/annotate", **options).page)
        desk.expect_stage("question")
        desk.press("g")
        desk.expect_stage("long answer")
        return desk

    return opened


def cut_off_boxes(desk: Desk, edge: str, most: int) -> list[tuple[str, int, dict[str, Any]]]:
    """Boxes over an edge of the window: how far the page is scrolled, and a word in view."""
    desk.page.wait_for_function(_LAID_OUT)
    heights = range(0, desk.screen.read(_HEIGHT), SCROLL_STEP)
    found = ((edge, at, desk.screen.read(_CUT_OFF, [edge, at, LINES])) for at in heights)
    return list(itertools.islice((each for each in found if each[2]), most))


@pytest.mark.parametrize("pointer", sized(["mouse"], ["mouse", "finger"]))
def test_a_press_on_a_box_over_the_windows_edge_moves_nothing(
    open_page: Callable[..., Desk], pointer: str
) -> None:
    touch = pointer == "finger"
    desk = open_page(pointer, TITLE, **(PHONE if touch else {}))
    sides = [cut_off_boxes(desk, edge, sized(1, 12)) for edge in ("top", "bottom")]
    assert all(sides)
    # By turns, because two taps in one place are half of a double tap.
    for edge, at, hit in itertools.chain.from_iterable(zip(*sides, strict=False)):
        point, box = (hit["x"], hit["y"]), hit["box"]
        assert desk.screen.read(_CUT_OFF, [edge, at, LINES]) == hit
        before = desk.screen.read(_PLACE)
        press = desk.screen.tap_at if touch else desk.screen.click_at
        press(*point)
        desk.screen.expect_attribute("data-selected", box)
        assert desk.screen.read(_PLACE) == before
        if not touch:
            desk.screen.drag_from(*point, by=(40, 0))
            desk.expect_stage("short answer")
            assert desk.screen.read(_PLACE) == before
            desk.press("Control+z", "Control+z")
            desk.screen.expect_no_attribute("data-selected")
            desk.screen.read(_CUT_OFF, [edge, at, LINES])
            desk.screen.double_click_at(*point)
        else:
            press(*point)
        desk.expect_stage("short answer")
        desk.screen.expect_attribute("data-selected", box)
        assert desk.screen.read(_PLACE) == before
        desk.press("Escape")
        desk.screen.expect_no_attribute("data-selected")


_TO_ITS_END = """(page) => {
  page.defaultView.scrollTo({ top: page.documentElement.scrollHeight, behavior: "instant" })
}"""

_IS_IN_SIGHT = """box => {
  const frame = document.querySelector("iframe")
  const { top, bottom } = frame.contentDocument
    .querySelector(`[data-c="${box}"]`).getBoundingClientRect()
  return bottom > 0 && top < frame.contentWindow.innerHeight
}"""


def test_a_press_moves_nothing_where_the_chosen_box_was_scrolled_away(
    open_page: Callable[..., Desk],
) -> None:
    desk = open_page("fern", TITLE)
    [(_, _, hit)] = cut_off_boxes(desk, "bottom", 1)
    desk.screen.double_click_at(hit["x"], hit["y"])
    desk.expect_stage("short answer")
    desk.press("ArrowRight", "Enter")
    expect(desk.page.get_by_role("list", name="Marked short answers")).to_be_visible()
    desk.screen.read(_TO_ITS_END)
    before = desk.screen.read(_PLACE)
    # Outside the chosen box a press leads back from its words, which stay marked.
    desk.screen.click_at(hit["x"], hit["y"])
    desk.expect_stage("long answer")
    desk.screen.expect_attribute("data-selected", hit["box"])
    assert desk.screen.read(_PLACE) == before
    # A button beside the page takes the box, so it shows it.
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.page.wait_for_function(_IS_IN_SIGHT, arg=hit["box"])


_WITHOUT_TOKEN = """(page, pattern, frame) => {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: around, data } = texts.currentNode
    const box = around.closest("[data-c]")
    if (!new RegExp(pattern).test(data) || !box) continue
    if (around.closest("[data-t], [data-chrome]") || !box.querySelector("[data-t]")) continue
    around.scrollIntoView({ block: "center", behavior: "instant" })
    const range = page.createRange()
    range.selectNodeContents(texts.currentNode)
    const { left, top, width, height } = range.getBoundingClientRect()
    const offset = frame.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (page.elementFromPoint(x, y) !== around) continue
    const forms = [around, box.querySelector("[data-t]")].map(
      (element) => page.defaultView.getComputedStyle(element).cursor,
    )
    return { x: x + offset.left, y: y + offset.top, box: Number(box.dataset.c), forms }
  }
  return null
}"""
"""A text of a box that no token has, with the pointer's forms over it and over a word there."""

_FORM = """(page, text) => {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: around, data } = texts.currentNode
    if (data.trim() === text) return page.defaultView.getComputedStyle(around).cursor
  }
}"""
"""The pointer's form over a text."""


def test_text_outside_every_box_says_so_and_the_pointer_shows_it_before(
    profiles: Profiles, api: Api
) -> None:
    api.create_project("hand-outside", ["otto"], questions=QUESTIONS[:1])
    desk = Desk(profiles.open("otto", at="/projects/hand-outside/annotate").page)
    desk.expect_stage("question")
    desk.judge_good()
    box = desk.screen.click(BRIDGE)
    desk.screen.expect_attribute("data-selected", box)
    assert desk.screen.click("History") is None
    expect(desk.page.get_by_text("This text is in no answer box.").first).to_be_visible()
    desk.screen.expect_no_attribute("data-selected")
    assert desk.screen.read(_FORM, "History") != "pointer"
    assert desk.screen.read(_FORM, "bridge") == "pointer"


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        pytest.param("tilda", r"^\d$", id="lone digit", marks=pytest.mark.long),
        pytest.param("tove", r"^\[\d+\]$", id="citation"),
    ],
)
def test_text_that_no_token_has_says_so_and_the_pointer_shows_it_before(
    open_page: Callable[..., Desk], name: str, pattern: str
) -> None:
    desk = open_page(name, WITH_LONE_DIGITS)
    desk.page.wait_for_function(_LAID_OUT)
    found = desk.screen.read(_WITHOUT_TOKEN, pattern)
    desk.screen.click_at(found["x"], found["y"])
    desk.screen.expect_attribute("data-selected", found["box"])
    desk.press("Enter")
    desk.expect_stage("short answer")
    found = desk.screen.read(_WITHOUT_TOKEN, pattern)
    over_it, over_words = found["forms"]
    assert over_it != over_words == "text"
    bar = desk.page.locator("[data-below-toasts]")
    said = bar.get_by_text("The official format has no token for this text.", exact=True)
    expect(said).to_have_count(0)
    desk.screen.click_at(found["x"], found["y"])
    expect(said).to_be_visible()
    # The next press of a key or on a word takes the line away.
    desk.press("ArrowRight")
    expect(said).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1024, 1440])
@pytest.mark.parametrize("reviews", [False, True])
def test_what_ends_a_question_lies_over_no_button_of_the_next(
    profiles: Profiles, api: Api, width: int, reviews: bool
) -> None:
    name = f"olaf-{width}-{reviews}".lower()
    api.create_project(name, [name], questions=QUESTIONS[:2], reviews_answers=reviews)
    size: ViewportSize = {"width": width, "height": 844}
    page = profiles.open(name, at=f"/projects/{name}/annotate", viewport=size).page
    desk = Desk(page)
    desk.expect_stage("question")
    judged = {choice: edges(desk.choice(choice)) for choice in ("Good", "Bad")}
    ends = {"Park": edges_of_park(page)}
    desk.press("g")
    desk.expect_stage("long answer")
    desk.screen.click(BRIDGE)
    short = ("Yes", "No", "No short answer")
    ends |= {f"{end} (box)": edges(desk.button(end)) for end in (*short, "No answer")}
    desk.press("Enter")
    desk.expect_stage("short answer")
    ends |= {end: edges(desk.button(end)) for end in (*short, "Review" if reviews else "Submit")}
    # None of the reasons sends the answer off, since they lie over the next question's buttons.
    desk.press("1", "b")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("1")
    desk.expect_stage("review")
    ends["Submit (review)"] = edges(desk.button("Submit"))
    desk.press("Enter")
    undo = page.get_by_role("button", name="Undo the last submission").last
    expect(undo).to_be_visible()
    desk.expect_stage("question")
    ends["Undo"] = edges(undo)
    shared = [
        (end, choice) for end in ends for choice in judged if overlap(ends[end], judged[choice])
    ]
    assert shared == []


def edges_of_park(page: Page) -> tuple[float, float, float, float]:
    """Where the button is that parks a question."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Park").click()
    park = edges(page.get_by_role("dialog").get_by_role("button", name="Park", exact=True))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return park


def edges(button: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a button in the window."""
    box = button.bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two rectangles share a place."""
    return all(one[side] < other[side + 2] and other[side] < one[side + 2] for side in (0, 1))
