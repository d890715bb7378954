"""A lead publishes a gallery; everybody reads it, on this site and on a plain web server."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.accessibility import SCHEMES, faults_as_shown
from tests.e2e.alarms import Alarms
from tests.e2e.conftest import VIEWPORT
from tests.e2e.hostile_project import SLUG, HostileProject
from tests.e2e.profiles import LONGEST_WAIT_MS
from tests.e2e.server import Server
from tests.e2e.servers import Servers
from tests.e2e.signing_in import sign_in
from tests.e2e.test_hostile_pages import READ_FRAME, TOUCH_EVERYTHING, signed_in
from tests.e2e.watch import Watch

pytestmark = pytest.mark.long

BELOW = "/some/folder/"
MARKED = """() => {
  const inner = document.querySelector("iframe").contentDocument
  return ["box", "words"].map((name) => inner.querySelectorAll(`.chosen-${name}`).length)
}"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Quiet(SimpleHTTPRequestHandler):
    """What ``python -m http.server`` does, below a folder."""

    def translate_path(self, path: str) -> str:
        """The file of an address."""
        return super().translate_path(path.removeprefix(BELOW.rstrip("/")))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a plain web server with the files of ``folder``."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}{BELOW}"
    server.shutdown()
    server.server_close()


@contextmanager
def visitor(browser: Browser, *, width: int = VIEWPORT["width"]) -> Iterator[Page]:
    """The tab of somebody without an account; whatever its console says is an error."""
    context = browser.new_context(viewport={"width": width, "height": 844}, locale="en")
    context.set_default_timeout(LONGEST_WAIT_MS)
    watch = Watch(context)
    yield context.new_page()
    assert watch.problems == []
    assert context.cookies() == []
    context.close()


def faults_of(page: Page) -> list[str]:
    """What axe finds, in light and dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults_as_shown(page, scheme)
    return found


def opened_example(page: Page, address: str) -> None:
    # Otherwise the example before it is still there for a moment.
    page.goto("about:blank")
    page.goto(address)
    page.locator("iframe").wait_for()
    page.wait_for_function(
        "() => document.querySelector('iframe').contentDocument?.querySelector('[data-c]')"
    )


def reads_the_demo(page: Page, address: str) -> None:
    """Search, filter, read an example, choose an answer by keyboard, look at the figures."""
    page.goto(address)
    expect(page.get_by_role("status")).to_have_text("40 examples")
    assert faults_of(page) == []
    page.get_by_label("Search questions and answers").fill("lighthouse molten")
    expect(page.get_by_role("status")).to_have_text("1 of 40 examples")
    found = page.get_by_role("main").get_by_role("listitem")
    expect(found.locator("mark").first).to_have_text("lighthouse")
    expect(page).to_have_url(re.compile(r"#/\?q=lighthouse\+molten$"))
    found.get_by_role("link").press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("lighthouse keeper")
    expect(heading).to_be_focused()
    answers = page.get_by_role("radio")
    expect(answers.first).to_be_checked()
    page.wait_for_function(f"() => ({MARKED})()[0] === 1")
    counts = page.get_by_role("group", name="Answers").locator("strong").all_inner_texts()
    assert sum(int(each.split(" of ")[0]) for each in counts) == 25
    short = page.locator("label", has_text="Short answer").first.get_by_role("radio")
    short.focus()
    short.press("Space")
    page.wait_for_function(f"() => ({MARKED})()[1] > 0")
    assert faults_of(page) == []
    chosen = page.url
    page.reload()
    expect(short).to_be_checked()
    expect(page).to_have_url(chosen)
    page.get_by_role("link", name="Back to the examples").click()
    page.get_by_label("Search questions and answers").fill("")
    page.get_by_label("Agreement").select_option("All annotators agree")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ of 40 examples$"))
    page.get_by_role("link", name="Figures").click()
    expect(
        page.get_by_text(re.compile(r"Krippendorff’s α of the long answer: 0\.\d+ \(95%"))
    ).to_be_visible()
    assert faults_of(page) == []
    page.get_by_role("link", name="Downloads").click()
    expect(page.get_by_role("heading", name="Downloads")).to_be_focused()


def test_the_demo_is_published_read_and_taken_back(
    chromium: Browser, demo: Server, tmp_path: Path
) -> None:
    context = chromium.new_context(base_url=demo.url, viewport=VIEWPORT, locale="en")
    context.set_default_timeout(LONGEST_WAIT_MS)
    lead = context.new_page()
    sign_in(lead, "lena", at="/projects/demo-25/publish", password=DEMO_PASSWORD, called="Lena")
    lead.get_by_label("Show simulated annotations").check()
    lead.get_by_role("button", name="Publish the gallery").click()
    expect(lead.get_by_role("link", name="/gallery/demo-25/")).to_be_visible()
    with visitor(chromium) as page:
        reads_the_demo(page, f"{demo.url}/gallery/demo-25/")
    lead.get_by_role("button", name="Take the gallery back").click()
    expect(lead.get_by_text("This site shows no gallery of the project.")).to_be_visible()
    assert context.request.get("/gallery/demo-25/").status == 404
    context.close()
    demo.manage("gallery", "demo-25", str(tmp_path / "out"), "--simulated")
    with served(tmp_path / "out") as address, visitor(chromium) as page:
        reads_the_demo(page, address)


@pytest.mark.parametrize("width", [390, VIEWPORT["width"]])
def test_a_gallery_fits_on_a_telephone(
    chromium: Browser, demo: Server, tmp_path: Path, width: int
) -> None:
    for name, simulated in (("demo-25", ["--simulated"]), ("demo-asqa", [])):
        demo.manage("gallery", name, str(tmp_path / name), *simulated)
        with served(tmp_path / name) as address, visitor(chromium, width=width) as page:
            for place in ("#/", "#/figures", "#/about", "#/downloads"):
                page.goto(f"{address}{place}")
                page.get_by_role("heading", level=1).wait_for()
                assert page.evaluate(OVERFLOW) <= 0
            page.goto(address)
            page.get_by_role("main").get_by_role("link").first.click()
            page.get_by_role("link", name="Back to the examples").wait_for()
            assert page.evaluate(OVERFLOW) <= 0
            assert faults_of(page) == []


def test_hostile_pages_do_nothing_in_a_gallery(
    chromium: Browser, server: Server, servers: Servers, tmp_path: Path
) -> None:
    project = servers.once("hostile pages", lambda: HostileProject.on(server, tmp_path))
    server.manage("gallery", SLUG, str(tmp_path / "out"))
    with served(tmp_path / "out") as address:
        assert_harmless(chromium, address, project)
    with signed_in(chromium, server, "lead") as lead:
        lead.call("post", f"projects/{SLUG}/gallery/", {})
        page = lead.context.new_page()
        page.goto(f"/projects/{SLUG}/publish")
        expect(page.get_by_role("link", name=f"/gallery/{SLUG}/")).to_be_visible()
    assert_harmless(chromium, f"{server.url}/gallery/{SLUG}/", project)


def assert_harmless(browser: Browser, address: str, project: HostileProject) -> None:
    context = browser.new_context(viewport=VIEWPORT, locale="en")
    context.set_default_timeout(LONGEST_WAIT_MS)
    page = context.new_page()

    def is_expected(request: Request) -> bool:
        own = (
            re.escape(address)
            + r"((index|frame)\.html|gallery\.json|(program|data|annotations)/[\w./-]+)?(#.*)?"
        )
        return request.method == "GET" and bool(re.fullmatch(own, request.url))

    alarms = Alarms(page, is_expected=is_expected)
    page.goto(address)
    links = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    links.first.wait_for()
    places = {each.inner_text(): each.get_attribute("href") for each in links.all()}
    assert places.keys() == project.pages.keys()
    for question, place in places.items():
        opened_example(page, f"{address}{place}")
        page.evaluate(TOUCH_EVERYTHING)
        frame = page.evaluate(READ_FRAME)
        assert alarms.raised() == {}
        assert frame["address"].endswith("/frame.html")
        assert (frame["isTheSame"], frame["sandbox"]) == (True, "allow-same-origin")
        assert sorted(frame["boxes"]) == list(range(len(project.pages[question].candidates)))
        assert page.url.startswith(address)
    context.close()
