"""`submit/?next=1` and `draft/?page=0`: fewer requests for the same work."""

import gzip
import json
from base64 import b64decode
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIClient

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.markup.rendering import FRAME_POLICY
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import change_member
from api.serializers.assignments import AssignmentOutput, SavedDraftOutput
from tests.api.clients import client_of, client_with_two_questions, next_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_annotators

pytestmark = pytest.mark.django_db
NEXT = "/api/v1/projects/project/assignments/next/"
BAD = {"question_quality": "bad"}


@pytest.fixture
def client() -> APIClient:
    return client_with_two_questions()


def submit(client: APIClient, number: int, query: str = "?next=1", key: str = "k") -> Any:
    address = f"/api/v1/assignments/{number}/submit/{query}"
    return client.post(address, BAD, headers={"Idempotency-Key": key})


def test_a_submission_brings_the_next_assignment_as_next_would(client: APIClient) -> None:
    answer = submit(client, next_of(client)["id"])
    assert (answer.status_code, answer.json()["next"]) == (201, next_of(client))
    assert answer.json()["next"]["state"] == "open"


def test_a_submission_opens_what_was_reserved_ahead(client: APIClient) -> None:
    number = next_of(client)["id"]
    reserved = next_of(client, ahead=True)
    upcoming = submit(client, number).json()["next"]
    assert (reserved["state"], upcoming["state"]) == ("reserved", "open")
    assert (upcoming["id"], Assignment.objects.count()) == (reserved["id"], 2)


def test_the_same_key_again_brings_the_same_annotation_and_the_same_next(
    client: APIClient,
) -> None:
    number = next_of(client)["id"]
    answers = [submit(client, number) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    assert (Annotation.objects.count(), Assignment.objects.count()) == (1, 2)


def test_next_is_null_when_nothing_is_left_and_absent_where_nobody_asked(
    client: APIClient,
) -> None:
    first = submit(client, next_of(client)["id"], query="")
    assert "next" not in first.json()
    last = submit(client, next_of(client)["id"])
    assert (last.status_code, last.json()["next"]) == (201, None)


def test_who_is_no_annotator_any_more_submits_and_gets_no_next(client: APIClient) -> None:
    number = next_of(client)["id"]
    membership = Membership.objects.get()
    change_member(membership=membership, role=Role.EXPERT, at=timezone.now(), actor=None)
    answer = submit(client, number)
    assert (answer.status_code, answer.json()["next"]) == (201, None)


def test_who_has_to_train_again_submits_and_gets_no_next(client: APIClient) -> None:
    number = next_of(client)["id"]
    Project.objects.update(requires_training=True)
    answer = submit(client, number)
    assert (answer.status_code, answer.json()["next"]) == (201, None)
    assert client.post(NEXT).json()["code"] == "training_first"


def test_a_refused_submission_claims_nothing(client: APIClient) -> None:
    number = next_of(client)["id"]
    submit(client, number, query="", key="one")
    answer = submit(client, number, key="another")
    assert (answer.status_code, answer.json()["code"]) == (409, "already_submitted")
    assert Assignment.objects.count() == 1


def test_a_long_form_submission_brings_the_next_question_too() -> None:
    project = make_asqa_project("project")
    make_ambiguous_examples(project, 2)
    client = client_of(make_annotators(project, 1)[0])
    address = f"/api/v1/assignments/{next_of(client)['id']}/submit/?next=1"
    answer = client.post(address, {"long_form_answer": COMPLETE})
    assert (answer.status_code, answer.json()["next"]) == (201, next_of(client))


def test_the_answer_to_a_draft_leaves_the_page_out_where_it_is_not_wanted(
    client: APIClient,
) -> None:
    address = f"/api/v1/assignments/{next_of(client)['id']}/draft/"
    whole = client.put(address, {"version": 0, "question_quality": "good"}).json()
    short = client.put(f"{address}?page=0", {"version": 1, "question_quality": "good"}).json()
    assert whole.keys() - short.keys() == {"page"}
    assert short["version"] == 2


def test_the_answer_to_a_judgment_brings_the_rendering_where_it_is_wanted(
    client: APIClient,
) -> None:
    address = f"/api/v1/assignments/{next_of(client)['id']}/draft/?page=rendered"
    bad = client.put(address, {"version": 0, "question_quality": "bad"}).json()
    assert bad["page"] is None
    page = client.put(address, {"version": 1, "question_quality": "good"}).json()["page"]
    rendering = page.pop("rendering")
    plain = client.get(page["html_url"])
    assert gzip.decompress(b64decode(rendering["gzip"])) == plain.content
    frame = Client().get(rendering["frame_url"])
    assert frame["Content-Security-Policy"] == plain["Content-Security-Policy"] == FRAME_POLICY
    assert "<body></body>" in frame.content.decode()


def test_a_page_that_was_shown_comes_back_with_its_rendering(client: APIClient) -> None:
    number = next_of(client)["id"]
    addresses = {
        f"{NEXT}?page=rendered": client.post,
        f"/api/v1/assignments/{number}/?page=rendered": client.get,
    }
    before = [ask(address).json()["page"] for address, ask in addresses.items()]
    assert before == [None, None]
    judged = client.put(
        f"/api/v1/assignments/{number}/draft/?page=rendered",
        {"version": 0, "question_quality": "good"},
    ).json()
    after = [ask(address).json()["page"] for address, ask in addresses.items()]
    assert after == [judged["page"], judged["page"]]
    assert "rendering" not in client.get(f"/api/v1/assignments/{number}/").json()["page"]


def test_what_annotators_are_sent_is_what_the_serializers_describe(client: APIClient) -> None:
    number = next_of(client)["id"]
    draft = {
        "version": 0,
        "question_quality": "good",
        "long_answer": {"candidate_index": 0},
        "short_answers": [{"start_token": 7, "end_token": 9}],
        "active_seconds": {"question": 2},
    }
    saved = client.put(f"/api/v1/assignments/{number}/draft/?page=rendered", draft).json()
    assert json.loads(JSONRenderer().render(SavedDraftOutput(saved).data)) == saved
    answer = {**draft, "version": 1}
    submitted = client.post(f"/api/v1/assignments/{number}/submit/?next=1", answer).json()
    described = AssignmentOutput(submitted["next"]).data
    assert json.loads(JSONRenderer().render(described)) == submitted["next"]
    again = client.get(f"/api/v1/assignments/{number}/").json()
    assert json.loads(JSONRenderer().render(AssignmentOutput(again).data)) == again


def test_the_page_of_a_reserved_question_can_be_fetched_ahead(client: APIClient) -> None:
    number = next_of(client)["id"]
    reserved = next_of(client, ahead=True)
    assert reserved["page"] is None
    page = client.get(f"/api/v1/assignments/{reserved['id']}/page-ahead/").json()
    opened = submit(client, number).json()["next"]
    assert (opened["id"], opened["page"]) == (reserved["id"], None)
    address = f"/api/v1/assignments/{opened['id']}/draft/?page=rendered"
    judged = client.put(address, {"version": 0, "question_quality": "good"}).json()
    assert page == judged["page"]


def test_the_page_of_an_open_question_cannot_be_had_before_it_is_judged(client: APIClient) -> None:
    number = next_of(client)["id"]
    reserved = next_of(client, ahead=True)["id"]
    assert client.get(f"/api/v1/assignments/{number}/page-ahead/").status_code == 204
    # A frame never gets that of a reserved one, and once opened it is as protected as any.
    assert client.get(f"/api/v1/assignments/{reserved}/page/").status_code == 404
    submit(client, number)
    assert client.get(f"/api/v1/assignments/{reserved}/page-ahead/").status_code == 204


def test_no_page_is_fetched_ahead_where_a_suggestion_may_come_with_it(client: APIClient) -> None:
    next_of(client)
    reserved = next_of(client, ahead=True)["id"]
    Project.objects.update(has_suggestions=True)
    assert client.get(f"/api/v1/assignments/{reserved}/page-ahead/").status_code == 204
