"""A lead has context passages found and chooses from which similarity on they are shown."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.ambiguous_project import create_ambiguous_project
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.small_project import LEAD, Api
from tests.e2e.test_looks import look

pytestmark = pytest.mark.long

WORKERS_PATIENCE_MS = 120_000


def shown_contexts(api: Api, slug: str, name: str) -> list[str | None]:
    """The contexts that an annotator gets with their question, by the passages' beginnings."""
    assignment: dict[str, Any] = api.post(f"projects/{slug}/assignments/next/", {}, by=name)
    return [each["context"] for each in assignment["disambiguations"]]


def test_a_lead_finds_passages_and_chooses_the_threshold(
    profiles: Profiles, api: Api, server: Server, screenshot_folder: Path
) -> None:
    slug = "passages"
    create_ambiguous_project(api, server, slug, ["uma"])
    page = profiles.open(LEAD, at=f"/projects/{slug}/passages").page
    expect(page.get_by_role("heading", name="No passages yet")).to_be_visible()
    look(page, "passages-none", screenshot_folder)
    page.get_by_role("button", name="Find passages").click()

    # Three questions with three disambiguations each; the first of them brought its own.
    finding = page.get_by_text("of 9 disambiguations get a passage")
    expect(finding).to_be_visible(timeout=WORKERS_PATIENCE_MS)
    shown = page.get_by_role("region", name="Shown", exact=True)
    hidden = page.get_by_role("region", name="Not shown")
    page.get_by_label("Threshold as a number").fill("0")
    expect(shown.get_by_text("6 passages.")).to_be_visible()
    expect(page.get_by_text("100%")).to_be_visible()
    marks = shown.get_by_role("article").locator("mark")
    assert set(marks.all_inner_texts()) == {"1867", "1902"}
    expect(hidden.get_by_text("Every passage that was found is above")).to_be_visible()

    # Between the two passages, which are the same for all three questions.
    numbers = shown.get_by_text(re.compile(r"^0\.\d{3}$")).all_inner_texts()
    lower, higher = min(map(float, numbers)), max(map(float, numbers))
    assert lower < higher
    between = round((lower + higher) / 2, 2)
    page.get_by_label("Threshold as a number").fill(str(between))
    expect(shown.get_by_text("3 passages.")).to_be_visible()
    expect(hidden.get_by_text("3 passages.")).to_be_visible()
    expect(page.get_by_text("67%")).to_be_visible()
    look(page, "passages", screenshot_folder)
    shown.get_by_role("article").last.scroll_into_view_if_needed()
    look(page, "passages-below", screenshot_folder)
    page.get_by_role("button", name=f"Use {between:.2f}").click()
    expect(page.get_by_text(f"Annotators now see passages above {between:.2f}.")).to_be_visible()
    contexts = shown_contexts(api, slug, "uma")
    assert sum(context is not None for context in contexts) == 2
    assert contexts[0] is not None

    page.get_by_role("slider", name="Threshold").press("ArrowRight")
    expect(page.get_by_role("button", name=f"Use {between + 0.01:.2f}")).to_be_enabled()
    page.reload()
    expect(page.get_by_label("Threshold as a number")).to_have_value(str(between))
