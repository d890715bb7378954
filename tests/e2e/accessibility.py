"""What axe finds on a page that keeps people with a keyboard or a screen reader from using it."""

from typing import Literal

from playwright.sync_api import Page, expect

from scripts.bootstrap import FRONTEND

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

_FIND = """async (levels) => {
  const ending = document.getAnimations().filter(
    (each) => each.effect?.getComputedTiming().iterations !== Infinity
  )
  await Promise.all(ending.map((each) => each.finished.catch(() => null)))
  const { violations } = await axe.run(document, {
    runOnly: { type: "tag", values: levels },
    resultTypes: ["violations"],
    iframes: false,
  })
  const isOfMark = (id, [target]) =>
    id === "label-content-name-mismatch" && document.querySelector(target)?.closest("figure svg")
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !isOfMark(id, target))
      .map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`)
  )
}"""
"""What still moves has half a colour, so it is waited for; what moves for ever is not.

``iframes`` is off because the product's frames show nothing but Wikipedia's HTML: frozen bytes, in
which nothing may be mended. The frame element itself is ours and is looked at, with its title.

A drawing's mark has its numbers drawn beside it in pieces, and in its name as a sentence: "Long
answer: 61.9%; 95% 54.9–69.4%; n = 40". That the pieces in a row are not part of it word for word
is no fault: they are numbers, not the label of a button.
"""


def faults_of(page: Page) -> list[str]:
    """Breaches of WCAG 2.1 A and AA on what is on screen, in both colour schemes.

    Each names the scheme, the rule and the element. The page stays as it is, in light colours.
    """
    page.evaluate(AXE.read_text("utf-8"))
    found = []
    for scheme in reversed(SCHEMES):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        found += [f"{scheme}: {fault}" for fault in page.evaluate(_FIND, LEVELS)]
    return found
