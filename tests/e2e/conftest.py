"""A real server, a real Chromium, and pictures of what they show."""

import os
import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from scripts.bootstrap import FRONTEND, ROOT
from tests.e2e.browsers import Browsers, launched, note
from tests.e2e.demo_servers import DemoServers
from tests.e2e.inspection import Inspection
from tests.e2e.profiles import LONGEST_WAIT_MS, Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.servers import Servers
from tests.e2e.small_project import Api
from tests.e2e.watch import Watch

RESULTS = ROOT / "test-results"
SCREENSHOTS = ROOT / "docs" / "screenshots"
PICTURE_MS = 20_000
REASON_CHARACTERS = 500
VIEWPORT: ViewportSize = {"width": int(os.environ.get("E2E_WIDTH", "1440")), "height": 900}
"""`E2E_WIDTH=390` clicks the same ways in a phone's window."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a browser test, so that `-m` can choose it."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the page on which a test failed."""
    report = yield
    if report.when == "call" and report.failed and isinstance(item, pytest.Function):
        RESULTS.mkdir(exist_ok=True)
        name = re.sub(r"[^a-z0-9_]+", "-", item.name)
        for number, page in enumerate(open_pages(item.funcargs)):
            # A page that hangs or died has no picture, which must not end the whole run.
            with suppress(Error):
                page.screenshot(path=RESULTS / f"failed-{name}-{number}.png", timeout=PICTURE_MS)
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tell which tests needed a second try, and why."""
    is_told_by_who_started_it = "PYTEST_XDIST_WORKER" in os.environ
    if report.outcome == "rerun" and not is_told_by_who_started_it:
        # The place alone, which is the last line, is the same whatever axe or the console said.
        crash = getattr(report.longrepr, "reprcrash", None)
        reason = " ".join(str(crash.message if crash else report.longrepr).split())
        note(f"{report.nodeid} was tried once more: {reason[:REASON_CHARACTERS]}")


def open_pages(arguments: dict[str, object]) -> list[Page]:
    """The tabs that a test's fixtures have open."""
    page, profiles = arguments.get("page"), arguments.get("profiles", arguments.get("people"))
    found = [page] if isinstance(page, Page) else []
    return found + (profiles.pages if isinstance(profiles, Profiles) else [])


@pytest.fixture(scope="session")
def servers(
    playwright: Playwright,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Servers]:
    """The server of the whole run, and what was made on it."""
    if not (FRONTEND / "dist" / "index.html").exists():
        pytest.fail("frontend/dist is missing: make test-e2e builds the front end first")
    made = Servers(lambda: tmp_path_factory.mktemp("server"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def demo_servers(tmp_path_factory: pytest.TempPathFactory) -> DemoServers:
    """Servers with the demo, one for each module that wants one of its own."""
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    return DemoServers(tmp_path_factory.mktemp, run / "loaded-demo")


@pytest.fixture(scope="session")
def demo(demo_servers: DemoServers) -> Iterator[Server]:
    """The server of modules that keep to different projects of the demo."""
    with demo_servers.started("demo") as started:
        yield started


@pytest.fixture
def server(request: pytest.FixtureRequest, servers: Servers) -> Server:
    """Web server, worker and scheduler as `make run` starts them, on a data folder of their own.

    No demo is loaded; `server.manage("create_project", …)` and the API bring what a test needs.
    A test that is tried once more gets an empty server, for it makes its projects again.
    """
    return servers.current(anew=getattr(request.node, "execution_count", 1) > 1)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=LONGEST_WAIT_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture
def api(playwright: Playwright, server: Server, servers: Servers) -> Api:
    """Makes the projects that a test needs but is not about."""
    return servers.once("api", lambda: Api(playwright, server))


@pytest.fixture(scope="session")
def browsers(playwright: Playwright) -> Iterator[Browsers]:
    """The browser of the whole run, started anew when it has died."""
    made = Browsers(playwright)
    yield made
    made.close()


@pytest.fixture
def chromium(browsers: Browsers) -> Browser:
    """The shared browser; a context of its own for each test keeps their cookies apart."""
    return browsers.shared()


@pytest.fixture
def throwaway_chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser for one test alone, for what may take its browser along."""
    with launched(playwright) as browser:
        yield browser


@pytest.fixture
def profiles(chromium: Browser, server: Server) -> Iterator[Profiles]:
    """Several people at once. The test fails if anybody's tab logged an error."""
    with several_people(chromium, base_url=server.url, viewport=VIEWPORT) as made:
        yield made


@pytest.fixture
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """A fresh profile; addresses may be given relative to the server's."""
    made = chromium.new_context(
        base_url=server.url, viewport=VIEWPORT, reduced_motion="reduce", locale="en"
    )
    made.set_default_timeout(LONGEST_WAIT_MS)
    yield made
    made.close()


@pytest.fixture
def watch(context: BrowserContext) -> Watch:
    """Everything that went wrong in the browser so far."""
    return Watch(context)


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Iterator[Page]:
    """An empty tab. The test fails if the tab logged an error, broke its policy or has faults."""
    inspection = Inspection(context)
    yield context.new_page()
    faults = inspection.faults()
    assert watch.problems == []
    assert not faults, "\n".join(faults)


@pytest.fixture(scope="session")
def screenshot_folder() -> Path:
    """Where pictures go: the documentation only when somebody asked to take them anew."""
    folder = SCREENSHOTS if os.environ.get("UPDATE_SCREENSHOTS") == "1" else RESULTS
    folder.mkdir(parents=True, exist_ok=True)
    return folder
