"""What the annotation page costs in the browser: opening a page of 1 MB, coming back to
it, hover, choice, marking.

A real server, a real Chromium, a page whose rendering has at least 1 MB and 15,000 tokens, made
of the demo's articles. Each interaction is sent to the browser one by one while it writes a
trace. The table shows the main thread's processor time per interaction and its longest task, and
how long the browser took from the input to the frame that shows it, which other work on the
machine prolongs. A frame has 16.7 ms at 60 Hz.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Frame, Page, sync_playwright

from scripts.bootstrap import FRONTEND
from scripts.chromium import find_chromium
from tests.e2e.server import Server

# The numbers of the tokens make about 1 MB of it.
PAGE_BYTES = 330_000
FRAME_MS = 1000 / 60
STEPS = 120
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "input"]
CATEGORIES += ["benchmark", "cc", "latencyInfo"]
# The inputs that something answers; a key's release and a button's press do nothing.
ANSWERED = {"MOUSE_MOVED_EVENT", "MOUSE_DRAGGED", "MOUSE_RELEASED", "KEY_PRESSED"}
QUESTIONS = 4
RETURNS = 3
WORK = ("ParseHTML", "UpdateLayoutTree", "Layout", "Paint", "PrePaint", "HitTest", "FunctionCall")


@dataclass(frozen=True)
class Figures:
    """Milliseconds of one kind of interaction."""

    name: str
    count: int
    main_thread: float
    longest_task: float
    latencies: list[float]
    work: dict[str, float]


def make_page() -> bytes:
    """A long page made of the demo's articles, each without what follows its *See also*."""
    from annotator.running.demo import articles

    folder = Path(next(iter(articles.__path__)))
    bodies = [
        path.read_bytes().split(b'<h2><span class="mw-headline" id="See_also"')[0]
        for path in sorted(folder.glob("*.html"))
    ]
    parts, size, turn = [b"<!DOCTYPE html><html><body><h1>A long page</h1>"], 0, 0
    while size < PAGE_BYTES:
        part = b"<h2>Part %d</h2>" % turn + bodies[turn % len(bodies)]
        parts.append(part)
        size, turn = size + len(part), turn + 1
    return b"".join(parts)


def prepare(server: Server, folder: Path) -> None:
    """A project with a few examples of one page, and one annotator."""
    (folder / "page.html").write_bytes(make_page())
    line = {
        "document_url": "https://en.wikipedia.org/wiki/A_long_page",
        "document_title": "A long page",
        "html_file": "page.html",
    }
    lines = [{**line, "question_text": f"what is on page {n}"} for n in range(QUESTIONS)]
    (folder / "pages.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines), "utf-8")
    server.manage("create_project", "long", "--kind", "nq", "--title", "Long", "--overlap", "1")
    server.manage(
        *("create_user", "reader", "--password", "quiet-harbour-lamp-7"),
        *("--project", "long", "--role", "annotator"),
    )
    server.manage("import_pages", "long", str(folder / "pages.jsonl"))


def sign_in(page: Page, server: Server) -> None:
    """Sign in, and go to the first question."""
    page.goto(f"{server.url}/sign-in")
    page.get_by_label("Name").or_(page.get_by_label("Username")).first.fill("reader")
    page.get_by_label("Password", exact=True).fill("quiet-harbour-lamp-7")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/sign-in" not in url)
    page.goto(f"{server.url}/projects/long/annotate")


def open_page(browser: Browser, page: Page, name: str, into: list[Figures]) -> Frame:
    """Call the question good and wait for the page; prints how long that took."""
    question = page.get_by_role("region", name="Stage 1: the question", exact=True)
    # Before that, the key wouldn't count.
    question.and_(page.locator("[data-counts=true]")).wait_for()
    with traced(browser, page, name, into) as count:
        began = time.perf_counter()
        page.keyboard.press("g")
        page.get_by_role("navigation", name="Sections of the page").wait_for()
        seconds = time.perf_counter() - began
        count[0] = 1
    frame = page.frames[-1]
    size = frame.evaluate(
        "() => [document.documentElement.outerHTML.length,"
        " document.querySelectorAll('[data-t]').length,"
        " document.querySelectorAll('[data-c]').length]"
    )
    print(
        f"{name}: rendering {size[0] / 1e6:.2f} MB, {size[1]:,} marked pieces, {size[2]:,}"
        f" candidates; open {seconds:.2f} s after the question was called good"
    )
    return frame


def come_back(browser: Browser, page: Page, name: str, into: list[Figures]) -> None:
    """Load the same question anew and wait for its page; prints how long that took."""
    with traced(browser, page, name, into) as count:
        began = time.perf_counter()
        page.reload(wait_until="commit")
        page.get_by_role("navigation", name="Sections of the page").wait_for()
        seconds = time.perf_counter() - began
        count[0] = 1
    print(f"{name}: page there {seconds:.2f} s after it was loaded anew")


def forget(page: Page) -> None:
    """Empty the browser's cache, as on another machine."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")


@contextmanager
def traced(browser: Browser, page: Page, name: str, into: list[Figures]) -> Iterator[list[int]]:
    """Writes a trace of what happens inside; the list holds the number of interactions."""
    count = [0]
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield count
    page.wait_for_timeout(200)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    into.append(read_trace(name, count[0], events))


def read_trace(name: str, count: int, events: list[dict[str, Any]]) -> Figures:
    """The figures of a trace: tasks of the page's main thread, and input to frame."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    on_main = [event for event in events if (event["pid"], event["tid"]) in mains]
    tasks = [processor_time(event) for event in on_main if is_task(event)]
    work = {
        kind: sum(processor_time(event) for event in on_main if event["name"] == kind) / count
        for kind in WORK
    }
    return Figures(
        name, count, sum(tasks) / count, max(tasks, default=0), list(input_latencies(events)), work
    )


def processor_time(event: dict[str, Any]) -> float:
    """Milliseconds that an event's thread was running; the time that passed where not known."""
    microseconds: float = event.get("tdur", event.get("dur", 0))
    return microseconds / 1000


def is_task(event: dict[str, Any]) -> bool:
    """Whether an event is a task of the main thread, not one inside of another."""
    return event["name"] == "RunTask" and event.get("ph") == "X"


def input_latencies(events: Iterable[dict[str, Any]]) -> Iterator[float]:
    """Milliseconds from each input to the frame that showed it."""
    begun: dict[tuple[Any, ...], float] = {}
    for event in sorted(
        (event for event in events if event["name"] == "EventLatency"), key=lambda each: each["ts"]
    ):
        key = (event["pid"], event.get("id") or json.dumps(event.get("id2")))
        if event["ph"] == "b":
            kind = event["args"].get("event_latency", {}).get("event_type")
            if kind in ANSWERED:
                begun[key] = event["ts"]
        elif event["ph"] == "e" and key in begun:
            yield (event["ts"] - begun.pop(key)) / 1000


def word_places(frame: Frame, selector: str, step: int) -> list[dict[str, float]]:
    """Middles of every n-th word in view, in the frame's pixels."""
    places: list[dict[str, float]] = frame.evaluate(
        """([selector, step]) => Array.from(document.querySelectorAll(selector))
          .map((word) => word.getBoundingClientRect())
          .filter((box) => box.top > 5 && box.bottom < innerHeight - 5 && box.width > 0)
          .filter((_, position) => position % step === 0)
          .map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }))""",
        [selector, step],
    )
    return places


def measure(browser: Browser, page: Page, frame: Frame) -> list[Figures]:
    """All interactions, in the order in which an annotator does them."""
    figures: list[Figures] = []
    corner = page.locator("iframe").bounding_box() or {"x": 0, "y": 0}
    devtools = page.context.new_cdp_session(page)

    def send(kind: str, place: dict[str, float], **extra: Any) -> None:
        at = {"x": corner["x"] + place["x"], "y": corner["y"] + place["y"]}
        devtools.send("Input.dispatchMouseEvent", {"type": kind, **at, **extra})
        page.wait_for_timeout(FRAME_MS)

    places = word_places(frame, "[data-t]", 3)
    repeat: Callable[[int], dict[str, float]] = lambda step: places[step * 7 % len(places)]  # noqa: E731
    with traced(browser, page, "hover, box to box", figures) as count:
        for count[0] in range(1, STEPS + 1):
            send("mouseMoved", repeat(count[0]))
    with traced(browser, page, "choice by click", figures) as count:
        for count[0] in range(1, STEPS // 4 + 1):
            held = {"button": "left", "clickCount": 1}
            send("mousePressed", repeat(count[0]), **held)
            send("mouseReleased", repeat(count[0]), **held)
    with traced(browser, page, "next box by key", figures) as count:
        for count[0] in range(1, STEPS // 2 + 1):
            page.keyboard.press("ArrowDown")
            page.wait_for_timeout(FRAME_MS)

    page.keyboard.press("Enter")
    page.get_by_role("group", name="Short answer").wait_for()
    page.wait_for_timeout(800)
    words = word_places(frame, "[data-selected] [data-t]", 1) or places
    with traced(browser, page, "drag over words", figures) as count:
        send("mousePressed", words[0], button="left", clickCount=1, buttons=1)
        for count[0] in range(1, STEPS + 1):
            send("mouseMoved", words[count[0] % len(words)], button="left", buttons=1)
        send("mouseReleased", words[-1], button="left", clickCount=1)
    with traced(browser, page, "next word by key", figures) as count:
        for count[0] in range(1, STEPS // 2 + 1):
            page.keyboard.press("Shift+ArrowRight")
            page.wait_for_timeout(FRAME_MS)
    return figures


def print_table(figures: Iterable[Figures]) -> None:
    """A row for each interaction; all times in milliseconds."""
    head = f"{'':<20}{'n':>5}{'main thread':>13}{'longest task':>14}"
    print(f"\n{head}{'input to frame: median':>24}{'p95':>8}   of the main thread")
    for row in figures:
        latencies = row.latencies
        middle = f"{median(latencies):.1f}" if latencies else "–"
        high = f"{quantiles(latencies, n=20)[-1]:.1f}" if len(latencies) > 1 else "–"
        work = ", ".join(f"{kind} {ms:.2f}" for kind, ms in row.work.items() if ms >= 0.01)
        print(
            f"{row.name:<20}{row.count:>5}{row.main_thread:>13.2f}{row.longest_task:>14.1f}"
            f"{middle:>24}{high:>8}   {work}"
        )


def main() -> int:
    """Start everything, measure, print, stop everything."""
    chromium = find_chromium()
    if chromium is None or not (FRONTEND / "dist" / "index.html").exists():
        print("needs Chromium and the built front end: make benchmark", file=sys.stderr)
        return 1
    flags = ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with tempfile.TemporaryDirectory(prefix="plumbline-benchmark-") as name:
        folder = Path(name)
        with Server.started(folder) as server, sync_playwright() as playwright:
            prepare(server, folder)
            browser = playwright.chromium.launch(executable_path=chromium, args=flags)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            sign_in(page, server)
            figures: list[Figures] = []
            for turn in range(1, QUESTIONS):
                open_page(browser, page, "open, cold" if turn == 1 else "open, warm", figures)
                page.keyboard.press("n")
            open_page(browser, page, "open, warm", figures)
            for _ in range(RETURNS):
                come_back(browser, page, "come back, warm", figures)
            for _ in range(RETURNS):
                forget(page)
                come_back(browser, page, "come back, cold", figures)
            frame = page.frames[-1]
            print_table([*figures, *measure(browser, page, frame)])
            browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
