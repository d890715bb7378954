"""What programs outside of this project rely on: every call, with nothing but what they send."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of, client_with_two_questions, next_of
from tests.factories.corpus import BAD, PASSWORD, make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]
V1 = "/api/v1/"
P = f"{V1}projects/project/"
ASSIGNMENT = {"id", "project", "state", "version", "lease_expires_at", "question", "page", "draft"}
PAGE = {"id", "title", "url", "sha256", "html_url", "candidates"}
CANDIDATE = {"index", "tag", "start_token", "end_token", "top_level"}
JOB = {"id", "state", "done", "total", "message", "result_url"}
ERROR = {"code", "detail", "fields"}
LIST = {"count", "next", "previous", "results"}
GOOD = {**BAD, "question_quality": "good"}


@pytest.fixture
def annotator() -> APIClient:
    return client_with_two_questions()


@pytest.fixture
def lead() -> APIClient:
    return client_of(make_member(make_project(), "lena", Role.LEAD).user)


def test_a_name_and_a_password_give_a_token_that_opens_the_api() -> None:
    make_member(make_project(), create_user(username="ada", password=PASSWORD).username)
    answer = Client().post(
        f"{V1}auth/token/",
        json.dumps({"username": "ada", "password": PASSWORD}),
        content_type="application/json",
    )
    assert answer.status_code == 200
    key = {"Authorization": f"Token {answer.json()['token']}"}
    me = Client().get(f"{V1}me/", headers=key).json()
    (membership,) = me["memberships"]
    assert (me["username"], membership["project"], membership["role"]) == (
        "ada",
        "project",
        "annotator",
    )


def test_an_administrator_makes_a_project_and_reads_it_back() -> None:
    client = client_of(User.objects.create(username="root", is_superuser=True))
    body = {"slug": "mine", "kind": "nq", "title": "Mine", "overlap": 3}
    made = client.post(f"{V1}projects/", body)
    assert made.status_code == 201
    read = client.get(f"{V1}projects/mine/").json()
    assert {name: read[name] for name in body} == body == {name: made.json()[name] for name in body}


@pytest.mark.parametrize("role", ["annotator", "expert", "lead"])
def test_a_lead_adds_members_with_any_role(lead: APIClient, role: str) -> None:
    User.objects.create(username="ada")
    answer = lead.post(f"{P}members/", {"username": "ada", "role": role})
    assert (answer.status_code, answer.json()["username"], answer.json()["role"]) == (
        201,
        "ada",
        role,
    )


@pytest.mark.parametrize("chosen", ["nq", "pages"])
def test_an_upload_becomes_a_job(lead: APIClient, chosen: str) -> None:
    body = {"file": SimpleUploadedFile("x.jsonl", b"{}\n"), "format": chosen}
    answer = lead.post(f"{P}imports/", body, format="multipart")
    assert answer.status_code == 202
    job = lead.get(f"{V1}jobs/{answer.json()['job']}/").json()
    assert job.keys() >= JOB
    assert (job["id"], job["state"], job["result_url"]) == (answer.json()["job"], "queued", None)


@pytest.mark.parametrize("chosen", ["nq", "nq-simplified"])
def test_an_export_becomes_a_job_with_a_result_to_fetch(lead: APIClient, chosen: str) -> None:
    answer = lead.post(f"{P}exports/", {"format": chosen})
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"])
    run_job(job_id=job.pk)
    shown = lead.get(f"{V1}jobs/{job.pk}/").json()
    assert shown["state"] == "succeeded"
    assert lead.get(shown["result_url"]).status_code == 200


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"format": "nq", "split": "dev"}, {"split": "There is no such option."}),
        ({"format": "nq", "with_concerns": True}, {"with_concerns": "nq has no such option."}),
        ({"format": "squad", "annotations_per_example": 5}, {"annotations_per_example": "squad"}),
        ({"format": "nq", "draw_seed": 3}, {"draw_seed": "A draw goes with"}),
        ({"format": "history-csv", "reader": True}, {"reader": "history-csv has no"}),
    ],
)
def test_an_option_that_an_export_does_not_have_is_refused(
    lead: APIClient, options: dict[str, Any], fields: dict[str, str]
) -> None:
    answer = lead.post(f"{P}exports/", options)
    found = answer.json()["fields"]
    assert (answer.status_code, found.keys()) == (400, fields.keys())
    assert all(str(found[name]).find(words) >= 0 for name, words in fields.items())


def test_next_gives_the_open_assignment_again_and_204_in_the_end(annotator: APIClient) -> None:
    answer = annotator.post(f"{P}assignments/next/")
    assert answer.status_code == 200
    assert answer.json().keys() >= ASSIGNMENT
    assert answer.json()["question"].keys() >= {"id", "text"}
    assert (answer.json()["state"], answer.json()["page"]) == ("open", None)
    assert next_of(annotator)["id"] == answer.json()["id"]
    for _ in range(2):
        annotator.post(f"{V1}assignments/{next_of(annotator)['id']}/submit/", BAD)
    assert annotator.post(f"{P}assignments/next/").status_code == 204


def test_a_draft_takes_the_version_read_and_brings_the_page(annotator: APIClient) -> None:
    assignment = next_of(annotator)
    address = f"{V1}assignments/{assignment['id']}/draft/"
    answer = annotator.put(address, {**GOOD, "version": assignment["version"]})
    assert (answer.status_code, answer.json()["version"]) == (200, 1)
    page = answer.json()["page"]
    assert page.keys() >= PAGE
    assert all(candidate.keys() >= CANDIDATE for candidate in page["candidates"])
    assert annotator.get(page["html_url"]).status_code == 200
    stale = annotator.put(address, {**BAD, "version": assignment["version"]})
    assert stale.status_code == 409
    assert stale.json().keys() >= ERROR


def test_submitting_again_with_the_key_gives_the_same_annotation(annotator: APIClient) -> None:
    assignment = next_of(annotator)
    address = f"{V1}assignments/{assignment['id']}/submit/"
    draft = annotator.put(
        f"{V1}assignments/{assignment['id']}/draft/", {**GOOD, "version": 0}
    ).json()
    chosen = draft["page"]["candidates"][0]
    start = chosen["start_token"] + 1
    answer = {
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "short_answers": [{"start_token": start, "end_token": start + 1}],
        "yes_no_answer": "NONE",
    }
    key = {"Idempotency-Key": "k"}
    first = annotator.post(address, {**answer, "version": 1}, headers=key)
    second = annotator.post(address, {**answer, "version": 1}, headers=key)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()


@pytest.mark.parametrize(
    ("change", "state"), [("park", "parked"), ("release", "released"), ("resume", "open")]
)
def test_an_assignment_changes_its_state_with_a_note(
    annotator: APIClient, change: str, state: str
) -> None:
    number = next_of(annotator)["id"]
    if change == "resume":
        annotator.post(f"{V1}assignments/{number}/park/", {"note": "why"})
    answer = annotator.post(f"{V1}assignments/{number}/{change}/", {"note": "why"})
    assert (answer.status_code, answer.json()["state"]) == (200, state)
    assert answer.json().keys() >= ASSIGNMENT


@pytest.mark.parametrize("name", ["examples", "annotations", "annotators"])
def test_lists_are_for_leads_and_come_in_pages(annotator: APIClient, name: str) -> None:
    annotator.post(f"{V1}assignments/{next_of(annotator)['id']}/submit/", BAD)
    refused = annotator.get(f"{P}{name}/")
    assert (refused.status_code, set(refused.json())) == (403, ERROR)
    User.objects.create(username="root", is_superuser=True)
    client = client_of(User.objects.get(username="root"))
    assert set(client.get(f"{P}{name}/", {"page_size": 1}).json()) == LIST


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_needs_no_sign_in(address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code in {200, 503}
    if address == "/readyz":
        assert answer.json()["checks"].keys() >= {"database", "broker", "worker"}


@pytest.mark.parametrize("address", ["/api/schema/", "/api/docs/"])
def test_the_schema_and_its_reader_are_open(address: str) -> None:
    assert Client().get(address).status_code == 200


def test_errors_have_one_shape(annotator: APIClient) -> None:
    number = next_of(annotator)["id"]
    answer = annotator.post(f"{V1}assignments/{number}/submit/", {"question_quality": "fine"})
    assert (answer.status_code, set(answer.json())) == (400, ERROR)
    assert list(answer.json()["fields"]) == ["question_quality"]
