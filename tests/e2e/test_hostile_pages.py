"""Hostile pages in real Chromium: nothing runs, nothing is fetched, the application stays whole."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, Request, Route

from tests.e2e.alarms import Alarms, is_of_a_frame
from tests.e2e.annotating import COUNTS
from tests.e2e.conftest import VIEWPORT
from tests.e2e.hostile_project import HARMLESS, SLUG, HostileProject, Member
from tests.e2e.inspection import Inspection
from tests.e2e.profiles import LONGEST_WAIT_MS
from tests.e2e.server import Server
from tests.e2e.servers import Servers
from tests.e2e.shown_words import shown_words, words_of
from tests.hostile.attacks import ATTACK_KINDS
from tests.hostile.frozen_pages import FrozenPage, page_around

OF_THE_APPLICATION = re.compile(
    rf"GET /(projects/{SLUG}/.*|static/[\w./-]+)"
    rf"|(GET|POST|PUT) /api/v1/(me/|projects/{SLUG}/[a-z0-9/]*|assignments/[a-z0-9/]+)"
)
OF_THE_FRAME = re.compile(rf"GET /api/(frame/|v1/(projects/{SLUG}/examples|assignments)/\d+/page/)")

# What an annotator's mouse, keyboard and patience would do, to every element at once.
TOUCH_EVERYTHING = """async () => {
  const frame = document.querySelector("iframe")
  const inside = frame.contentDocument
  frame.contentWindow.touched = true
  for (const element of inside.querySelectorAll("*")) {
    for (const kind of ["pointerover", "mouseover", "mousemove", "focus", "toggle", "wheel"]) {
      element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }))
    }
    element.focus?.()
    element.click?.()
  }
  inside.defaultView.scrollTo(0, inside.documentElement.scrollHeight)
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
}"""
READ_FRAME = """() => {
  const frame = document.querySelector("iframe")
  const inside = frame.contentDocument
  return {
    address: new URL(frame.contentWindow.location).pathname,
    isTheSame: frame.contentWindow.touched === true,
    sandbox: frame.getAttribute("sandbox"),
    pieces: [...inside.querySelectorAll("[data-t]")].map((e) => [e.dataset.t, e.textContent]),
    boxes: [...inside.querySelectorAll("[data-c]")].map((e) => Number(e.dataset.c)),
  }
}"""
FRAME_ADDRESS = re.compile(r"/page/(\?|$)")
WITHOUT_SANDBOX = """const set = Element.prototype.setAttribute
Element.prototype.setAttribute = function (name, value) {
  if (name !== "sandbox") set.call(this, name, value)
}"""
READ_APPLICATION = """() => {
  const attributes = (element) => [...element.attributes].map((a) => `${a.name}=${a.value}`)
  const header = document.querySelector("header")
  const home = header.querySelector("a[href='/']")
  const { x, y, width, height } = home.getBoundingClientRect()
  return {
    root: attributes(document.documentElement),
    body: attributes(document.body),
    parts: [...document.body.children].map((e) => `${e.tagName} ${e.id}`),
    // Without ids, which are drawn anew each time.
    header: [header, ...header.querySelectorAll("*")].map((e) => [
      e.tagName, e.getAttribute("class"), e.getAttribute("href"), e.getAttribute("aria-label"),
      e.childElementCount === 0 ? e.textContent : null,
    ]),
    homeCanBeClicked: home.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
    frames: window.length,
  }
}"""


TAKEN_AWAY = {"dialogs", "marks", "pwned", "requests"}
"""The alarms that have to be raised where the protection is."""
NEXT_PICTURE = "() => new Promise(requestAnimationFrame)"
MOST_PICTURES = 600


@pytest.fixture
def project(server: Server, servers: Servers, tmp_path: Path) -> HostileProject:
    return servers.once("hostile pages", lambda: HostileProject.on(server, tmp_path))


@pytest.fixture
def member(request: pytest.FixtureRequest, chromium: Browser, server: Server) -> Iterator[Member]:
    with signed_in(chromium, server, request.param) as member:
        inspection = Inspection(member.context)
        yield member
        assert inspection.faults() == []


@contextmanager
def signed_in(browser: Browser, server: Server, role: str) -> Iterator[Member]:
    context = browser.new_context(base_url=server.url, viewport=VIEWPORT, locale="en")
    context.set_default_timeout(LONGEST_WAIT_MS)
    yield Member(context, role).sign_in()
    with suppress(Error):
        context.close()


def is_of_the_application(server: Server) -> Any:
    def is_expected(request: Request) -> bool:
        if not request.url.startswith(f"{server.url}/"):
            return False
        pattern = OF_THE_FRAME if is_of_a_frame(request) else OF_THE_APPLICATION
        return bool(pattern.fullmatch(f"{request.method} {urlsplit(request.url).path}"))

    return is_expected


def examples_of(lead: Member) -> dict[str, int]:
    listed = lead.call("get", f"projects/{SLUG}/examples/?page_size=100")["results"]
    return {example["question"]: example["id"] for example in listed}


def keep_inside(page: Page, server: Server) -> None:
    """Nothing gets out of the machine, whatever a page manages to ask for."""
    page.route(re.compile(f"^(?!{re.escape(server.url)}/)"), lambda route: route.abort())


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("iframe[data-open]").wait_for()
    # The header has the project's name once that was answered, which may be after the page.
    page.get_by_role("banner").get_by_role("link", name="Hostile").wait_for()
    page.evaluate("() => { window.stillHere = true }")


def judged_good(page: Page) -> None:
    """Brings the next page as annotators get it, in the answer to their judgment."""
    page.goto(f"/projects/{SLUG}/annotate")
    page.get_by_role("banner").get_by_role("link", name="Hostile").wait_for()
    page.evaluate("() => { window.stillHere = true }")
    page.locator(COUNTS).wait_for()
    page.get_by_role("button", name="Good").click()
    page.locator("iframe[data-open]").wait_for()


def is_left_of(shown: str, word: str) -> bool:
    """Whether ``shown`` is ``word``, perhaps without letters that stand in a drawing or a list."""
    letters = iter(word)
    return shown != "" and all(letter in letters for letter in shown)


def assert_page_is_shown_as_frozen(frame: dict[str, Any], page: FrozenPage) -> None:
    shown, in_formulas = shown_words(frame["pieces"])
    expected = words_of(page.html, page.tokens)
    outside = {number: text for number, text in shown.items() if number not in in_formulas}
    assert [n for n, text in outside.items() if not is_left_of(text, expected[n])] == []
    assert sorted(frame["boxes"]) == list(range(len(page.candidates)))


def assert_harmless(page: Page, alarms: Alarms, frozen: FrozenPage, address: str) -> None:
    page.evaluate(TOUCH_EVERYTHING)
    frame = page.evaluate(READ_FRAME)
    assert alarms.raised() == {}
    assert (frame["address"], frame["isTheSame"], frame["sandbox"]) == (
        address,
        True,
        "allow-same-origin",
    )
    assert page.evaluate("() => window.stillHere")
    assert_page_is_shown_as_frozen(frame, frozen)


@pytest.mark.parametrize("member", ["lead"], indirect=True)
def test_a_lead_opens_every_hostile_page_and_nothing_happens(
    project: HostileProject, member: Member, server: Server
) -> None:
    page = member.context.new_page()
    keep_inside(page, server)
    alarms = Alarms(page, is_expected=is_of_the_application(server))
    examples = examples_of(member)
    assert examples.keys() == project.pages.keys()

    opened(page, f"/projects/{SLUG}/examples/{examples[HARMLESS]}")
    application, cookies = page.evaluate(READ_APPLICATION), member.cookies
    assert application["homeCanBeClicked"]
    for question, number in examples.items():
        address = f"projects/{SLUG}/examples/{number}"
        opened(page, f"/{address}")
        assert_harmless(page, alarms, project.pages[question], f"/api/v1/{address}/page/")
        assert page.evaluate(READ_APPLICATION) == application
        assert page.title() == f"{question} · Plumbline"
        assert page.url == f"{server.url}/{address}"
    assert member.cookies == cookies
    assert member.call("get", "me/")["username"] == "hostile-lead"


@pytest.mark.parametrize("member", ["annotator"], indirect=True)
def test_an_annotator_judges_the_question_of_every_hostile_page_and_nothing_happens(
    project: HostileProject, member: Member, server: Server
) -> None:
    page = member.context.new_page()
    keep_inside(page, server)
    alarms = Alarms(page, is_expected=is_of_the_application(server))
    application, seen = None, []
    while assignment := member.call("post", f"projects/{SLUG}/assignments/next/", {}):
        number, question = assignment["id"], assignment["question"]["text"]
        seen.append(question)
        judged_good(page)
        application = application or page.evaluate(READ_APPLICATION)
        assert application["homeCanBeClicked"]
        assert_harmless(page, alarms, project.pages[question], "/api/frame/")
        assert page.evaluate(READ_APPLICATION) == application
        assert page.url == f"{server.url}/projects/{SLUG}/annotate"
        member.call("post", f"assignments/{number}/skip/", {"note": "seen"})
    assert sorted(seen) == sorted(project.pages)


@pytest.mark.long
def test_the_application_raises_alarms_when_its_protection_is_taken_away(
    project: HostileProject, throwaway_chromium: Browser, server: Server
) -> None:
    with signed_in(throwaway_chromium, server, "lead") as member:
        raises_alarms_without_protection(member, server)


def raises_alarms_without_protection(member: Member, server: Server) -> None:
    page = member.context.new_page()
    keep_inside(page, server)
    alarms = Alarms(page, is_expected=is_of_the_application(server))
    page.add_init_script(WITHOUT_SANDBOX)
    handlers, images = ATTACK_KINDS["handlers"].values(), ATTACK_KINDS["loads"].values()
    bare = page_around(*list(handlers)[:9], *list(images)[:9])
    bare = bare.replace("<P>", "<P><SPAN data-t=0>x</SPAN>", 1)
    page.route(FRAME_ADDRESS, partial(Route.fulfill, content_type="text/html", body=bare))
    page.goto(f"/projects/{SLUG}/examples/{examples_of(member)[HARMLESS]}", wait_until="commit")
    page.wait_for_function("() => window.pwned")
    # What the page asks for is noticed some pictures after it was asked.
    for _ in range(MOST_PICTURES):
        if alarms.raised().keys() >= TAKEN_AWAY:
            break
        page.evaluate(NEXT_PICTURE)
    assert alarms.raised().keys() == TAKEN_AWAY
