import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.factories.corpus import make_annotators, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db

P = "/api/v1/projects/project/"


@pytest.fixture
def project() -> Project:
    made = make_project()
    make_examples(made, 3)
    return made


def answer_all(project: Project, count: int) -> list[dict[str, Any]]:
    """Answers by one annotator, all called bad; what was submitted."""
    client = client_of(make_annotators(project, 1)[0])
    submitted = []
    for _ in range(count):
        assignment = client.post(f"{P}assignments/next/").json()["id"]
        draft = {"version": 0, "question_quality": "good"}
        client.put(f"/api/v1/assignments/{assignment}/draft/", draft)
        answer = {"question_quality": "bad", "client_version": "7"}
        submitted.append(client.post(f"/api/v1/assignments/{assignment}/submit/", answer).json())
    return submitted


def history(client: APIClient, **filters: Any) -> list[tuple[str, str, Any]]:
    rows = client.get(f"{P}history/", filters).json()["results"]
    return [(row["verb"], row["subject"], row["example"] and row["example"]["id"]) for row in rows]


def test_history_is_listed_newest_first_and_narrowed(project: Project, lead: APIClient) -> None:
    first, second = answer_all(project, 2)
    work = [
        ("submitted", "annotation", second["example"]),
        ("claimed", "assignment", second["example"]),
        ("submitted", "annotation", first["example"]),
        ("claimed", "assignment", first["example"]),
    ]
    set_up = [("added", "membership", None)] * 2 + [("created", "project", None)]
    assert history(lead) == work + set_up
    assert history(lead, example=first["example"]) == work[2:]
    assert history(lead, person="annotator-0") == work
    assert history(lead, by_system="true") == set_up
    assert history(lead, verb="submitted") == [work[0], work[2]]
    assert history(lead, subject="assignment") == [work[1], work[3]]
    assert history(lead, to="2026-01-06T00:00:00Z") == set_up
    assert history(lead, **{"from": "2026-01-06T00:00:00Z"}) == work
    # PostgreSQL knows no such offset.
    assert history(lead, **{"from": "2026-01-06T00:00:00+23:24"}) == work + set_up
    for never in ("yesterday", "0001-01-01T00:00:00+23:24"):
        assert lead.get(f"{P}history/", {"from": never}).status_code == 400


def test_an_event_says_who_when_what_and_of_which_question(
    project: Project, lead: APIClient
) -> None:
    (annotation,) = answer_all(project, 1)
    (row,) = lead.get(f"{P}history/", {"verb": "submitted"}).json()["results"]
    assert row | {"id": 0, "at": ""} == {
        "id": 0,
        "at": "",
        "actor": "annotator-0",
        "verb": "submitted",
        "subject": "annotation",
        "subject_id": str(annotation["id"]),
        "example": {"id": annotation["example"], "question": annotation["question"]},
        "details": {
            "late": False,
            "from": "open",
            "assignment": row["details"]["assignment"],
            # It was called good first, and then the page was shown.
            "bad_after_page": "not_given",
        },
        "object": {
            "title": annotation["question"],
            "page": f"examples/{annotation['example']}?show=history",
        },
        "sentence_of_run": "submitted {} answers",
        "sentence": "submitted an answer: a bad question, said after seeing the page"
        " (no reason was given)",
        "said": "",
    }


def test_each_event_names_its_object_and_its_page(project: Project, lead: APIClient) -> None:
    member = make_annotators(project, 1)[0].memberships.get()
    lead.patch(f"{P}members/{member.pk}/", {"is_active": False})
    (opened,) = lead.get(f"{P}history/", {"kind": "members", "verb": "changed"}).json()["results"]
    assert opened["object"] == {"title": "annotator-0", "page": "members"}
    rows = lead.get(f"{P}history/", {"kind": "settings"}).json()["results"]
    assert [row["object"] for row in rows] == [{"title": "Settings", "page": "settings"}]


def test_a_search_finds_questions_people_and_reasons(project: Project, lead: APIClient) -> None:
    first, second = answer_all(project, 2)
    assert {found[2] for found in history(lead, search=first["question"])} == {first["example"]}
    by_name = history(lead, search="ANNOTATOR-0")
    assert by_name == [
        *history(lead, person="annotator-0"),
        *history(lead, kind="members", by_system="true")[:1],
    ]
    body = {"reason": "Look at the bridge"}
    lead.post(f"{P}annotations/{second['id']}/reopen/", body)
    assert history(lead, search="the bridge") == [("reopened", "annotation", second["example"])]
    assert history(lead, search="nowhere") == []
    assert lead.get(f"{P}history/", {"kind": "nonsense"}).status_code == 400


def test_the_file_has_what_the_list_shows(project: Project, lead: APIClient) -> None:
    (annotation,) = answer_all(project, 1)
    answer = lead.get(f"{P}history.csv", {"kind": "answers"})
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["who"], row["about"], row["verb"], row["subject_id"]) == (
        "annotator-0",
        annotation["question"],
        "submitted",
        str(annotation["id"]),
    )
    assert lead.get(f"{P}history.csv", {"kid": "answers"}).status_code == 400


def test_the_file_leaves_the_hidden_split_to_stewards(project: Project, lead: APIClient) -> None:
    (annotation,) = answer_all(project, 1)
    Example.objects.filter(pk=annotation["example"]).update(split="test", purpose=Purpose.HIDDEN)
    Project.objects.filter(pk=project.pk).update(hidden_split="test")
    for address in ("history.csv", "history/"):
        answer = lead.get(f"{P}{address}", {"search": annotation["question"]})
        assert annotation["question"] not in str(answer.getvalue())


def test_an_examples_history_tells_its_whole_life_in_order(
    project: Project, lead: APIClient
) -> None:
    (annotation,) = answer_all(project, 1)
    annotator = client_of(make_member(project, "annotator-0").user)
    body = {"question_quality": "good", "reason": "It is fine"}
    revision = annotator.post(f"/api/v1/annotations/{annotation['id']}/revise/", body).json()
    lead.patch(P, {"overlap": 2})
    lead.patch(P, {"title": "Other"})
    address = f"{P}examples/{annotation['example']}/history/"
    found = lead.get(address).json()
    file = lead.get(address, {"download": "1"})
    assert file.json() == found
    assert file["Content-Disposition"] == 'attachment; filename="project-example-1-history.json"'
    assert [(row["actor"], row["verb"], row["subject_id"]) for row in found["events"]] == [
        ("annotator-0", "claimed", str(found["drafts"][0]["assignment"])),
        ("annotator-0", "submitted", str(annotation["id"])),
        ("annotator-0", "revised", str(revision["id"])),
        ("lena", "changed", str(project.pk)),
    ]
    assert found["annotations"] == [annotation, revision]
    assert (annotation["client_version"], revision["reason"]) == ("7", "It is fine")
    assert [(row["annotator"], row["saves"]) for row in found["drafts"]] == [("annotator-0", 1)]


@pytest.mark.parametrize("count", [1, 3])
def test_history_takes_the_same_queries_for_any_number_of_events(
    project: Project, lead: APIClient, count: int
) -> None:
    answer_all(project, count)
    with CaptureQueriesContext(connection) as captured:
        lead.get(f"{P}history/", {"verb": "submitted"})
    assert len(captured) == 6
    with CaptureQueriesContext(connection) as captured:
        lead.get(f"{P}examples/{project.examples.earliest('pk').pk}/history/")
    assert len(captured) == 10
