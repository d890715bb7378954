"""A random walk of clicks, double clicks, drags and repeated keys over real pages.

Nothing is submitted that was not on screen long enough, and nothing is chosen that was not under
the pointer.
"""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.annotating import Desk
from tests.e2e.page_on_screen import AT_POINT
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.signing_in import sign_in
from tests.e2e.small_project import Api
from tests.shared_data import shared_path

KEYS = (
    "g",
    "g",
    "g",
    "b",
    "n",
    "y",
    "x",
    "j",
    "Enter",
    "Escape",
    "Control+Enter",
    "ArrowDown",
    "ArrowRight",
)
BUTTONS = (
    "Good",
    "Good",
    "Bad",
    "Yes",
    "No",
    "No short answer",
    "No answer",
    "Use this passage",
    "Submit",
)

_LISTEN = """() => {
  window.seen = new Set()
  window.submitted = []
  const question = () => document.querySelector("h1")?.textContent ?? ""
  const note = () => {
    if (document.querySelector("[data-counts=true]")) window.seen.add(question())
  }
  addEventListener("keydown", note, true)
  addEventListener("pointerdown", note, true)
  const send = window.fetch.bind(window)
  window.fetch = (request, ...rest) => {
    const address = request.url ?? String(request)
    if (address.includes("/submit/")) window.submitted.push(question())
    return send(request, ...rest)
  }
}"""

_STATE = """() => {
  const frame = document.querySelector("iframe[data-open]")
  const page = frame?.contentDocument
  if (!page || frame.closest("[inert]")) return null
  const { left, top, right, bottom } = frame.getBoundingClientRect()
  const box = page.querySelector("[data-selected]")?.dataset.c
  return {
    place: [left, top, right, bottom, page.defaultView.scrollY],
    height: page.documentElement.scrollHeight,
    chosen: box === undefined ? null : Number(box),
    ready: page.querySelector("[data-far]") === null,
  }
}"""

CHROMIUMS_EDGE = 24
"""Pixels: nearer to the edge Chromium scrolls by itself while text is dragged over, on any page."""

_AIMED = f"""(point) => {{
  const state = ({_STATE})()
  const frame = document.querySelector("iframe")
  return state && [state, ({AT_POINT})(frame.contentDocument, point, frame)[1]]
}}"""
"""The state, and the number of the smallest candidate at a point; null where no page is shown."""

_SCROLL = "(y) => document.querySelector('iframe')?.contentWindow?.scrollTo(0, y)"

_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

_STILL = """async () => {
  const place = () => document.querySelector("iframe")?.contentWindow?.scrollY
  for (let [before, frames] = [place(), 0]; frames < 3; frames++) {
    await new Promise(requestAnimationFrame)
    if (place() !== before) [before, frames] = [place(), 0]
  }
}"""
"""A key may have begun to scroll."""

_SETTLED = """() => {
  const frame = document.querySelector("iframe")
  if (!frame || frame.closest("[inert]")) return true
  return "open" in frame.dataset && frame.contentDocument.querySelector("[data-far]") === null
}"""
"""The page is open and laid out, if one is on screen."""

_MIDDLE = """([button]) => {
  if (button === undefined || button.disabled) return null
  const { left, top, width, height } = button.getBoundingClientRect()
  return width === 0 || height === 0 ? null : [left + width / 2, top + height / 2]
}"""
"""Of the first button, unless it is out of sight or can't be pressed."""

_COVERED = "() => document.querySelector('[role=dialog]') !== null"


@pytest.mark.long
@pytest.mark.parametrize("seed", [65, 66])
def test_nothing_is_submitted_unseen_and_nothing_chosen_beside_the_pointer(
    profiles: Profiles, api: Api, server: Server, seed: int
) -> None:
    slug, name = f"walk-{seed}", f"wanda-{seed}"
    api.create_project(slug, [name], questions=(), reviews_answers=False)
    file = server.data_dir / f"{slug}.jsonl"
    real_questions(file, count=60, titles=3)
    server.manage("import_nq", slug, str(file))
    profile = profiles.open()
    profile.context.add_init_script(f"({_LISTEN})()")
    page = profile.page
    sign_in(page, name, at=f"/projects/{slug}/annotate")
    walk = Walk(page, random.Random(seed))
    for _ in range(300):
        if not walk.step():
            break
    submitted, seen = page.evaluate("[window.submitted, [...window.seen]]")
    assert submitted
    assert set(submitted) <= set(seen)
    assert walk.pointed > 0


def real_questions(file: Path, *, count: int, titles: int) -> None:
    """Questions, each with words of its own, of the shortest real pages."""
    with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz"), "rt", encoding="utf-8") as lines:
        shortest = sorted(lines, key=len)[:titles]
    examples = [json.loads(line) for line in shortest]
    with file.open("w", encoding="utf-8") as out:
        for number in range(count):
            example: dict[str, Any] = {**examples[number % titles], "annotations": []}
            example["example_id"] = number + 1
            example["question_text"] += f" {number}"
            out.write(json.dumps(example) + "\n")


class Walk:
    """Somebody who presses at random, often faster than they can read."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        """Begin at the question that is on screen."""
        self.page = page
        self.chance = chance
        self.desk = Desk(page)
        self.pointed = 0

    def step(self) -> bool:
        """Do something; False when no questions are left."""
        self.page.evaluate(_DRAWN)
        if self.page.get_by_role("heading", name="Nothing left for you").is_visible():
            return False
        if self.page.evaluate(_COVERED):
            self.page.keyboard.press("Escape")
            return True
        if self.chance.random() < 0.4:
            # Now and then they read. The end of the questions ends this wait, too.
            either = self.page.locator("[data-counts=true]").or_(
                self.page.get_by_role("heading", name="Nothing left for you")
            )
            expect(either.first).to_be_visible()
        if self.chance.random() < 0.5:
            self.page.wait_for_function(_SETTLED)
        state = self.page.evaluate(_STATE)
        if state and state["ready"] and self.chance.random() < 0.7:
            self.point(state)
        elif self.chance.random() < 0.5:
            self.press_keys()
        else:
            self.press_button()
        return True

    def point(self, state: dict[str, Any]) -> None:
        """Click, double-click or drag somewhere on the page, wherever it is scrolled to."""
        if self.chance.random() < 0.4:
            height = self.chance.randrange(state["height"])
            self.page.evaluate(_SCROLL, height)
        self.page.evaluate(_STILL)
        left, top, right, bottom, _ = state["place"]
        way = self.chance.choice(("click", "double click", "drag"))
        edge = CHROMIUMS_EDGE if way == "drag" else 2
        x = self.chance.uniform(left + 20, right - 20)
        y = self.chance.uniform(top + edge, bottom - edge)
        # In one look: what was sent before may take the page off the screen at any moment.
        aimed = self.page.evaluate(_AIMED, [x, y])
        if aimed is None:
            return
        state, under = aimed
        screen = self.desk.screen
        if way == "click":
            screen.click_at(x, y)
        elif way == "double click":
            screen.double_click_at(x, y)
        else:
            screen.drag_from(x, y, by=(self.chance.uniform(-80, 80), 0))
        self.page.evaluate(_DRAWN)
        after = self.page.evaluate(_STATE)
        if after is None:
            return
        self.pointed += 1
        assert after["place"] == state["place"], way
        assert after["chosen"] in {state["chosen"], under, None}, way

    def press_keys(self) -> None:
        """Press a key up to three times."""
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            self.page.keyboard.press(self.chance.choice(KEYS))

    def press_button(self) -> None:
        """Click or double-click a button of this screen, if it is there and enabled."""
        name = self.chance.choice(BUTTONS)
        buttons = self.page.get_by_role("region").get_by_role("button", name=name)
        # In one look: a button may be gone by the next one.
        place = buttons.evaluate_all(_MIDDLE)
        if place:
            self.page.mouse.click(*place, click_count=self.chance.choice((1, 2)))
