"""From outside to an example: a query log, and AmbigNQ's titles, with pages from a wiki."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.annotating import Desk
from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.leading import open_section, start_import, wait_for
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import LEAD, PAGE
from tests.exchange.imports.wiki_server import Wiki, page, serve_wiki

pytestmark = pytest.mark.long

TITLE = "The old crossing"
KEPT = "who keeps the ferry at the old crossing today"
WITHOUT_PAGE = "who owned most of the boats in the harbour"
FLAGGED = "who lives at 12 baker street near the river"
LOG = f"""query,count,user
{KEPT},3,a
"Who keeps the ferry, at the old crossing today?",1,b
{WITHOUT_PAGE},1,a
{WITHOUT_PAGE},1,c
{FLAGGED},1,a
{FLAGGED},1,b
weather tomorrow,9,d
"""


@dataclass(frozen=True)
class Site:
    """A server that fetches from a wiki of its own, and people's browsers."""

    server: Server
    wiki: Wiki
    profiles: Profiles

    def open_project(self, slug: str, kind: str, *annotators: str) -> Page:
        """The lead on the page of the imports of a new project."""
        made = ("--kind", kind, "--title", slug.title(), "--overlap", "1")
        self.server.manage("create_project", slug, *made)
        for name, role in ((LEAD, "lead"), *((name, "annotator") for name in annotators)):
            member = ("--password", PASSWORD, "--project", slug, "--role", role)
            self.server.manage("create_user", name, *member)
        return self.profiles.open(LEAD, at=f"/projects/{slug}/import").page


@pytest.fixture
def site(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve_wiki() as wiki:
        wiki.answers["The_old_crossing"] = page(TITLE, PAGE, revision=12)
        fetching = {"FETCH_SITE": wiki.site, "FETCH_HOSTS": "127.0.0.1"}
        with (
            Server.started(tmp_path_factory.mktemp("fetching"), more=fetching) as server,
            several_people(chromium, base_url=server.url, viewport=VIEWPORT) as profiles,
        ):
            yield Site(server, wiki, profiles)


def test_a_query_log_becomes_an_annotation(site: Site, tmp_path: Path) -> None:
    site.wiki.answers[f"?{KEPT}"] = {"pages": [{"key": "The_old_crossing"}]}
    site.wiki.answers[f"?{WITHOUT_PAGE}"] = {"pages": []}
    lead = site.open_project("orle", "nq", "quinn")
    log = tmp_path / "log.csv"
    log.write_text(LOG, "utf-8")

    lead.get_by_role("radio", name="Query log").check()
    with lead.expect_download() as sample:
        lead.get_by_role("link", name="Download a sample file").click()
    assert Path(sample.value.path()).read_text("utf-8").startswith("query,count,user,time\n")
    card = start_import(lead, log, form="Query log")
    wait_for(card, "Done")
    expect(card).to_contain_text("Kept 2 of 4 new queries. 1 waits for a lead’s decision.")

    open_section(lead, "Queries")
    waiting = lead.get_by_role("region", name="Waiting for you").get_by_role("article")
    expect(waiting).to_contain_text("a street address")
    waiting.get_by_role("button", name="Leave out").click()
    funnel = lead.get_by_role("table", name="Funnel")
    expect(funnel.get_by_role("row", name="Left out by a lead")).to_contain_text("1")
    lead.get_by_label("Draw the project’s splits").check()
    lead.get_by_role("button", name="Make examples").click()
    for title in ("Pages of queries", "Examples of queries", "Splits"):
        wait_for(lead.get_by_role("article", name=title), "Done")
    expect(lead.get_by_role("article", name="Pages of queries")).to_contain_text(
        "Found pages for 1 of 2 questions."
    )
    lead.get_by_role("button", name="Examples", exact=True).click()
    found = lead.get_by_role("region", name="Examples", exact=True).get_by_role("article")
    expect(found).to_contain_text("Issued 4 times by 2 people, in 1 other wording too.")
    expect(funnel.get_by_role("row", name="No page found")).to_contain_text("1")
    photograph(lead, RESULTS / "queries.png", full_page=True)

    desk = Desk(site.profiles.open("quinn", at="/projects/orle/annotate").page)
    desk.expect_stage("question")
    assert desk.question == KEPT
    desk.judge_good()
    desk.screen.click("kept by the Marten family")
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.button("No short answer").click()
    expect(desk.page.get_by_role("heading", name="Nothing left for you")).to_be_visible()
    assert site.wiki.asked == {f"?{KEPT}": 1, f"?{WITHOUT_PAGE}": 1, "The_old_crossing": 1}

    open_section(lead, "Examples")
    lead.get_by_role("link", name=KEPT).first.click()
    expect(lead.get_by_text(re.compile("1 of 1 annotation"))).to_be_visible()
