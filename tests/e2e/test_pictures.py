"""The words beside a picture: a page that shows others fails the test that takes it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e import pictures
from tests.e2e.pictures import photograph, words_of
from tests.size import VARIABLE

SHOWN = """
<h1>Pace</h1>
<p>71.4 a day since 16 Nov 2026 and computed <time>a minute ago</time></p>
<p style="display: none">Nobody reads this</p>
<div class="mantine-Notification-root">Saved.</div>
<svg><text>19 Nov</text></svg>
<div style="position: absolute; width: 1px; height: 1px; overflow: hidden">
  <table><tr><td>16 Nov 2026</td></tr></table>
</div>
<style>h1 { margin: 0 }</style>
"""


def test_words_are_those_of_the_picture_without_numbers_and_times(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(SHOWN)
    assert words_of(page) == "Pace\n0 a day since 0 Month 0 and computed\n"
    page.close()


def test_a_picture_of_other_words_than_the_documents_fails(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, results = tmp_path / "screenshots", tmp_path / "results"
    monkeypatch.setattr(pictures, "SCREENSHOTS", kept)
    monkeypatch.setattr(pictures, "RESULTS", results)
    monkeypatch.setenv(VARIABLE, "long")
    page = chromium.new_page()
    page.set_content("<h1>Pace</h1>40 a day")
    photograph(page, kept / "pace.png")
    assert (kept / "pace.txt").read_text("utf-8") == "Pace\n0 a day\n"
    page.set_content("<h1>Pace</h1>41 a day")
    photograph(page, results / "pace.png")
    page.set_content("<h1>Speed</h1>40 a day")
    with pytest.raises(AssertionError, match="shows other words: run this test with"):
        photograph(page, results / "pace.png")
    page.close()
