"""One comparison in two tabs of one comparer: the later tab overwrites nothing unasked."""

import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.ambiguous_project import QUESTIONS, create_ambiguous_project
from tests.e2e.annotating import KEEP_MINE, TAKE_SAVED
from tests.e2e.profiles import Profiles
from tests.e2e.server import Server
from tests.e2e.servers import Servers
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import Api

pytestmark = pytest.mark.long

SLUG = "orle-comparison-tabs"
COMPARER = "edda"
ANSWERS = {
    "Oracle": "The Marten family keeps the ferry; the bridges were opened in 1867 and in 1902.",
    "Reader": "The ferry is kept by the Marten family.",
}


@pytest.fixture
def project(api: Api, server: Server, servers: Servers) -> None:
    """Ambiguous questions and an expert; each test opens a study of its own."""
    servers.once(SLUG, lambda: make_project(api, server))


def make_project(api: Api, server: Server) -> None:
    create_ambiguous_project(api, server, SLUG, [])
    member = {"username": COMPARER, "role": "expert", "password": PASSWORD}
    api.post(f"projects/{SLUG}/members/", member)


@pytest.fixture
def study(api: Api, project: None) -> int:
    """One pair of two systems for the one comparer."""
    (expert,) = api.get(f"projects/{SLUG}/comparison-studies/sources/")["experts"]
    form: dict[str, Any] = {
        "title": "Two tabs",
        "seed": 7,
        "question_count": 1,
        "comparers": expert["membership"],
    }
    systems = []
    for number, (name, text) in enumerate(ANSWERS.items()):
        answers = {str(key): text for key in range(1, len(QUESTIONS) + 1)}
        part = f"answers-{number}"
        content = json.dumps(answers).encode()
        form[part] = {"name": f"{name}.json", "mimeType": "application/json", "buffer": content}
        systems.append({"name": name, "file": part})
    form["systems"] = json.dumps(systems)
    opened = api.post_form(f"projects/{SLUG}/comparison-studies/", form)
    return int(opened["id"])


@pytest.mark.parametrize("choice", ["this tab", "elsewhere"])
def test_a_tab_that_comes_later_asks_which_version_to_go_on_with(
    profiles: Profiles, api: Api, study: int, choice: str
) -> None:
    first, second = open_tabs(profiles, study)
    with first.expect_response(is_saved_draft):
        choose(first, "Fluency", "Left")
    with second.expect_response(is_refused_draft):
        choose(second, "Fluency", "Right")

    dialog = second.get_by_role("dialog", name="There are two versions of this answer")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(
        re.compile("in this tab.*fluency: right.*elsewhere.*fluency: left")
    )
    assert draft_of(api, study)["fluency"] == "left"

    name, expected = {
        "this tab": (KEEP_MINE, "Right"),
        "elsewhere": (TAKE_SAVED, "Left"),
    }[choice]
    dialog.get_by_role("button", name=name).click()
    expect(dialog).to_have_count(0)
    expect(option(second, "Fluency", expected)).to_be_checked()
    # What was chosen is saved again as well; this is about what comes after it.
    with second.expect_response(lambda it: is_saved_draft(it) and sent_in(it)["overall"] == "tie"):
        choose(second, "Overall", "Tie")
    draft = draft_of(api, study)
    assert (draft["fluency"], draft["overall"]) == (expected.lower(), "tie")


def open_tabs(profiles: Profiles, study: int) -> tuple[Page, Page]:
    """The comparer's pair in two tabs, before anything was decided in either."""
    address = f"/projects/{SLUG}/comparing/{study}"
    profile = profiles.open(COMPARER, at=address)
    other = profile.context.new_page()
    other.goto(address)
    for page in (profile.page, other):
        expect(page.get_by_text("Pair 1 of 1")).to_be_visible()
    return profile.page, other


def choose(page: Page, respect: str, answer: str) -> None:
    group = page.get_by_role("radiogroup", name=re.compile(f"^{respect}"))
    group.get_by_text(answer, exact=True).click()


def option(page: Page, respect: str, answer: str) -> Locator:
    group = page.get_by_role("radiogroup", name=re.compile(f"^{respect}"))
    return group.get_by_role("radio", name=answer, exact=True)


def draft_of(api: Api, study: int) -> dict[str, Any]:
    """What the server has of the comparer's pair so far."""
    comparison = api.post(f"comparison-studies/{study}/next/", {}, by=COMPARER)
    draft: dict[str, Any] = comparison["draft"]
    return draft


def is_saved_draft(response: Response) -> bool:
    return _is_draft(response) and response.ok


def is_refused_draft(response: Response) -> bool:
    return _is_draft(response) and response.status == HTTPStatus.CONFLICT


def sent_in(response: Response) -> dict[str, Any]:
    """The draft to which this is the answer."""
    sent: Any = response.request.post_data_json
    draft: dict[str, Any] = sent["draft"]
    return draft


def _is_draft(response: Response) -> bool:
    return response.request.method == "PUT" and response.url.endswith("/draft/")
