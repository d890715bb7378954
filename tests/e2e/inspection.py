"""Asks axe about every page that a test opens, while the test is about something else."""

import re

from playwright.sync_api import BrowserContext, Error, Page

from tests.e2e.accessibility import SCHEMES, faults_as_shown, faults_of
from tests.size import is_long

_STATE = r"""() => {
  if (!document.querySelector("#root > *") || matchMedia("print").matches) return null
  const address = location.pathname.replace(/^\/projects\/[^/]+/, "").replace(/[0-9]+/g, "0")
  const kinds = new Set([address])
  for (const element of document.querySelectorAll("body *")) {
    const names = element.getAttributeNames()
    const marks = names.filter((name) => /^aria-|^data-|^disabled$|^inert$/.test(name))
    const style = element.getAttribute("style")?.replace(/[0-9.]+/g, "0")
    const [type, role] = [element.getAttribute("class"), element.getAttribute("role")]
    kinds.add([element.tagName, type, role, style, ...marks].join(" "))
  }
  return [...kinds].sort().join("\n")
}"""
"""Which kinds of elements are there: what tells one state of a page from another, whatever is
written in it. Nothing where the application is not on screen."""

_GONE = re.compile("closed|crashed|detached|context was destroyed|because of a navigation")
"""What Playwright says when a tab ends or goes elsewhere while it is asked."""

_faultless: set[int] = set()
"""The states that had no faults, of all tests: each is asked about once."""


class Inspection:
    """Collects the faults of all tabs of a context.

    In the short run axe is asked about each tab at the end. In the long run it is asked at every
    step as well: before whatever a test does on a page or expects of it, in both colour schemes.
    """

    def __init__(self, context: BrowserContext) -> None:
        """Look from now on."""
        self._context = context
        self._faults: list[str] = []
        self._asked: set[int] = set()
        if is_long():
            context.on("page", self._follow)

    def faults(self) -> list[str]:
        """What was found so far, and what is on screen now."""
        for page in self._context.pages:
            self._ask(page)
        return list(dict.fromkeys(self._faults))

    def _follow(self, page: Page) -> None:
        # Playwright calls a handler before each step for as long as its element is there.
        page.add_locator_handler(page.locator("html"), lambda: self._ask(page), no_wait_after=True)

    def _ask(self, page: Page) -> None:
        try:
            state = page.evaluate(_STATE)
            if state is not None and hash(state) not in _faultless | self._asked:
                self._note(page, hash(state))
        except Error as error:
            # A tab that went elsewhere is asked at its next step; a dead one has nothing to tell.
            if not _GONE.search(error.message):
                raise

    def _note(self, page: Page, state: int) -> None:
        found = faults_of(page) if is_long() else faults_as_shown(page, SCHEMES[0])
        self._faults += [f"{page.url}: {fault}" for fault in found]
        (self._asked if found else _faultless).add(state)
