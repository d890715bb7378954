"""Shows a document the way the application does: in a sandboxed frame of a host page."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, Route

from tests.e2e.alarms import Alarms

HOST = "http://plumbline.test/"
_HOST_PAGE = """<!DOCTYPE html><title>host</title>
<style>html,body,iframe{{margin:0;border:0;width:1000px;height:800px}}</style>{frames}"""

FILL = """async (documents) => {
  for (const [number, frame] of [...document.querySelectorAll("iframe")].entries()) {
    const empty = frame.contentDocument
    const parsed = new empty.defaultView.DOMParser().parseFromString(documents[number], "text/html")
    empty.replaceChild(empty.adoptNode(parsed.documentElement), empty.documentElement)
  }
  for (let pictures = 0; pictures < 3; pictures++) await new Promise(requestAnimationFrame)
}"""


@dataclass
class FramedPages:
    """``requests`` are the addresses that were asked for beside the host's and the frames', also
    a frame's own when it was asked for again.
    """

    page: Page
    alarms: Alarms
    requests: list[str] = field(default_factory=list)

    def evaluate(self, function: str) -> Any:
        """What ``function`` makes of the first frame's document, run in the host's world."""
        return self.evaluate_all(function)[0]

    def evaluate_all(self, function: str) -> list[Any]:
        """What ``function`` makes of each frame's document, run in the host's world."""
        return list(
            self.page.evaluate(
                "() => [...document.querySelectorAll('iframe')]"
                f".map(frame => ({function})(frame.contentDocument))"
            )
        )


@contextmanager
def framed(
    context: BrowserContext, *documents: bytes, policy: str = "", sandbox: bool = True
) -> Iterator[FramedPages]:
    """Each of ``documents`` in a frame, served under ``policy``; with ``sandbox`` no script may
    run in it.
    """
    with _hosted(context, documents, policy=policy, sandbox=sandbox) as shown:
        yield shown


@contextmanager
def filled_in(
    context: BrowserContext, *documents: bytes, policy: str, sandbox: bool = True
) -> Iterator[FramedPages]:
    """The same where the frames are served empty and the host puts the documents into them, as
    the application does with a page that came in an answer.
    """
    empty = [b"<!DOCTYPE html>" for _ in documents]
    with _hosted(context, empty, policy=policy, sandbox=sandbox) as shown:
        shown.page.evaluate(FILL, [document.decode() for document in documents])
        yield shown


@contextmanager
def _hosted(
    context: BrowserContext, documents: Sequence[bytes], *, policy: str, sandbox: bool
) -> Iterator[FramedPages]:
    page = context.new_page()
    addresses = {HOST, *(f"{HOST}{number}" for number in range(len(documents)))}
    alarms = Alarms(page, is_expected=lambda request: request.url in addresses)
    shown = FramedPages(page, alarms)
    attribute = ' sandbox="allow-same-origin"' if sandbox else ""
    waiting = {f"{HOST}{number}": document for number, document in enumerate(documents)}
    frames = "".join(f'<iframe src="{address}"{attribute}></iframe>' for address in waiting)

    def answer(route: Route, request: Request) -> None:
        if request.url == HOST:
            route.fulfill(content_type="text/html", body=_HOST_PAGE.format(frames=frames))
        elif request.url in waiting:
            headers = {"Content-Security-Policy": policy} if policy else {}
            route.fulfill(
                content_type="text/html; charset=utf-8",
                body=waiting.pop(request.url),
                headers=headers,
            )
        else:
            shown.requests.append(request.url)
            route.abort()

    page.route("**/*", answer)
    page.goto(HOST, wait_until="load")
    try:
        yield shown
    finally:
        page.close()
