from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.material.corpus.markup.rendering import FRAME_POLICY
from annotator.workspace.projects.models import Membership
from tests.api.clients import client_of, client_with_two_questions, next_of
from tests.factories.corpus import make_annotators, make_project

pytestmark = pytest.mark.django_db
DRAFT: dict[str, Any] = {"version": 0, "question_quality": "good"}


@pytest.fixture
def client() -> APIClient:
    return client_with_two_questions()


def test_next_shows_the_question_without_the_page(client: APIClient) -> None:
    assignment = next_of(client)
    assert (assignment["state"], assignment["version"], assignment["draft"]) == ("open", 0, None)
    assert assignment["question"]["text"] == "what is a plumb bob used for (1)"
    assert assignment["page"] is None
    assert client.get(f"/api/v1/assignments/{assignment['id']}/page/").status_code == 404


def test_the_page_comes_with_a_draft_that_calls_the_question_good(client: APIClient) -> None:
    assignment = next_of(client)
    shown = client.put(f"/api/v1/assignments/{assignment['id']}/draft/", DRAFT).json()
    assert shown["version"] == 1
    page = shown["page"]
    assert (page["title"], page["html_url"]) == (
        "Plumb bob",
        f"/api/v1/assignments/{assignment['id']}/page/",
    )
    assert page["candidates"][0]["tag"] == "P"
    frame = client.get(page["html_url"])
    assert frame["Content-Security-Policy"] == FRAME_POLICY
    assert b'data-c="0"' in frame.content


def test_a_browser_keeps_a_page_that_it_asked_for_by_its_version(client: APIClient) -> None:
    number = next_of(client)["id"]
    page = client.put(f"/api/v1/assignments/{number}/draft/", DRAFT).json()["page"]
    first, other, kept = (
        client.get(address)
        for address in (page["html_url"], f"{page['html_url']}?v=0-0", page["rendering_url"])
    )
    assert first["Cache-Control"] == other["Cache-Control"] == "private, no-cache"
    assert kept["Cache-Control"] == "private, max-age=31536000, immutable"
    assert kept["Vary"] == "Accept-Encoding, Cookie"
    assert kept["ETag"].strip('"') == page["rendering_url"].partition("?v=")[2]
    # Who asks all the same is asked who they are.
    Membership.objects.update(is_active=False)
    assert client.get(page["rendering_url"]).status_code == 404


def test_a_stale_draft_gets_409_with_the_current_one(client: APIClient) -> None:
    address = f"/api/v1/assignments/{next_of(client)['id']}/draft/"
    client.put(address, DRAFT)
    answer = client.put(address, {"version": 0, "question_quality": "bad"})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (409, "stale_draft")
    assert body["assignment"]["draft"]["question_quality"] == "good"
    assert body["assignment"]["version"] == 1


def test_a_stale_submission_gets_409_with_the_current_draft(client: APIClient) -> None:
    number = next_of(client)["id"]
    client.put(f"/api/v1/assignments/{number}/draft/", DRAFT)
    body = {"question_quality": "bad", "version": 0}
    answer = client.post(f"/api/v1/assignments/{number}/submit/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_draft")
    assert answer.json()["assignment"]["draft"]["question_quality"] == "good"


def test_wrong_types_are_refused_with_the_field(client: APIClient) -> None:
    address = f"/api/v1/assignments/{next_of(client)['id']}/submit/"
    body = {
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "short_answers": [{"start_token": 3, "end_token": "4"}],
    }
    answer = client.post(address, body)
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"short_answers[0].end_token": "A valid integer is required."}


def test_own_assignments_can_be_filtered_by_a_known_state(client: APIClient) -> None:
    next_of(client)
    address = "/api/v1/projects/project/assignments/"
    assert [client.get(address, {"state": s}).json()["count"] for s in ("open", "parked")] == [1, 0]
    answer = client.get(address, {"state": "lost"})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["state"])
    # Refused before any filter sees it.
    assert client.get(address, {"state": "\0"}).status_code == 400


def test_an_annotator_sees_no_other_annotators_assignment(client: APIClient) -> None:
    assignment = next_of(client)
    other = client_of(make_annotators(make_project("other"), 2)[1])
    assert other.get(f"/api/v1/assignments/{assignment['id']}/").status_code == 404
