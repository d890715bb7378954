"""The keys that lead to an answer in few presses: over tables, and by phrases in a sentence."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import Api, page_line

QUESTION = "when was the orle lighthouse first lit"
PAGE = """<!DOCTYPE html><html><head><title>Cape Orle</title></head><body>
<h1>Cape Orle</h1>
<table><tr><th colspan="2">The tower on the cape</th></tr>
<tr><th>First lit</th><td>3 October 1884</td></tr>
<tr><th>Height</th><td>31 metres</td></tr></table>
<p>Cape Orle ends in shoals. <a href="#keepers">Its lighthouse</a> has guided ships past them since
the beacon was lost.</p>
<h2>History</h2>
<p>A beacon of wood stood here until 1861, when a storm took it.</p>
<p>The lighthouse was built by Ada Brenn, an engineer from the south, between 1879 and 1884 (the
year of the flood), and was lit on 3 October.</p>
<h2 id="keepers">Keepers</h2>
<table><tr><th>Keeper</th><th>Years</th><th>Known for</th></tr>
<tr><td>Jon Brenn</td><td>1884 to 1901</td><td>The garden below the tower</td></tr>
<tr><td>Mia Sund</td><td>1901 to 1923</td><td>She first lit the lamp by gas</td></tr></table>
<h2>Lamp</h2>
<table><tr><th>Lighthouse</th><td>Cape Orle</td></tr><tr><th>Fuel</th><td>Gas</td></tr></table>
<table><tr><th>Lit</th><td>From dusk to dawn</td></tr><tr><th>Seen from</th><td>The Orle</td></tr>
</table>
</body></html>"""
WITH_WORDS = (
    "First lit 3 October 1884",
    "Cape Orle ends in",
    "The lighthouse was built by",
    "Mia Sund 1901 to 1923",
    "Lighthouse Cape Orle",
    "Lit From dusk to dawn",
)
"""Where J leads: rows with two of the question's words, paragraphs, and whole tables without such
a row.
"""

_LIT = """() => {
  const lit = document.querySelector("iframe").contentDocument.querySelector("[data-hover]")
  return lit && [...lit.querySelectorAll("[data-t]")].map((word) => word.textContent.trim())
    .join(" ")
}"""

pytestmark = pytest.mark.long


@pytest.fixture
def open_desk(profiles: Profiles, api: Api, server: Server) -> Callable[[str], Desk]:
    """Opens the page for an annotator of this name, in a project of their own."""

    def opened(name: str) -> Desk:
        slug = f"tables-{name}"
        api.create_project(slug, [name], questions=(), reviews_answers=False)
        file = server.data_dir / f"{slug}.jsonl"
        file.write_text(page_line(QUESTION, html=PAGE), "utf-8")
        server.manage("import_pages", slug, str(file))
        desk = Desk(profiles.open(name, at=f"/projects/{slug}/annotate").page)
        desk.expect_stage("question")
        desk.judge_good()
        return desk

    return opened


def expect_cursor(desk: Desk, words: str) -> None:
    """Wait until the box that begins with ``words`` has the cursor."""
    desk.page.wait_for_function(f"words => ({_LIT})()?.startsWith(words)", arg=words)


def test_j_leads_over_rows_and_tables_and_says_where_it_ends(
    open_desk: Callable[[str], Desk],
) -> None:
    desk = open_desk("agda")
    for words in WITH_WORDS:
        desk.press("j")
        expect_cursor(desk, words)
    bar = desk.page.locator("[data-below-toasts]")
    desk.press("j")
    expect(bar.get_by_text("No further box has words of the question.")).to_be_visible()
    expect_cursor(desk, WITH_WORDS[-1])
    for words in reversed(WITH_WORDS[:-1]):
        desk.press("Shift+J")
        expect_cursor(desk, words)
    desk.press("Shift+J")
    expect(bar.get_by_text("No earlier box has words of the question.")).to_be_visible()


def test_keys_lead_by_phrases(open_desk: Callable[[str], Desk]) -> None:
    desk = open_desk("bent")
    desk.press("j", "j", "j")
    expect_cursor(desk, WITH_WORDS[2])
    desk.press("Enter")
    desk.expect_stage("short answer")
    bar = desk.page.locator("[data-below-toasts]")
    desk.press("Control+ArrowDown", "Control+Shift+ArrowDown", "Enter")
    expect(bar.get_by_text("an engineer from the south", exact=True)).to_be_visible()
    # Two phrases on and one back.
    desk.press("Control+ArrowDown", "Control+ArrowDown", "Control+ArrowUp")
    desk.press("Control+Shift+ArrowDown", "Enter")
    expect(bar.get_by_text("between 1879 and 1884", exact=True)).to_be_visible()
