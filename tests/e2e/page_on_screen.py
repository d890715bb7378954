"""The page in its frame, as eyes see it and a hand on a mouse meets it.

Nothing here asks the application. What lies under the pointer is read from the numbers that the
frame's elements carry. No script runs in the frame, so all is read from the document around it.
"""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import Span

EDGE = 60
"""Pixels at the frame's edges in which nothing is clicked: a drag there would scroll."""

_IN_FRAME = """([argument]) => {
  const frame = document.querySelector("iframe")
  return (%s)(frame.contentDocument, argument, frame)
}"""

_FIND_WORDS = """(page, [text, box], frame) => {
  const root = box === null ? page : page.querySelector(`[data-c="${box}"]`)
  const pieces = [...root.querySelectorAll("[data-t]")]
  const texts = pieces.map(piece => piece.textContent.trim())
  const wanted = text.split(" ")
  const first = texts.findIndex((_, i) => wanted.every((word, k) => texts[i + k] === word))
  if (first < 0) return null
  const offset = frame.getBoundingClientRect()
  return pieces.slice(first, first + wanted.length).map(piece => {
    const { left, right, top, bottom } = piece.getBoundingClientRect()
    return {
      left: left + offset.left, right: right + offset.left,
      top: top + offset.top, bottom: bottom + offset.top,
    }
  })
}"""

AT_POINT = """(page, [x, y], frame) => {
  const offset = frame.getBoundingClientRect()
  const element = page.elementFromPoint(x - offset.left, y - offset.top)
  const numbers = element?.closest("[data-t]")?.dataset.t ?? null
  const box = element?.closest("[data-c]")?.dataset.c ?? null
  return [numbers, box === null ? null : Number(box)]
}"""

_BESIDE_WORDS = """(page, box, frame) => {
  const offset = frame.getBoundingClientRect()
  const element = page.querySelector(`[data-c="${box}"]`)
  const { left, right, top, bottom } = element.getBoundingClientRect()
  for (let y = top + 2; y < bottom; y += 2)
    for (let x = right - 2; x > left; x -= 2)
      if (page.elementFromPoint(x, y) === element) return [x + offset.left, y + offset.top]
  return null
}"""

_SCROLL_STATE = """(page, _, frame) => {
  const { top, bottom, left, right } = frame.getBoundingClientRect()
  return { y: page.defaultView.scrollY, top, bottom, middle: (left + right) / 2 }
}"""

_WORDS_OF_BOX = """(page, box) =>
  [...page.querySelectorAll(`[data-c="${box}"] [data-t]`)].map(piece => piece.dataset.t)"""

_IS_ONLY_ONE = """([attribute, box]) => {
  const page = document.querySelector("iframe")?.contentDocument
  const marked = [...(page?.querySelectorAll(`[${attribute}]`) ?? [])]
  return marked.length === 1 && marked[0].dataset.c === String(box)
}"""


_IS_NONE = """attribute => {
  const page = document.querySelector("iframe")?.contentDocument
  return page !== undefined && page.querySelector(`[${attribute}]`) === null
}"""


@dataclass(frozen=True)
class Box:
    """Edges in pixels of the tab."""

    left: float
    right: float
    top: float
    bottom: float

    def at(self, share: float) -> tuple[float, float]:
        """A point at half height; ``share`` of the width lies left of it."""
        return self.left + (self.right - self.left) * share, (self.top + self.bottom) / 2


class PageOnScreen:
    """The page that a tab shows, and a mouse over it."""

    def __init__(self, tab: Page) -> None:
        """Look at the frame of ``tab``, now and later."""
        self.tab = tab
        self._mouse = tab.context.new_cdp_session(tab)

    def wait(self) -> None:
        """Until the page is there to be read."""
        expect(self.tab.locator("iframe[data-open]").first).to_be_visible()

    def read(self, function: str, argument: Any = None) -> Any:
        """What ``function`` makes of the page's document, ``argument`` and the frame."""
        return self.tab.evaluate(_IN_FRAME % function, [argument])

    def words_of(self, box: int) -> list[Span]:
        """The tokens of each word in a candidate, in the order of the page."""
        return [tokens_of(numbers) for numbers in self.read(_WORDS_OF_BOX, box)]

    def expect_attribute(self, attribute: str, box: int | None) -> None:
        """Wait until the candidate ``box`` has ``attribute``, and no other element."""
        self.tab.wait_for_function(_IS_ONLY_ONE, arg=[attribute, box])

    def expect_no_attribute(self, attribute: str) -> None:
        """Wait until no element has ``attribute``."""
        self.tab.wait_for_function(_IS_NONE, arg=attribute)

    def hover(self, words: str, *, inside: int | None = None) -> int | None:
        """Point at the first of ``words``; the number of the smallest candidate there."""
        x, y = self._reach(words, inside)[0].at(0.5)
        self._send("mouseMoved", x, y)
        return self.box_at(x, y)

    def click(self, words: str, *, inside: int | None = None, shift: bool = False) -> int | None:
        """Click on the first of ``words``; the number of the smallest candidate there."""
        x, y = self._reach(words, inside)[0].at(0.5)
        box = self.box_at(x, y)
        self._press(x, y, shift=shift)
        return box

    def tap(self, words: str, *, inside: int | None = None, last: bool = False) -> int | None:
        """Touch the first of ``words``, or the last; the number of the smallest candidate there."""
        x, y = self._reach(words, inside)[-1 if last else 0].at(0.5)
        box = self.box_at(x, y)
        self._touch(x, y)
        return box

    def tap_beside_words(self, box: int) -> None:
        """Touch a candidate that is in view where it has no word."""
        point = self.read(_BESIDE_WORDS, box)
        assert point is not None, f"words fill box {box}"
        self._touch(*point)

    def box_at(self, x: float, y: float) -> int | None:
        """The number of the smallest candidate at a point of the tab."""
        box: int | None = self.read(AT_POINT, [x, y])[1]
        return box

    def double_click(self, word: str, *, inside: int | None = None) -> Span:
        """Click twice on a word; its tokens."""
        x, y = self._reach(word, inside)[0].at(0.5)
        numbers = self.read(AT_POINT, [x, y])[0]
        self.double_click_at(x, y)
        return tokens_of(numbers)

    def click_at(self, x: float, y: float) -> None:
        """Click on a point of the tab, wherever the page stands."""
        self._press(x, y)

    def double_click_at(self, x: float, y: float) -> None:
        """Click twice on it."""
        self._press(x, y)
        self._press(x, y, count=2)

    def tap_at(self, x: float, y: float) -> None:
        """Touch it."""
        self._touch(x, y)

    def drag_from(self, x: float, y: float, *, by: tuple[float, float]) -> None:
        """Drag from it, so many pixels to the right and down."""
        self._drag((x, y), (x + by[0], y + by[1]))

    def drag(self, words: str, *, inside: int | None = None) -> Span:
        """Drag from the first to the last of ``words``; the tokens from one to the other."""
        boxes = self._reach(words, inside)
        # From inside of the first word to inside of the last: marking snaps to whole ones.
        start = boxes[0].at(0.25)
        end = boxes[-1].at(0.75)
        first, last = (tokens_of(self.read(AT_POINT, list(at))[0]) for at in (start, end))
        self._drag(start, end)
        return first[0], last[1]

    def drag_out(self, word: str, *, inside: int | None = None) -> None:
        """Press on a word, and let go left of the page, over what stands there."""
        x, y = self._reach(word, inside)[0].at(0.5)
        outside = self.read("(page, _, frame) => frame.getBoundingClientRect().left") - 20
        self._drag((x, y), (outside, y))

    def click_range(self, words: str, *, inside: int | None = None) -> Span:
        """Click on the first of ``words`` and, with Shift, on the last; the tokens between."""
        boxes = self._reach(words, inside)
        ends = []
        for box, shift in ((boxes[0], False), (boxes[-1], True)):
            x, y = box.at(0.5)
            ends.append(tokens_of(self.read(AT_POINT, [x, y])[0]))
            self._press(x, y, shift=shift)
        return ends[0][0], ends[1][1]

    def _reach(self, words: str, inside: int | None) -> list[Box]:
        """Where ``words`` are, after turning the wheel until they can be clicked."""
        # In a narrow window the frame is below what is written, and the window scrolls to it.
        self.tab.locator("iframe").first.scroll_into_view_if_needed()
        for _ in range(30):
            found = self.read(_FIND_WORDS, [words, inside])
            assert found is not None, f"the page does not show “{words}”"
            boxes = [Box(**box) for box in found]
            state = self.read(_SCROLL_STATE)
            top, bottom = state["top"] + EDGE, state["bottom"] - EDGE
            if top <= min(box.top for box in boxes) and max(box.bottom for box in boxes) <= bottom:
                return boxes
            middle = (top + bottom) / 2
            self._turn_wheel(
                boxes[0].at(0.5)[1] - middle, at=(state["middle"], middle), state=state
            )
        raise AssertionError(f"“{words}” can't be scrolled to")

    def _turn_wheel(self, by: float, *, at: tuple[float, float], state: dict[str, Any]) -> None:
        self._send("mouseWheel", *at, deltaX=0, deltaY=by)
        self.tab.wait_for_function(
            "y => document.querySelector('iframe').contentWindow.scrollY !== y", arg=state["y"]
        )

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._send("mouseMoved", *start)
        self._send("mousePressed", *start, button="left", buttons=1, clickCount=1)
        for step in range(1, 6):
            x, y = (one + (other - one) * step / 5 for one, other in zip(start, end, strict=True))
            self._send("mouseMoved", x, y, button="left", buttons=1)
        self._send("mouseReleased", *end, button="left", clickCount=1)

    def _touch(self, x: float, y: float) -> None:
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self._mouse.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _press(self, x: float, y: float, *, count: int = 1, shift: bool = False) -> None:
        modifiers = 8 if shift else 0
        self._send("mouseMoved", x, y, modifiers=modifiers)
        for kind in ("mousePressed", "mouseReleased"):
            self._send(kind, x, y, button="left", clickCount=count, modifiers=modifiers)

    def _send(self, kind: str, x: float, y: float, **more: Any) -> None:
        # With a button held, the mouse of Playwright waits for a script that may not run here.
        self._mouse.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})


def tokens_of(numbers: str) -> Span:
    """The tokens that an element's ``data-t`` names, the end exclusive."""
    first, _, last = numbers.partition("-")
    return int(first), int(last or first) + 1
