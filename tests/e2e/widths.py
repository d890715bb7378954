"""A page in each width, from a phone's to a large screen's: nothing is wider than the window."""

from typing import Literal

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.pictures import photograph

WINDOWS: tuple[ViewportSize, ...] = (
    VIEWPORT,
    {"width": 1024, "height": 768},
    # What 1,600 pixels are at 200% zoom.
    {"width": 800, "height": 600},
    {"width": 720, "height": 1024},
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
)
PICTURED = {1440, 1024, 720, 390}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLDER = RESULTS / "widths"

OVERFLOW = """() => {
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? `${scrollWidth} px wide in ${innerWidth}` : null
}"""
"""How much wider the page is than the window, in words; null if it fits."""

_FAULTS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`${scrollWidth} px wide in ${clientWidth}`] : []
  const KINDS = "h1, button, a, textarea, input, p, li, td"
  const scrolls = (element) => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      const { overflowX } = getComputedStyle(each)
      if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) {
        return each.matches("table, [tabindex]") || each.closest("[class*=ScrollArea]") !== null
      }
    }
    return false
  }
  for (const element of document.body.querySelectorAll(KINDS)) {
    const { left, right, width } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (width < 2 || !isSeen || element.closest("[inert], [class*=skip]")) continue
    if ((left < -1 || right > clientWidth + 1) && !scrolls(element)) {
      const words = (element.ariaLabel ?? element.textContent).trim().slice(0, 40)
      faults.push(`${element.localName} “${words}” from ${left} to ${right} in ${clientWidth}`)
    }
  }
  return faults
}"""
"""What is wider than the window, and what is cut off at its sides without a way to scroll there.
What scrolls has to take the focus itself, or to be one of the library's scroll areas."""


def look(page: Page, name: str, button: Locator | None = None, *, narrowest: int = 0) -> list[str]:
    """What is wrong in any width from ``narrowest`` on, with pictures in the long run.

    ``button`` is what leads on from here; it has to be within the window's sides.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    for window in WINDOWS:
        width = window["width"]
        if width < narrowest:
            continue
        page.set_viewport_size(window)
        found = page.evaluate(_FAULTS)
        if button is not None:
            expect(button).to_be_visible()
            box = button.bounding_box()
            assert box is not None
            if box["x"] < 0 or box["x"] + box["width"] > width:
                found.append(f"the button from {box['x']} to {box['x'] + box['width']}")
        faults += [f"{name} at {width}: {fault}" for fault in found]
        if width in PICTURED:
            take_pictures(page, f"{name}-{width}")
    page.set_viewport_size(VIEWPORT)
    return faults


def take_pictures(page: Page, name: str) -> None:
    """A picture in either scheme."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        photograph(page, FOLDER / f"{name}-{scheme}.png")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
