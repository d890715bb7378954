"""Pictures of what tests show, for people to look at.

Beside each picture of the documentation stand the words that were on its page. A later test that
takes it compares them, so that a page whose words have changed gets a new picture.
"""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.e2e.conftest import RESULTS, SCREENSHOTS
from tests.size import is_long

WORDS = """(shown) => {
  const isTiny = (element) =>
    element !== null &&
    ((element.offsetWidth === 1 && element.offsetHeight === 1) || isTiny(element.parentElement))
  const leftOut = "script, style, noscript, svg, time, .mantine-Notification-root"
  const texts = []
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    const isShown = parent.checkVisibility() && !isTiny(parent)
    const isWritten = parent.closest(leftOut) === null
    if (isWritten && isShown) texts.push(walker.currentNode.data)
  }
  return texts
}"""
"""Texts that the picture shows: no times, no notices, which come and go, and no axes, whose marks
depend on the day. So do the rows of a figure's numbers, which lie in a box of one pixel for those
who can't see the figure."""

MONTH = re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?= \d{4})")
NUMBER = re.compile(r"[−-]?\d[\d,.:]*")


def photograph(shown: Page | Locator, path: Path | str, **options: Any) -> None:
    """Keep a picture of a page or a part of it, in the long run: drawing it takes half a second.

    A picture in the documentation gets a file of the words on it. Raises ``AssertionError`` if a
    picture of the same name in the folder of results has other words. ``options`` are those of
    Playwright's ``screenshot``.
    """
    if not is_long():
        return
    shown.screenshot(path=path, animations="disabled", **options)
    picture = Path(path)
    kept = SCREENSHOTS / f"{picture.stem}.txt"
    if picture.parent == SCREENSHOTS:
        kept.write_text(words_of(shown), "utf-8")
    elif picture.parent == RESULTS and kept.exists():
        assert words_of(shown) == kept.read_text("utf-8"), (
            f"docs/screenshots/{picture.name} shows other words: run this test with "
            "UPDATE_SCREENSHOTS=1, and look at the new picture"
        )


def words_of(shown: Page | Locator) -> str:
    """What is written there, a line per text; numbers and months are left out, for they vary."""
    whole = shown.locator("body") if isinstance(shown, Page) else shown
    lines = (" ".join(text.split()) for text in whole.evaluate(WORDS))
    return "".join(f"{NUMBER.sub('0', MONTH.sub('Month', line))}\n" for line in lines if line)
