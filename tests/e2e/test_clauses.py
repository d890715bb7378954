"""A script without spaces between words: what a lead reads of its tokens."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.leading import open_section, start_import, wait_for
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, Api, page_line
from tests.exchange.imports.test_pages import CLAUSES


@pytest.mark.long
def test_a_lead_reads_of_clauses_at_the_import_and_on_the_overview(
    profiles: Profiles, api: Api, tmp_path: Path
) -> None:
    api.create_project("clauses", [], questions=())
    page = profiles.open(LEAD, at="/projects/clauses/import").page
    file = tmp_path / "meiji.jsonl"
    file.write_text(page_line("明治維新はいつ始まったか", html=CLAUSES), "utf-8")
    card = start_import(page, file, form="Questions with pages")
    wait_for(card, "Done")
    expect(card).to_contain_text("a token is a whole clause there")
    open_section(page, "Overview")
    notice = page.get_by_role("alert", name="Some pages have clauses in place of words")
    expect(notice).to_contain_text("1 example was imported on pages in a script without spaces")
