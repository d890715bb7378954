"""What axe finds on a page that keeps people with a keyboard or a screen reader from using it."""

from functools import cache
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from scripts.bootstrap import FRONTEND

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": [
            *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"),
            *("best-practice", "experimental"),
        ],
    },
    "resultTypes": ["violations"],
    "iframes": False,
    "preload": False,
}
"""``iframes`` is off because the product's frames show nothing but Wikipedia's HTML: frozen bytes,
in which nothing may be mended. The frame element itself is ours and is looked at, with its title.
``preload`` would fetch the style sheets once more, and what a test's page asks for is watched.
"""

_STAND_STILL = """() => Promise.all(
  document.getAnimations()
    .filter((each) => each.playState === "running")
    .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => null))
).then(() => null)"""
"""What still moves has half a colour, so it is waited for; what moves for ever is not."""

_IS_LOADING = "() => document.querySelector('[role=status] .mantine-Loader-root') !== null"
"""The heading comes with what is awaited."""

_SHOWN_SCHEME = "() => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
_CHOSEN_SCHEME = "() => localStorage.getItem('mantine-color-scheme-value')"


@cache
def axe() -> Axe:
    """The binding, with the axe that npm keeps up to date; it brings along an older one."""
    found: Axe = Axe.from_file(FRONTEND / "node_modules" / "axe-core" / "axe.min.js")
    return found


def faults_of(page: Page) -> list[str]:
    """Breaches of WCAG 2.2 A and AA, and of good practice, on what is on screen, in either scheme.

    Each names the scheme, the rule and the element. The page is left in the scheme it was in. What
    somebody chose in the account's menu is shown whatever the system says, and asked alone.
    """
    chosen, shown = page.evaluate(_CHOSEN_SCHEME), page.evaluate(_SHOWN_SCHEME)
    if chosen in SCHEMES:
        return faults_as_shown(page, chosen)
    found = []
    # The one that is shown comes last, and stays.
    for scheme in sorted(SCHEMES, key=lambda each: each == shown):
        show(page, scheme)
        found += faults_as_shown(page, scheme)
    show(page, shown)
    return found


def show(page: Page, scheme: Scheme) -> None:
    """Let the page be in one of the two schemes."""
    if page.evaluate(_SHOWN_SCHEME) != scheme:
        page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)


def faults_as_shown(page: Page, label: str) -> list[str]:
    """The breaches without a change of scheme.

    What is gone at a second look was on its way to something else while axe looked. It looks from
    the top: of what the header half covers, axe takes the rest for a target that is too small.
    """
    place = page.evaluate("scrollY")
    page.evaluate("scrollTo(0, 0)")
    found = _look(page)
    while found and found != (again := _look(page)):
        found = again
    page.evaluate(f"scrollTo(0, {place})")
    return [f"{label}: {fault}" for fault in found]


def _look(page: Page) -> list[str]:
    page.evaluate(_STAND_STILL)
    was_loading = page.evaluate(_IS_LOADING)
    violations: list[dict[str, Any]] = axe().run(page, options=OPTIONS).response["violations"]
    is_loading = was_loading or page.evaluate(_IS_LOADING)
    return [
        f"{violation['id']} at {' '.join(node['target'])}: {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
        if not (violation["id"] == "page-has-heading-one" and is_loading)
    ]
