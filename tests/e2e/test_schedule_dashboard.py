"""A lead asks whether the project is on schedule: the figures, Figure 2, and its examples."""

import csv
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.servers import Servers
from tests.e2e.small_project import LEAD, Answer, Api

pytestmark = pytest.mark.long

SLUG = "ferry-schedule"
KEEPER, CABLE, BRIDGE = QUESTIONS = (
    "who keeps the ferry at the old crossing",
    "how long is the cable of the ferry",
    "when was the stone bridge opened",
)
GIVEN: dict[str, dict[str, Answer]] = {
    "vera": {KEEPER: (0, (23, 25)), CABLE: (2,), BRIDGE: "none"},
    "wim": {KEEPER: (0,), CABLE: "bad"},
}
"""Of six annotations five are there: one bad, one without an answer, two long only, one short."""

PATH = [
    # Share and count of five, too few for an interval; published by NQ's counts.
    ["Bad question", "20%", "1", "5", "–"],
    ["No answer", "20%", "1", "5", "–"],
    ["Long answer only", "40%", "2", "5", "13.5%"],
    ["Long and short answer", "20%", "1", "5", "34.8%"],
    ["Yes or no", "0%", "0", "5", "1.2%"],
]
SPLITS = ["Without split", "3", "2", "6", "5", "1", "0", "83.3%"]
"""Examples, complete, wanted, submitted, held (the last question is with wim), free."""


@pytest.fixture
def slug(api: Api, server: Server, servers: Servers) -> str:
    """A project in the middle of its collection, and its report."""
    servers.once(SLUG, lambda: report_on_a_project(api, server))
    return SLUG


def report_on_a_project(api: Api, server: Server) -> None:
    api.create_project(SLUG, tuple(GIVEN), overlap=2, questions=QUESTIONS)
    for name, answers in GIVEN.items():
        api.answer(SLUG, name, answers)
    server.manage("compute_statistics", SLUG)


def test_a_lead_reads_the_schedule_and_opens_an_end_of_the_path(
    profiles: Profiles, slug: str, tmp_path: Path
) -> None:
    page = profiles.open(LEAD, at=f"/projects/{slug}/statistics/schedule").page
    figure = page.get_by_role("figure", name="Where annotations end")
    expect(figure).to_be_visible()
    expect(tile(page, "Submitted")).to_contain_text("of 6 annotations wanted")
    expect(tile(page, "To go")).to_contain_text("1")
    expect(tile(page, "Expected end")).to_contain_text("7 more whole days")
    expect(tile(page, "No long answer")).to_contain_text("40%")
    for folded in ("Where the time goes", "By split"):
        page.get_by_role("link", name=folded).click()
    # Five annotations of 4 + 21 + 9 seconds each.
    expect(tile(page, "Mean time")).to_contain_text("34 s")
    splits = page.get_by_role("table", name="Splits").locator("tbody tr")
    expect(splits).to_have_count(1)
    assert splits.locator("th, td").all_inner_texts() == SPLITS

    figure.get_by_role("button", name="Show as table").click()
    rows = figure.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(len(PATH))
    assert [row.locator("th, td").all_inner_texts() for row in rows.all()] == PATH
    with page.expect_download() as download:
        figure.get_by_role("button", name="Download").click()
        page.get_by_role("menuitem", name="Numbers as CSV").click()
    download.value.save_as(tmp_path / "path.csv")
    numbers = list(csv.reader((tmp_path / "path.csv").read_text("utf-8-sig").splitlines()))
    assert [(row[0], row[1], row[2]) for row in numbers[1:]] == [
        ("Bad question", "0.2", "1"),
        ("No answer", "0.2", "1"),
        ("Long answer only", "0.4", "2"),
        ("Long and short answer", "0.2", "1"),
        ("Yes or no", "0", "0"),
    ]

    with page.expect_download() as download:
        page.get_by_role("button", name="Download all").click()
    download.value.save_as(tmp_path / "all.zip")
    with ZipFile(tmp_path / "all.zip") as packed:
        assert packed.testzip() is None
        path = packed.read("process/decision-path.csv").decode("utf-8-sig")
        assert list(csv.reader(path.splitlines())) == numbers
        tiles = csv.DictReader(packed.read("schedule/figures.csv").decode("utf-8-sig").splitlines())
        assert {row["Name"]: row["Value"] for row in tiles}["left"] == "1"
        assert "### process/decision-path" in packed.read("README.md").decode()

    figure.get_by_role("button", name="Show as figure").click()
    ends = figure.get_by_role("link")
    ends.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(ends.nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/statistics/examples\?column=long_only&low=1&high=2"))
    found = page.get_by_role("table", name="Examples behind the figure").locator("tbody tr")
    expect(found).to_have_count(2)
    expect(page.get_by_role("link", name=KEEPER)).to_be_visible()
    expect(page.get_by_role("link", name=CABLE)).to_be_visible()


def tile(page: Page, name: str) -> Locator:
    """A figure of the page."""
    return page.get_by_role("group", name=name, exact=True)
