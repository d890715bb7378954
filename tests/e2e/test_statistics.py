"""The dashboards of the demo that is annotated 25 times: from a question to its annotations."""

import re
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.pictures import photograph
from tests.e2e.routes import route_from_now
from tests.e2e.server import Server
from tests.e2e.test_looks import SCHEMES
from tests.e2e.widths import OVERFLOW

JOBS = re.compile(r"/api/v1/projects/demo-25/jobs/")
DASHBOARDS = {
    "schedule": "Are we on schedule?",
    "agreement": "Do annotators agree?",
    "ambiguity": "Where is the page ambiguous?",
    "people": "Who needs help?",
    "human-bound": "How good can a model get?",
    "many-annotations": "25 answers per question",
}
# As much of a dashboard as a picture in the documentation shows.
PICTURE: ViewportSize = {"width": 1440, "height": 1500}
LONG_FORM_HEADINGS = {"schedule": "Length of answers", "agreement": None}
"""Where ASQA's own figures begin, if not with the page."""

BELOW_THE_HEADER = "heading => scrollBy(0, heading.getBoundingClientRect().top - 80)"
SMALL: ViewportSize = {"width": 1024, "height": 768}
PATIENCE_MS = 60_000

pytest_plugins = ["tests.e2e.demo_people"]


@pytest.fixture(scope="module")
def server(demo: Server) -> Server:
    return demo


def test_a_lead_computes_opens_a_bar_and_sees_its_examples_annotations_side_by_side(
    lead: Page, screenshot_folder: Path
) -> None:
    lead.goto("/projects/demo-25")
    lead.get_by_role("navigation", name="Project").get_by_role("link", name="Statistics").click()
    expect(lead.get_by_role("heading", level=1, name=DASHBOARDS["schedule"])).to_be_visible()
    compute(lead)
    lead.get_by_role("link", name=DASHBOARDS["ambiguity"]).click()
    figure = lead.get_by_role("figure", name="μ, long answers")
    expect(figure).to_be_visible()
    numbers = figure.get_by_role("table")
    rows = numbers.locator("tbody tr").count()
    figure.get_by_role("button", name="Show as table").click()
    expect(figure.get_by_role("group")).to_have_count(0)
    assert rows >= figure.locator("svg a").count() > 0
    figure.get_by_role("button", name="Show as figure").click()
    bar = figure.get_by_role("link").last
    counted = re.search(r"; (\d+) of \d+", bar.get_attribute("aria-label") or "")
    assert counted is not None
    bar.focus()
    lead.keyboard.press("Enter")
    examples = lead.get_by_role("table", name="Examples behind the figure")
    expect(examples.locator("tbody tr")).to_have_count(int(counted[1]))
    examples.get_by_role("link", name="which phases of the moon").click()
    PageOnScreen(lead).wait()
    side = lead.get_by_role("complementary", name="Annotations")
    entries = side.locator("[data-annotation]")
    expect(entries).to_have_count(25)
    entries.first.focus()
    lead.keyboard.press("End")
    expect(entries.last).to_be_focused()
    expect(entries.last).to_have_attribute("aria-current", "true")
    letters = lead.frame_locator("iframe").locator("[data-answer-letters]")
    expect(letters.first).to_be_attached()
    lead.keyboard.press("Home")
    take(lead, "statistics-example", screenshot_folder, VIEWPORT)


@pytest.mark.long
@pytest.mark.parametrize("path", DASHBOARDS)
def test_a_dashboard_looks_well_and_says_nothing_in_code(
    lead: Page, screenshot_folder: Path, path: str
) -> None:
    check_dashboard(lead, "demo-25", path)
    take(lead, f"statistics-{path}", screenshot_folder, PICTURE)


@pytest.fixture(scope="module")
def long_form_report(server: Server) -> None:
    """ASQA's demo has too few answers for a picture; eight more annotators write some."""
    wish = ("--annotators", "8", "--annotations", "6", "--seed", "1")
    server.manage("simulate", "demo-asqa", *wish, "--force")
    server.manage("compute_statistics", "demo-asqa")


@pytest.mark.long
@pytest.mark.usefixtures("long_form_report")
@pytest.mark.parametrize("path", LONG_FORM_HEADINGS)
def test_a_dashboard_of_long_form_answers_looks_well_and_says_nothing_in_code(
    lead: Page, screenshot_folder: Path, path: str
) -> None:
    check_dashboard(lead, "demo-asqa", path)
    take(
        lead,
        f"statistics-asqa-{path}",
        screenshot_folder,
        PICTURE,
        heading=LONG_FORM_HEADINGS[path],
    )


def check_dashboard(lead: Page, slug: str, path: str) -> None:
    """Open it: each drawing has its table, and nothing is called by its name in code."""
    lead.goto(f"/projects/{slug}/statistics/{path}")
    expect(lead.get_by_role("heading", level=1, name=DASHBOARDS[path])).to_be_visible()
    expect(lead.get_by_text(re.compile("^Computed "))).to_be_visible()
    drawings = lead.locator("figure svg[role=group]")
    expect(drawings.first).to_be_visible()
    for drawing in drawings.all():
        assert drawing.get_attribute("aria-label")
        table = lead.locator(f'[id="{drawing.get_attribute("aria-details")}"] table')
        assert table.locator("tbody tr").count() > 0
    # What the papers write with an index, such as C_d, is not a code.
    assert re.findall(r"[a-z0-9]{2,}_[a-z0-9]{2,}", lead.locator("main").inner_text()) == []


class JobsHeld:
    """Keeps a new job on screen as it is under way: once it is shown, the page waits for news.

    A report of the demo may be done before the page or the test looks up, and its progress with it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.waiting: list[Route] = []
        self.is_shown = self.is_over = False
        self.known: set[str] = set()

    def __enter__(self) -> Self:
        answer = self.page.request.get("/api/v1/projects/demo-25/jobs/")
        self.known = {job["id"] for job in answer.json()["results"]}
        route_from_now(self.page, JOBS, self.hold)
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over = True
        # Before the end of routing, at which Playwright lets go of what still waits by itself.
        for route in self.waiting:
            route.continue_()
        self.page.unroute(JOBS)

    def hold(self, route: Route) -> None:
        if self.is_over:
            route.continue_()
            return
        if self.is_shown:
            self.waiting.append(route)
            return
        response = route.fetch()
        answer = response.json()
        for job in answer["results"]:
            if job["id"] not in self.known:
                self.is_shown = True
                # As the page would have found it a moment ago.
                job["state"] = "running"
        route.fulfill(response=response, json=answer)


def compute(page: Page) -> None:
    """Compute anew, and follow the job to its end."""
    before = page.locator("main time").first.get_attribute("datetime")
    job = page.get_by_role("region", name="Computing the statistics")
    with JobsHeld(page):
        page.get_by_role("button", name="Compute now").click()
        # At 0% the bar has no width, which Playwright takes for hidden.
        expect(job.get_by_role("progressbar", name="Progress")).to_be_attached()
        expect(job.get_by_role("button", name="Cancel")).to_be_visible()
    expect(job).to_be_hidden(timeout=PATIENCE_MS)
    expect(page.locator("main time").first).not_to_have_attribute("datetime", before or "")
    expect(page.get_by_text("Computed just now from 1,000 annotations")).to_be_visible()
    expect(page.get_by_text("no new annotations since")).to_be_visible()


def take(
    page: Page, name: str, folder: Path, size: ViewportSize, *, heading: str | None = None
) -> None:
    """Pictures in both schemes, and a look at a small window; nothing may be wider than it.

    They begin with ``heading``, or where the page does.
    """
    looks = RESULTS / "looks"
    looks.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        page.set_viewport_size(SMALL)
        assert page.evaluate(OVERFLOW) is None
        photograph(page, looks / f"{name}-1024-{scheme}.png")
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOW) is None
        if heading is not None:
            page.get_by_role("heading", name=heading, exact=True).first.evaluate(BELOW_THE_HEADER)
        ending = "" if scheme == "light" else "-dark"
        photograph(page, folder / f"{name}{ending}.png")
    page.set_viewport_size(VIEWPORT)
