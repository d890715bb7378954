"""Writing and submitting long-form answers about the old crossing."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.annotating import COUNTS
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.routes import is_saved_draft

PASSAGE = "kept by the Marten family since 1712"
HALF = "The old crossing has been kept by the Marten family since 1712."
WHOLE = (
    f"{HALF} A stone bridge was opened there on 4 May 1867, and the railway bridge followed in "
    "1902."
)


def text_in(response: Response) -> str:
    """The text of the draft to which this is the answer."""
    sent: Any = response.request.post_data_json
    text: str = sent["long_form_answer"]
    return text


def text_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Long-form answer")


def write(page: Page, text: str) -> None:
    """Write the answer and wait until the server has it."""
    with page.expect_response(lambda each: is_saved_draft(each) and text_in(each) == text):
        text_of(page).fill(text)
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()


def begin(profiles: Profiles, name: str, slug: str, **options: Any) -> Profile:
    """Sign in and open the first question."""
    profile = profiles.open(name, at=f"/projects/{slug}/annotate", **options)
    expect(text_of(profile.page)).to_be_visible()
    return profile


def own_assignments(page: Page, slug: str, state: str) -> list[dict[str, Any]]:
    """The caller's assignments in a state, the newest first."""
    found = page.request.get(f"/api/v1/projects/{slug}/assignments/?state={state}").json()
    results: list[dict[str, Any]] = found["results"]
    return results


def submitted(page: Page, slug: str) -> dict[str, Any]:
    """The caller's one submitted annotation."""
    (assignment,) = own_assignments(page, slug, "submitted")
    own = page.request.get(f"/api/v1/annotations/{assignment['annotation']}/").json()
    annotation: dict[str, Any] = own["annotation"]
    return annotation


def submit(page: Page) -> None:
    expect(page.locator(COUNTS)).to_be_visible()
    page.get_by_role("button", name=re.compile("^Submit")).last.click()
