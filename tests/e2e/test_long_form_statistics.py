"""A lead reads the statistics of long-form answers, and lets unsettled examples get more."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.leading import save_settings
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Answer, Api
from tests.e2e.test_long_form_review import make_answers
from tests.e2e.test_looks import look

pytestmark = pytest.mark.long

WORKERS_PATIENCE_MS = 120_000
QUESTION = "who keeps the ferry at the old crossing"


def tile(page: Page, name: str) -> Locator:
    """A figure of the page."""
    return page.get_by_role("group", name=name, exact=True)


def test_a_lead_reads_how_long_and_how_alike_answers_are(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    """Answers of 44 and 33 words in 18 minutes each, and a concern. Of 9 disambiguations 3 have a
    context; of 3, the answers have 3 and 2, so they agree on 2.
    """
    slug = "long-form-statistics"
    make_answers(api, server, slug)
    server.manage("compute_statistics", slug)
    page = profiles.open(LEAD, at=f"/projects/{slug}/statistics/schedule").page
    expect(tile(page, "Length of an answer")).to_contain_text("38.5 words")
    expect(tile(page, "Mean time per answer")).to_contain_text("18 min")
    expect(tile(page, "Disambiguations with context")).to_contain_text("33.3%")
    expect(tile(page, "With a confirmation")).to_contain_text("33.3%")
    expect(page.get_by_role("figure", name="Length of answers")).to_be_visible()
    look(page, "long-form-process", screenshot_folder)
    page.get_by_role("link", name="Do annotators agree?").click()
    expect(tile(page, "Agreement on short answers")).to_contain_text("66.7%")
    expect(tile(page, "Short answers present")).to_contain_text("83.3%")
    figure = page.get_by_role("figure", name="How similar answers are")
    look(page, "long-form-agreement", screenshot_folder)
    figure.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"column=rouge_l_\d+_to_\d+"))
    found = page.get_by_role("table", name="Examples behind the figure").locator("tbody tr")
    expect(found).to_have_count(1)


def test_a_lead_lets_an_unsettled_example_get_one_more(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "adaptive-overlap"
    answers: dict[str, Answer] = {"vera": "none", "wim": (0,)}
    api.create_project(slug, tuple(answers), overlap=2, questions=(QUESTION,))
    for name, answer in answers.items():
        api.answer(slug, name, {QUESTION: answer})
    page = profiles.open(LEAD, at=f"/projects/{slug}/settings?tab=kind").page
    page.get_by_role(
        "switch", name=("Request more annotations where the answer is unsettled")
    ).check()
    expect(page.get_by_label("At most")).to_have_value("5")
    look(page, "adaptive-overlap-settings", screenshot_folder)
    save_settings(page)

    page.goto(f"/projects/{slug}/statistics/schedule")
    page.get_by_role("heading", name="Adaptive overlap", exact=True).click(
        timeout=WORKERS_PATIENCE_MS
    )
    figure = page.get_by_role("figure", name="Where examples stand")
    expect(figure).to_be_visible(timeout=WORKERS_PATIENCE_MS)
    expect(tile(page, "Settled")).to_contain_text("0%")
    expect(tile(page, "Annotations of an example")).to_contain_text("3")
    look(page, "adaptive-overlap", screenshot_folder)
    # Asking is a job of its own, which the end of the statistics queues.
    api.get_once(
        f"projects/{slug}/examples/",
        lambda found: found["results"][0]["annotations_required"] == 3,
    )
    page.goto(f"/projects/{slug}/history")
    expect(page.get_by_text("asked for 3 annotations")).to_be_visible()
    expect(page.get_by_text("Not settled yet: whether the page has a long answer")).to_be_visible()
