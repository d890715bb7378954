"""Every page in both schemes, as each role: nothing that a screen reader stumbles on.

In the short run axe is asked about the pages that the other tests open.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults_of
from tests.e2e.annotating import Desk, ask_for_reviews
from tests.e2e.conftest import VIEWPORT
from tests.e2e.demo_servers import DemoServers
from tests.e2e.every_dialog import OPENINGS, Opening, take_step
from tests.e2e.every_page import PROJECT, VISITS, Visit
from tests.e2e.loading import expect_loaded
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.test_looks import go
from tests.frontend_paths import route_paths

Tabs = Callable[[str], Page]
WAITED_FOR = re.compile(r"/api/v1/(?!me/$|projects/[^/]+/$)")
"""All but who somebody is and what the project is called: without these there is no page yet."""

pytest_plugins = ["tests.e2e.demo_people"]
pytestmark = pytest.mark.above_database


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("accessibility") as started:
        yield started


@pytest.fixture(scope="module")
def tabs(people: Profiles) -> Tabs:
    """Gives everybody's tab; who has none yet signs in first."""
    opened: dict[str, Page] = {}

    def tab_of(name: str) -> Page:
        if name not in opened:
            opened[name] = people.open(name or None).page
        return opened[name]

    return tab_of


def test_every_route_has_a_visit() -> None:
    patterns = route_paths()
    assert len(patterns) > len({visit.route for visit in VISITS}) / 2
    visited = {visit.route for visit in VISITS}
    reached = {each.removeprefix(PROJECT).removeprefix("/") for each in visited} | visited
    assert [each for each in patterns if each not in reached] == []


@pytest.mark.long
@pytest.mark.parametrize(
    "visit", VISITS, ids=lambda visit: f"{visit.who or 'nobody'}:{visit.address}"
)
def test_a_page_has_no_faults(tabs: Tabs, addresses: dict[str, str], visit: Visit) -> None:
    page = tabs(visit.who)
    go(page, visit.address.format_map(addresses), visit.ready)
    expect(page.locator(visit.shows).first).to_be_visible()
    expect_loaded(page)
    assert "\n".join(faults_of(page)) == ""


@pytest.mark.long
@pytest.mark.parametrize(
    "visit", VISITS, ids=lambda visit: f"{visit.who or 'nobody'}:{visit.address}"
)
def test_a_page_that_waits_for_the_server_has_no_faults(
    tabs: Tabs, addresses: dict[str, str], visit: Visit
) -> None:
    page = tabs(visit.who)
    page.route(WAITED_FOR, lambda _: None)
    try:
        page.goto(visit.address.format_map(addresses))
        expect(page.locator("main").first).to_be_visible()
        assert "\n".join(faults_of(page)) == ""
    finally:
        page.unroute_all(behavior="ignoreErrors")


@pytest.mark.long
@pytest.mark.usefixtures("addresses")
def test_a_page_whose_code_is_on_its_way_has_no_faults(tabs: Tabs) -> None:
    page = tabs("lena")
    go(page, "/projects/demo", "Demo")
    page.route("**/*.js", lambda _: None)
    try:
        navigation = page.get_by_role("navigation", name="Project")
        navigation.get_by_role("link", name="Settings").click(no_wait_after=True)
        expect(page.get_by_role("status", name="Loading the page")).to_be_visible()
        assert "\n".join(faults_of(page)) == ""
    finally:
        page.unroute_all(behavior="ignoreErrors")


@pytest.mark.long
@pytest.mark.usefixtures("addresses")
@pytest.mark.parametrize(
    ("who", "address", "button"),
    [
        ("ada", "/", re.compile("^Account of")),
        ("ada", "/projects/demo/annotate", "More"),
        ("chen", "/projects/demo-asqa/annotate", "More"),
        ("lena", "/projects/demo-25/statistics/agreement", re.compile("^Download")),
        ("lena", "/projects/orle-training/training", re.compile("^Change who crosses")),
        ("lena", "/projects/demo/leaderboard", re.compile("^More about")),
    ],
)
def test_an_open_menu_has_no_faults(
    tabs: Tabs, who: str, address: str, button: str | re.Pattern[str]
) -> None:
    page = tabs(who)
    page.goto(address)
    page.get_by_role("button", name=button).first.click()
    expect(page.get_by_role("menu")).to_be_visible()
    assert "\n".join(faults_of(page)) == ""


@pytest.mark.long
@pytest.mark.parametrize(
    "opening", OPENINGS, ids=lambda opening: f"{opening.address}:{opening.title}"
)
def test_a_dialog_has_no_faults(tabs: Tabs, addresses: dict[str, str], opening: Opening) -> None:
    page = tabs(opening.who)
    page.set_viewport_size(VIEWPORT)
    page.goto(opening.address.format_map(addresses))
    expect(page.locator("main").first).to_be_visible()
    expect_loaded(page)
    for step in opening.steps:
        take_step(page, step)
    expect(page.get_by_role("dialog", name=opening.title)).to_be_visible()
    assert "\n".join(faults_of(page)) == ""
    page.set_viewport_size(VIEWPORT)


@pytest.mark.long
@pytest.mark.usefixtures("addresses")
def test_the_stages_of_annotating_have_no_faults(tabs: Tabs) -> None:
    page = tabs("ada")
    ask_for_reviews(page)
    page.goto("/projects/demo/annotate")
    desk = Desk(page)
    found = {}
    desk.expect_stage("question")
    found["question"] = faults_of(page)
    desk.judge_good()
    box = desk.screen.click("The oldest of the three keepers")
    desk.expect_saved()
    found["long answer"] = faults_of(page)
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    desk.screen.double_click("Henry", inside=box)
    expect(page.get_by_role("list", name="Marked short answers")).to_be_visible()
    desk.expect_saved()
    found["short answer"] = faults_of(page)
    desk.press("Control+Enter")
    desk.expect_stage("review")
    desk.expect_saved()
    found["review"] = faults_of(page)
    desk.press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    found["keys"] = faults_of(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    desk.press("?")
    expect(page.get_by_role("heading", name="Annotation guidelines")).to_be_visible()
    found["guidelines"] = faults_of(page)
    assert {stage: faults for stage, faults in found.items() if faults} == {}
