"""How long after submitting the next question is on screen, in the browser, with a warm server.

A real server, a real Chromium, a project of the demo's kind. One annotator answers question after
question by keyboard; the page itself measures from the key that submits to the frame in which the
next question is drawn. The time includes the server's answer to the submission, because the next
question is shown when that has arrived. For comparison: a bare request to the same server.
"""

import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from scripts.chromium import find_chromium
from tests.e2e.annotating import Desk
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import Api

QUESTIONS = 41
WARM_UP = 1
LIMIT_MS = 300

# The heading of the first stage is drawn in the frame after the one in which it was made.
MEASURE = """() => {
  const shown = () => document.querySelector("[role=region][aria-label^='Stage 1']")
  window.addEventListener("keydown", event => {
    if (event.key !== "Enter" || shown()) return
    const pressed = performance.now()
    const look = () => {
      if (!shown()) return requestAnimationFrame(look)
      requestAnimationFrame(() => { window.waited.push(performance.now() - pressed) })
    }
    requestAnimationFrame(look)
  }, true)
  window.waited = []
}"""
BARE = """async () => {
  const before = performance.now()
  await (await fetch("/healthz")).text()
  return performance.now() - before
}"""


def main() -> None:
    """Measure and print the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server.started(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        api = Api(playwright, server)
        numbers = [f"who keeps ferry number {number}" for number in range(QUESTIONS)]
        api.create_project("next", ["anna"], questions=numbers)
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        profiles = Profiles(browser, base_url=server.url)
        page = profiles.open("anna", at="/projects/next/annotate").page
        waited, bare = answer_all(page)
        profiles.close()
        browser.close()
        api.close()
    report(waited[WARM_UP:], bare)


def answer_all(page: Page) -> tuple[list[float], list[float]]:
    """Milliseconds to each next question, and of as many bare requests."""
    desk = Desk(page)
    desk.expect_stage("question")
    page.evaluate(MEASURE)
    for _ in range(QUESTIONS - 1):
        with page.expect_response(lambda answer: answer.url.endswith("/assignments/next/")):
            desk.press("b")
        desk.submit(by_key=True)
        desk.expect_stage("question")
    waited: list[float] = page.evaluate("() => window.waited")
    return waited, [page.evaluate(BARE) for _ in range(QUESTIONS - 1)]


def report(waited: list[float], bare: list[float]) -> None:
    """Print the distribution of both."""
    print(f"{'':34}{'median':>9}{'95%':>9}{'largest':>9}   ms")
    for name, times in (("submit key → next question drawn", waited), ("a bare request", bare)):
        high = quantiles(times, n=20)[-1]
        print(f"{name:34}{median(times):9.0f}{high:9.0f}{max(times):9.0f}")
    within = sum(time <= LIMIT_MS for time in waited)
    print(f"within {LIMIT_MS} ms: {within} of {len(waited)}")
    print(f"ratio of the medians: {median(waited) / median(bare):.1f}")


if __name__ == "__main__":
    main()
