"""Every page in two sizes and both schemes: nothing overflows, nothing is logged.

The pictures lie in `test-results/looks` for people to look at. With `UPDATE_SCREENSHOTS=1` the
ones that the documentation shows are taken anew as well.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, Playwright, ViewportSize, expect

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo.catalogue import articles, questions
from annotator.running.demo.truth import resolve_truth
from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from tests.e2e.annotating import Desk, ask_for_reviews
from tests.e2e.browsers import Browsers
from tests.e2e.conftest import RESULTS, VIEWPORT
from tests.e2e.demo_servers import DemoServers
from tests.e2e.leading import start_import, wait_for
from tests.e2e.loading import expect_loaded
from tests.e2e.page_on_screen import PageOnScreen
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles, several_people
from tests.e2e.server import Server
from tests.e2e.small_project import QUESTIONS, Answer, Api, page_line
from tests.e2e.widths import OVERFLOW
from tests.size import sized

pytest_plugins = ["tests.e2e.demo_people"]
pytestmark = [pytest.mark.long, pytest.mark.above_database]

LOOKS = RESULTS / "looks"
WIDE: tuple[ViewportSize, ...] = (VIEWPORT, {"width": 1024, "height": 768})
SIZES = sized(WIDE[1:], WIDE)
NARROW: tuple[ViewportSize, ...] = sized(
    ({"width": 390, "height": 844},),
    ({"width": 768, "height": 1024}, {"width": 390, "height": 844}),
)
SCHEMES: tuple[Literal["light", "dark"], ...] = sized(("light",), ("light", "dark"))
ANSWERED = 13
IN_DOCUMENTATION = {
    "question",
    "long-answer",
    "short-answer",
    "review",
    "example",
    "import",
    "comparison",
    "comparison-results",
}

BAR_OVERFLOW = """() => {
  const bars = [...document.querySelectorAll("nav, header, main > div")]
  const wide = bars.find((bar) => bar.scrollWidth > innerWidth)
  return wide ? `${wide.tagName} ${wide.scrollWidth} px wide in ${innerWidth}` : null
}"""
"""What scrolls by itself, so that the document does not."""


@pytest.fixture(scope="module")
def server(demo_servers: DemoServers) -> Iterator[Server]:
    with demo_servers.started("looks") as started:
        yield started


@pytest.fixture(scope="module")
def people(
    browsers: Browsers,
    server: Server,
    playwright: Playwright,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Profiles]:
    """The demo's accounts, after some of them have answered some of its questions."""
    api = Api(playwright, server, password=DEMO_PASSWORD)
    answers = true_answers(ANSWERED)
    api.answer("demo", "ben", answers)
    api.answer("demo", "chen", {question: shorter(each) for question, each in answers.items()})
    api.answer("demo", "ada", dict.fromkeys(list(answers)[:6], "none"))
    api.create_project("ferry", [], questions=())
    with several_people(
        browsers.shared(), password=DEMO_PASSWORD, base_url=server.url, viewport=VIEWPORT
    ) as made:
        yield made
    api.close()


def true_answers(number: int) -> dict[str, Answer]:
    """The demo's first questions with their answers in the pages' numbers."""
    pages = {}
    for article in articles():
        html = clean_page(article.html, title=article.title)
        tokens = tokenize_page(html)
        pages[article.stem] = tokens, find_candidates(tokens)
    found: dict[str, Answer] = {}
    for question in questions()[:number]:
        truth = resolve_truth(*pages[question.article], question.truth)
        if truth.question_quality == "bad":
            found[question.question_text] = "bad"
        elif truth.candidate_index is None:
            found[question.question_text] = "none"
        else:
            spans = [(span.start_token, span.end_token) for span in truth.short_answers]
            found[question.question_text] = (truth.candidate_index, *spans)
    return found


def shorter(answer: Answer) -> Answer:
    """The same with one span at most."""
    return answer if isinstance(answer, str) else answer[:2]


def look(page: Page, name: str, folder: Path) -> None:
    """Take the pictures of what is on screen; nothing may be wider than the window."""
    LOOKS.mkdir(parents=True, exist_ok=True)
    overflows = []
    for size in SIZES:
        page.set_viewport_size(size)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
            photograph(page, LOOKS / f"{name}-{size['width']}-{scheme}.png")
            overflow = page.evaluate(OVERFLOW)
            if overflow is not None:
                overflows.append(f"{name} at {size['width']}: {overflow}")
    page.set_viewport_size(VIEWPORT)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "light")
    if name in IN_DOCUMENTATION:
        photograph(page, folder / f"{name}.png")
    assert overflows == []


def look_narrow(page: Page, name: str) -> None:
    """Pictures in a tablet's and a phone's width; neither the page nor its navigation is wider."""
    LOOKS.mkdir(parents=True, exist_ok=True)
    overflows = []
    for size in NARROW:
        page.set_viewport_size(size)
        photograph(page, LOOKS / f"{name}-{size['width']}.png")
        for which, script in (("page", OVERFLOW), ("a bar", BAR_OVERFLOW)):
            overflow = page.evaluate(script)
            if overflow is not None:
                overflows.append(f"{name} at {size['width']}, {which}: {overflow}")
    page.set_viewport_size(VIEWPORT)
    assert overflows == []


def go(page: Page, address: str, ready: str) -> Locator:
    """Open an address and wait for a heading and for all that is being loaded."""
    page.goto(address)
    heading = page.get_by_role("heading", name=ready).first
    expect(heading).to_be_visible()
    expect_loaded(page)
    return heading


def test_pages_before_and_beside_a_project_look_well(
    people: Profiles, lead: Page, screenshot_folder: Path
) -> None:
    nobody = people.open().page
    go(nobody, "/", "Questions people ask")
    look(nobody, "sign-in", screenshot_folder)
    for address, ready, name in (
        ("/", "My projects", "home"),
        ("/projects/new", "New project", "new-project"),
        ("/projects/demo/nowhere", "There is nothing at this address", "not-found"),
    ):
        go(lead, address, ready)
        look(lead, name, screenshot_folder)


@pytest.mark.parametrize(
    ("section", "ready"),
    [
        ("", "Demo"),
        ("examples", "Examples"),
        ("annotations", "Annotations"),
        ("statistics/people", "Who needs help?"),
        ("members", "Members"),
        ("guidelines", "Guidelines"),
        ("settings", "Settings"),
    ],
)
def test_a_leads_pages_look_well(
    lead: Page, screenshot_folder: Path, section: str, ready: str
) -> None:
    go(lead, f"/projects/demo/{section}".rstrip("/"), ready)
    look(lead, section.replace("/", "-") or "overview", screenshot_folder)


LEADS_SECTIONS = [
    ("", "Demo: ambiguous questions"),
    ("examples", "Examples"),
    ("annotations", "Annotations"),
    ("concerns", "Concerns"),
    ("passages", "Context passages"),
    ("comparison-studies", "Comparison studies"),
    ("statistics/people", "Who needs help?"),
    ("training", "Training"),
    ("members", "Members"),
    ("import", "Import"),
    ("questions", "Help requests"),
    ("feedback", "Feedback"),
    ("guidelines", "Guidelines"),
    ("settings", "Settings"),
]


def test_a_leads_pages_fit_narrow_windows(lead: Page) -> None:
    for section, ready in LEADS_SECTIONS:
        go(lead, f"/projects/demo-asqa/{section}".rstrip("/"), ready)
        look_narrow(lead, f"narrow-lead-{section.replace('/', '-') or 'overview'}")
    lead.set_viewport_size(NARROW[1])
    pages = lead.get_by_role("navigation", name="Project")
    expect(pages.get_by_role("link", name="Members")).to_be_hidden()
    pages.get_by_role("button", name="Settings").click()
    look_narrow(lead, "narrow-lead-navigation")
    lead.set_viewport_size(NARROW[1])
    pages.get_by_role("link", name="Members").click()
    expect(lead.get_by_role("heading", name="Members", level=1)).to_be_visible()
    expect(pages.get_by_role("button", name="Members")).to_have_attribute("aria-expanded", "false")


def test_a_reference_sheet_fits_narrow_windows(lead: Page) -> None:
    go(lead, "/projects/demo-asqa/examples", "Examples")
    lead.get_by_role("link", name="when was the eddystone lighthouse lit").click()
    expect(lead.get_by_role("article", name="Answer B")).to_be_visible()
    look_narrow(lead, "narrow-lead-sheet")


def test_an_annotators_pages_fit_narrow_windows(people: Profiles) -> None:
    page = people.open("ada", at="/projects/demo-asqa").page
    for section, ready in (
        ("", "Demo: ambiguous questions"),
        ("questions", "Help requests"),
        ("faq", "FAQ"),
        ("feedback", "My feedback"),
        ("guidelines", "Guidelines"),
    ):
        go(page, f"/projects/demo-asqa/{section}".rstrip("/"), ready)
        look_narrow(page, f"narrow-annotator-{section or 'work'}")
    page.goto("/projects/demo-asqa/annotate")
    expect(page.get_by_role("textbox", name="Long-form answer")).to_be_visible()
    look_narrow(page, "narrow-annotator-writing")


def test_empty_pages_say_what_to_do_next(lead: Page, screenshot_folder: Path) -> None:
    for section, ready in (
        ("", "Ferry"),
        ("examples", "No examples yet"),
        ("annotations", "No annotations yet"),
    ):
        go(lead, f"/projects/ferry/{section}".rstrip("/"), ready)
        look(lead, f"empty-{section or 'overview'}", screenshot_folder)


def test_imports_and_exports_look_well(lead: Page, screenshot_folder: Path, tmp_path: Path) -> None:
    right = tmp_path / "old-crossing.jsonl"
    right.write_text("".join(page_line(question) for question in QUESTIONS), "utf-8")
    wrong = tmp_path / "old-crossing-2.jsonl"
    line = json.loads(page_line("who built it"))
    wrong.write_text(json.dumps({**line, "document_url": 7, "question_text": ""}) + "\n", "utf-8")
    go(lead, "/projects/ferry/import", "Import")
    for file, state in ((right, "Done"), (wrong, "Failed")):
        wait_for(start_import(lead, file, form="Questions with pages"), state)
    lead.get_by_role("heading", name="Imports so far").scroll_into_view_if_needed()
    lead.get_by_role("button", name=re.compile("^Show .* problem")).click()
    expect(lead.get_by_role("table", name="Problems")).to_be_visible()
    lead.evaluate("scrollTo(0, 0)")
    expect(lead.get_by_role("alert")).to_have_count(0)
    look(lead, "import-form", screenshot_folder)
    lead.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    look(lead, "import", screenshot_folder)
    go(lead, "/projects/demo/export", "Export")
    lead.get_by_role("button", name="Export as Natural Questions", exact=True).click()
    wait_for(lead.get_by_role("article").first, "Done")
    look(lead, "export", screenshot_folder)


def test_an_example_with_several_annotations_looks_well(
    lead: Page, screenshot_folder: Path
) -> None:
    go(lead, "/projects/demo/examples", "Examples")
    lead.get_by_role("link", name="which phases of the moon").click()
    PageOnScreen(lead).wait()
    expect(lead.get_by_role("complementary", name="Annotations")).to_contain_text("Ben Haddad")
    look(lead, "example", screenshot_folder)


def test_an_annotators_pages_look_well(people: Profiles, screenshot_folder: Path) -> None:
    page = people.open("chen", at="/projects/demo").page
    go(page, "/projects/demo", "Demo")
    look(page, "my-work", screenshot_folder)
    ask_for_reviews(page)
    go(page, "/projects/demo/annotate", "")
    desk = Desk(page)
    desk.expect_stage("question")
    look(page, "question", screenshot_folder)
    look_narrow(page, "narrow-question")
    desk.judge_good()
    box = desk.screen.click("a section of about 5,000 kilometres")
    desk.expect_saved()
    look(page, "long-answer", screenshot_folder)
    look_narrow(page, "narrow-long-answer")
    desk.button("Use this passage").click()
    desk.expect_stage("short answer")
    for country in ("China", "Kazakhstan", "Kyrgyzstan"):
        desk.screen.double_click(country, inside=box)
    expect(page.get_by_role("list", name="Marked short answers")).to_be_visible()
    desk.expect_saved()
    look(page, "short-answer", screenshot_folder)
    look_narrow(page, "narrow-short-answer")
    desk.press("Control+Enter")
    desk.expect_stage("review")
    desk.expect_saved()
    look(page, "review", screenshot_folder)
    look_narrow(page, "narrow-review")
    desk.press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    look(page, "keys", screenshot_folder)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    desk.press("?")
    expect(page.get_by_role("heading", name="Annotation guidelines")).to_be_visible()
    look(page, "guidelines-beside", screenshot_folder)


def test_an_experts_page_looks_well(people: Profiles, screenshot_folder: Path) -> None:
    page = people.open("eve", at="/projects/demo").page
    go(page, "/projects/demo", "")
    look(page, "expert", screenshot_folder)
