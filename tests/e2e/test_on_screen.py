"""What the annotation screens show: room for the page, keys on every button, nothing that moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import BRIDGE, FIRST_PARAGRAPH, Api
from tests.e2e.test_annotating_by_keys import DRAFT, hold_drafts
from tests.e2e.test_drafts import expect_only_lost_requests
from tests.e2e.test_touch import PHONE
from tests.size import sized

LEAST_SHARES = {(390, 844): 0.6, (1024, 768): 0.7, (1440, 900): 0.75}
"""Of the window's height, what the page gets below header and stages and above the bar."""

LEAST_CONTRAST = 3.0
"""Of what tells a control's state, by WCAG 2.1, 1.4.11."""

_FRAME_OF_CURSOR = """(page, _, frame) => {
  const parentsOf = ({ parentElement }) =>
    parentElement ? [parentElement, ...parentsOf(parentElement)] : []
  const box = page.querySelector("[data-hover]")
  const style = page.defaultView.getComputedStyle(box)
  const parse = (color) => {
    const canvas = document.createElement("canvas").getContext("2d")
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
  }
  const light = (color) => {
    const [r, g, b] = parse(color).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const seen = (color) => color !== "rgba(0, 0, 0, 0)"
  const around = [page.body, page.documentElement, frame, ...parentsOf(frame)]
  const colors = around.map((each) => getComputedStyle(each).backgroundColor)
  const ground = colors.find(seen) ?? "#fff"
  const [dark, bright] = [light(style.outlineColor), light(ground)].sort((a, b) => a - b)
  return [parseFloat(style.outlineWidth), (bright + 0.05) / (dark + 0.05)]
}"""
"""How wide the frame of the box that keys have moved to is, and its contrast with the page."""

_LOOKS = """button => {
  const { color, backgroundColor, borderTopColor } = getComputedStyle(button)
  return [color, backgroundColor, borderTopColor].join(" ")
}"""

_SCROLLING = """around => [...around.querySelectorAll("*")]
  .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
  .filter((each) => each.scrollHeight > each.clientHeight)
  .map((each) => `${each.className}: ${each.scrollHeight} in ${each.clientHeight}`)"""
"""What has more in it than it shows, and scrolls by itself."""

_ON_TOP = """element => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return element.contains(found) || found?.contains(element) === true
}"""
"""Whether nothing else lies over the middle of an element."""


def begin(profiles: Profiles, api: Api, name: str, **options: Any) -> Desk:
    """The first question of a small project of one's own, reviewed before it is submitted."""
    api.create_project(f"screen-{name}", [name])
    desk = Desk(profiles.open(name, at=f"/projects/screen-{name}/annotate", **options).page)
    desk.expect_stage("question")
    return desk


def height_of_page(desk: Desk) -> float:
    """Pixels from the upper to the lower edge of the page's frame."""
    box = desk.page.locator("iframe").bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize(("width", "height"), sized([(390, 844)], list(LEAST_SHARES)))
def test_the_page_has_most_of_the_window_and_the_way_on_stands_out(
    profiles: Profiles, api: Api, width: int, height: int
) -> None:
    size: ViewportSize = {"width": width, "height": height}
    desk = begin(profiles, api, f"wim-{width}", viewport=size)
    desk.judge_good()
    desk.screen.click(FIRST_PARAGRAPH)
    expect(desk.button("Use this passage")).to_be_enabled()
    assert height_of_page(desk) >= LEAST_SHARES[width, height] * height
    names = ("Use this passage", "Yes", "No", "No short answer", "No answer")
    looks = [desk.button(name).evaluate(_LOOKS) for name in names]
    onward, others, end = looks[0], set(looks[1:4]), looks[4]
    assert len({onward, *others, end}) == 1 + len(others) + 1
    desk.press("Enter")
    desk.expect_stage("short answer")
    assert height_of_page(desk) >= LEAST_SHARES[width, height] * height


@pytest.mark.parametrize("scheme", sized(["light"], ["light", "dark"]))
def test_keys_show_where_they_are_and_the_bar_names_that_box(
    profiles: Profiles, api: Api, scheme: str
) -> None:
    desk = begin(profiles, api, f"kay-{scheme}", color_scheme=scheme)
    desk.judge_good()
    desk.press("j")
    width, contrast = desk.screen.read(_FRAME_OF_CURSOR)
    assert width >= 2
    assert contrast >= LEAST_CONTRAST
    framed: str = desk.screen.read(
        "(page) => page.querySelector('[data-hover]').textContent.trim()"
    )
    assert framed.startswith(FIRST_PARAGRAPH)
    # That is what the bar's buttons take, so it is what the bar names.
    expect(desk.page.locator("[data-below-toasts]")).to_contain_text(FIRST_PARAGRAPH)


@pytest.mark.long
def test_every_button_of_the_bars_says_its_key(profiles: Profiles, api: Api) -> None:
    desk = begin(profiles, api, "kurt")
    desk.judge_good()
    desk.screen.click(BRIDGE)
    bar = desk.page.locator("[data-below-toasts]")
    assert keys_of(bar) == {
        "Use this passage": "Enter",
        "Yes": "Y",
        "No": "X",
        "No short answer": "Ctrl+Enter",
        "No answer": "N",
    }
    desk.press("Enter")
    desk.expect_stage("short answer")
    assert keys_of(bar) == {"Yes": "Y", "No": "X", "No short answer": "N", "Review": "Enter"}


def keys_of(bar: Locator) -> dict[str, str]:
    """The key that each decision in a bar shows."""
    keys: dict[str, str] = bar.evaluate(
        """bar => Object.fromEntries(
          [...bar.querySelectorAll("button[aria-keyshortcuts]")]
            .filter((button) => button.checkVisibility())
            .map((button) => {
              const key = button.querySelector("kbd")
              return [button.textContent.slice(0, -key.textContent.length), key.textContent]
            }))"""
    )
    return keys


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1440, 900)])
def test_the_sheet_of_keys_is_whole(profiles: Profiles, api: Api, width: int, height: int) -> None:
    desk = begin(profiles, api, f"iris-{width}", viewport={"width": width, "height": height})
    desk.press("k")
    sheet = desk.page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    assert sheet.evaluate(_SCROLLING) == []
    box = sheet.bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height


@pytest.mark.long
def test_parking_says_so_and_how_far_one_is_leads_to_the_last_answers(
    profiles: Profiles, api: Api
) -> None:
    desk = begin(profiles, api, "pia")
    page = desk.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Park").click()
    page.get_by_role("dialog").get_by_role("button", name="Park", exact=True).click()
    expect(page.get_by_text("Parked. Come back to it from the project’s page.")).to_be_visible()
    desk.expect_stage("question")
    first = desk.question
    desk.press("b")
    desk.submit(by_key=True)
    desk.expect_stage("question")
    page.get_by_role("button", name=re.compile("^1 done today")).click()
    page.get_by_role("menuitem", name=first).click()
    expect(page.get_by_role("article", name="Your answer")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(first)


@pytest.mark.parametrize("phone", sized([True], [False, True]))
def test_a_lost_connection_is_said_in_sight_and_moves_nothing(
    profiles: Profiles, api: Api, phone: bool
) -> None:
    name = "otto" if phone else "ole"
    api.create_project(name, [name])
    at = f"/projects/{name}/annotate"
    profile = profiles.open(name, at=at, **(PHONE if phone else {}))
    page, desk = profile.page, Desk(profile.page)
    desk.expect_stage("question")
    desk.judge_good()
    desk.screen.wait()
    before = page.locator("iframe").bounding_box()
    page.context.set_offline(True)
    said = page.get_by_text("Offline" if phone else "You are offline.", exact=phone)
    expect(said).to_be_visible()
    assert said.evaluate(_ON_TOP)
    assert page.locator("iframe").bounding_box() == before
    page.context.set_offline(False)
    expect(said).to_have_count(0)
    expect_only_lost_requests(profile)


LONG_ENOUGH = (
    "Which of the two keepers of the old crossing has had the ferry for longer than others"
)


@pytest.mark.long
@pytest.mark.parametrize("width", range(1300, 1600, 20))
def test_saving_moves_the_page_in_no_width(profiles: Profiles, api: Api, width: int) -> None:
    name = f"sia-{width}"
    api.create_project(name, [name], questions=[LONG_ENOUGH])
    size: ViewportSize = {"width": width, "height": 900}
    desk = Desk(profiles.open(name, at=f"/projects/{name}/annotate", viewport=size).page)
    desk.expect_stage("question")
    desk.judge_good()
    desk.expect_saved()
    before = desk.page.locator("iframe").bounding_box()
    held = hold_drafts(desk.page)
    desk.screen.click(BRIDGE)
    expect(desk.page.get_by_text("Saving…", exact=True)).to_be_visible()
    assert desk.page.locator("iframe").bounding_box() == before
    for route in held:
        route.continue_()
    desk.page.unroute(DRAFT)
    desk.expect_saved()


@pytest.mark.long
def test_the_review_scrolls_as_one_and_submit_is_whole(profiles: Profiles, api: Api) -> None:
    desk = begin(profiles, api, "ruth", viewport={"width": 1024, "height": 420})
    desk.judge_good()
    desk.screen.click(FIRST_PARAGRAPH)
    desk.press("y")
    desk.expect_stage("review")
    review = desk.page.get_by_role("region", name="Review", exact=True)
    assert review.evaluate(_SCROLLING) == []
    expect(desk.button("Submit")).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_a_message_lies_over_no_button_of_a_phone(profiles: Profiles, api: Api) -> None:
    desk = begin(profiles, api, "toni", **PHONE)
    page = desk.page
    desk.press("b")
    desk.submit()
    desk.expect_stage("question")
    page.get_by_role("button", name="More").tap()
    page.get_by_role("menuitem", name="Park").tap()
    park = page.get_by_role("dialog").get_by_role("button", name="Park", exact=True)
    expect(park).to_be_visible()
    assert park.evaluate(_ON_TOP)
    park.tap()
    # Of the two messages, the later one is there.
    expect(page.get_by_text("Parked. Come back to it from the project’s page.")).to_be_visible()
    desk.expect_stage("question")
    expect(page.get_by_text("Submitted: ")).to_be_hidden()
    expect_on_top(page, "Good", "Bad")
    desk.press("g")
    desk.expect_stage("long answer")
    desk.press("n")
    desk.expect_stage("review")
    expect(desk.button("Submit")).to_be_enabled()
    assert desk.button("Submit").evaluate(_ON_TOP)


def expect_on_top(page: Page, *names: str) -> None:
    """Nothing lies over the lower edge of these choices."""
    for name in names:
        choice = page.get_by_role("group", name="Is this a good question?")
        button = choice.get_by_role("button", name=name)
        box = button.bounding_box()
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] - 4}
        on_top = "(button, {x, y}) => button.contains(document.elementFromPoint(x, y))"
        assert button.evaluate(on_top, at), name
