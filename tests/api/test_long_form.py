"""Ambiguous questions over HTTP: what annotators see, send and get, and what leads read."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.collecting.annotations.models import Annotation, LongFormAnswer
from annotator.material.corpus.markup.rendering import FRAME_POLICY
from annotator.material.corpus.models import ContextPassage, Disambiguation, Example, VisitedPage
from annotator.material.corpus.queries import tokens_of
from annotator.workspace.projects.models import Project, Role
from api.responses.frames import versioned
from tests.api.clients import client_of, next_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_annotators, make_member, make_page
from tests.factories.long_form import make_long_form_annotation

pytestmark = pytest.mark.django_db
PROJECT = "/api/v1/projects/asqa/"


@pytest.fixture
def project() -> Project:
    project = make_asqa_project(overlap=2)
    make_ambiguous_examples(project, 2)
    return project


@pytest.fixture
def client(project: Project) -> APIClient:
    return client_of(make_annotators(project, 1)[0])


def address_of(client: APIClient) -> str:
    return f"/api/v1/assignments/{next_of(client, 'asqa')['id']}/"


def answer(text: str = COMPLETE, **changes: Any) -> dict[str, Any]:
    return {"long_form_answer": text, **changes}


def submit(client: APIClient, **changes: Any) -> dict[str, Any]:
    answered = client.post(f"{address_of(client)}submit/", answer(**changes))
    assert answered.status_code == 201, answered.json()
    body: dict[str, Any] = answered.json()
    return body


def add_found_context(similarity: float) -> None:
    for row in Disambiguation.objects.filter(number=1):
        ContextPassage.objects.create(
            disambiguation=row,
            page=make_page(),
            start_byte=0,
            end_byte=1,
            text="Surveyors use it to centre tripods.",
            similarity=similarity,
        )


def test_an_assignment_shows_the_readings_and_the_pages(client: APIClient) -> None:
    assignment = next_of(client, "asqa")
    page = make_page()
    assert (assignment["kind"], assignment["regime"], assignment["version"]) == ("asqa", "full", 0)
    assert "page" not in assignment
    assert assignment["draft"] is None
    assert assignment["disambiguations"] == [
        {
            "question": "Who uses a plumb bob to build walls?",
            "short_answers": ["Masons", "bricklayers"],
            "context": "Masons use it to build walls upright.",
            "context_page": "Plumb bob",
        },
        {
            "question": "Who uses a plumb bob to centre tripods?",
            "short_answers": ["Surveyors"],
            "context": None,
            "context_page": None,
        },
    ]
    address = f"/api/v1/assignments/{assignment['id']}/pages/0/"
    assert assignment["pages"] == [
        {
            "number": 0,
            "title": "Plumb bob",
            "url": "https://en.example.org/wiki/Plumb_bob",
            "id": page.pk,
            "html_url": versioned(page, address),
            "sha256": page.sha256,
        }
    ]


@pytest.mark.parametrize(
    ("similarity", "context", "title"),
    [(0.2, None, None), (0.21, "Surveyors use it to centre tripods.", "Plumb bob")],
)
def test_a_found_context_is_shown_where_it_exceeds_the_threshold(
    client: APIClient, similarity: float, context: str | None, title: str | None
) -> None:
    add_found_context(similarity)
    first, second = next_of(client, "asqa")["disambiguations"]
    assert first["context"] == "Masons use it to build walls upright."
    assert (second["context"], second["context_page"]) == (context, title)


def test_a_page_without_html_has_neither_number_nor_address(client: APIClient) -> None:
    VisitedPage.objects.update(page=None, url=None)
    (page,) = next_of(client, "asqa")["pages"]
    assert page == {
        "number": 0,
        "title": "Plumb bob",
        "url": None,
        "id": None,
        "html_url": None,
        "sha256": None,
    }


def test_a_page_without_an_address_in_its_file_has_that_of_its_html(client: APIClient) -> None:
    (before,) = next_of(client, "asqa")["pages"]
    VisitedPage.objects.update(url=None)
    (page,) = next_of(client, "asqa")["pages"]
    assert page == before


def test_the_reader_gets_a_page_under_the_frames_policy_and_again_only_if_it_changed(
    client: APIClient,
) -> None:
    (page,) = next_of(client, "asqa")["pages"]
    frame = client.get(page["html_url"])
    assert frame.status_code == 200
    assert frame["Content-Security-Policy"] == FRAME_POLICY
    # What was fetched ahead is there without a connection.
    assert frame["Cache-Control"] == "private, max-age=31536000, immutable"
    unversioned = client.get(page["html_url"].partition("?")[0])
    assert unversioned["Cache-Control"] == "private, no-cache"
    assert b'<span data-t="' in frame.content
    again = client.get(page["html_url"], headers={"If-None-Match": frame["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("number", [1, 32768, 2**70])
def test_there_is_no_page_beyond_those_that_were_visited(client: APIClient, number: int) -> None:
    address = address_of(client)
    assert client.get(f"{address}pages/{number}/").status_code == 404


def test_a_page_without_html_can_not_be_read(client: APIClient, lead: APIClient) -> None:
    VisitedPage.objects.update(page=None)
    example = Example.objects.first()
    assert example
    assert client.get(f"{address_of(client)}pages/0/").status_code == 404
    assert lead.get(f"{PROJECT}examples/{example.pk}/pages/0/").status_code == 404


def test_without_context_nothing_but_the_question_is_shown(
    project: Project, client: APIClient
) -> None:
    Project.objects.update(regime="no_context")
    assignment = next_of(client, "asqa")
    assert assignment["regime"] == "no_context"
    assert (assignment["disambiguations"], assignment["pages"]) == ([], [])
    assert client.get(f"/api/v1/assignments/{assignment['id']}/pages/0/").status_code == 404
    assert submit(client, text="Whoever likes.")["regime"] == "no_context"


def test_leads_read_the_pages_of_their_own_examples_alone(
    project: Project, lead: APIClient
) -> None:
    (elsewhere,) = make_ambiguous_examples(make_asqa_project("other"), 1)
    example = Example.objects.filter(project=project).first()
    assert example
    found = lead.get(f"{PROJECT}examples/{example.pk}/pages/0/")
    assert (found.status_code, found["Content-Security-Policy"]) == (200, FRAME_POLICY)
    assert lead.get(f"{PROJECT}examples/{example.pk}/pages/1/").status_code == 404
    assert lead.get(f"{PROJECT}examples/{elsewhere.pk}/pages/0/").status_code == 404


def test_a_draft_comes_back_as_it_was_sent(client: APIClient) -> None:
    address = address_of(client)
    draft = {
        "long_form_answer": "So far, with a space at its end ",
        "knowledge": [
            {
                "content": "",
                "page_title": None,
                "page": None,
                "start_token": None,
                "end_token": None,
            }
        ],
        "acknowledged_missing": [1],
        "concern": "Are they one? ",
        "active_seconds": {"writing": 12.5},
    }
    saved = client.put(f"{address}draft/", {**draft, "version": 0}).json()
    assert saved["version"] == 1
    assert {name: saved["draft"][name] for name in draft} == draft
    assert client.get(address).json()["draft"] == saved["draft"]


def test_a_submitted_answer_comes_back_with_bytes_and_figures(client: APIClient) -> None:
    page = make_page()
    start = next(n for n, token in enumerate(tokens_of(page)) if token.token == "Masons")
    piece = {
        "content": "Masons  use",
        "page_title": "x",
        "page": page.pk,
        "start_token": start,
        "end_token": start + 2,
    }
    shown = submit(client, knowledge=[piece], active_seconds={"writing": 9})
    first = tokens_of(page)[start].start_byte
    assert shown["kind"] == "asqa"
    assert shown["long_form_answer"] == COMPLETE
    assert shown["knowledge"] == [
        {
            **piece,
            "content": "Masons use",
            "page_title": "Plumb bob",
            "start_byte": first,
            "end_byte": first + len("Masons use"),
        }
    ]
    assert (shown["word_count"], shown["active_seconds"]) == (24, {"writing": 9.0})
    assert (shown["missing"], shown["concern"], shown["page_title"]) == ([], "", "")


def test_a_missing_short_answer_is_refused_until_it_is_confirmed(client: APIClient) -> None:
    address = f"{address_of(client)}submit/"
    refused = client.post(address, answer("Masons, with a string."))
    assert (refused.status_code, refused.json()["code"]) == (400, "missing_short_answers")
    assert refused.json()["missing"] == [
        {
            "disambiguation": 1,
            "question": "Who uses a plumb bob to centre tripods?",
            "short_answers": ["Surveyors"],
        }
    ]
    taken = client.post(address, answer("Masons, with a string.", acknowledged_missing=[0, 1]))
    assert taken.status_code == 201
    assert taken.json()["missing"] == [{"disambiguation": 1, "short_answers": ["Surveyors"]}]


@pytest.mark.parametrize("way", ["submit", "draft"])
def test_an_answer_of_two_megabytes_is_refused_by_name_and_changes_nothing(
    client: APIClient, way: str
) -> None:
    address = address_of(client)
    client.put(f"{address}draft/", answer("Masons", version=0))
    send: Callable[..., Any] = client.post if way == "submit" else client.put
    refused = send(f"{address}{way}/", answer("x" * 2_000_000, version=1))
    assert refused.status_code == 400
    assert list(refused.json()["fields"]) == ["long_form_answer"]
    assert "20000" in refused.json()["detail"]
    assert client.get(address).json()["draft"]["long_form_answer"] == "Masons"
    assert not Annotation.objects.exists()


def test_more_than_a_request_may_carry_is_refused(client: APIClient) -> None:
    refused = client.post(f"{address_of(client)}submit/", answer("x" * 6 * 1024**2))
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "long_form_answer"),
        ({"question_quality": "bad"}, "long_form_answer"),
        (answer("a\x00b"), "long_form_answer"),
        (answer(knowledge=[{"content": "a\x00b"}]), "knowledge[0].content"),
        (answer(knowledge=[{"page_title": "x"}]), "knowledge[0].content"),
        (answer(knowledge=[{"content": "x"}] * 101), "knowledge"),
        (answer(acknowledged_missing=[6]), "acknowledged_missing[0]"),
        (answer(acknowledged_missing=[True]), "acknowledged_missing[0]"),
    ],
)
def test_what_is_no_long_form_answer_is_refused_where_it_is_wrong(
    client: APIClient, body: dict[str, Any], field: str
) -> None:
    refused = client.post(f"{address_of(client)}submit/", body)
    assert refused.status_code == 400
    assert field in refused.json()["fields"]


def test_an_answer_opens_again_as_a_draft_and_is_revised(client: APIClient) -> None:
    given = answer("Masons, with a string.", acknowledged_missing=[1], knowledge=[{"content": "x"}])
    submitted = client.post(f"{address_of(client)}submit/", given).json()
    address = f"/api/v1/annotations/{submitted['id']}/"
    opened = client.get(address).json()
    assert opened["annotation"] == submitted
    draft = opened["assignment"]["draft"]
    assert (draft["long_form_answer"], draft["acknowledged_missing"]) == (
        "Masons, with a string.",
        [1],
    )
    assert [piece["content"] for piece in draft["knowledge"]] == ["x"]
    assert opened["assignment"]["revising"] == submitted["id"]
    client.put(f"{address}draft/", answer("Then", version=0))
    assert client.get(address).json()["assignment"]["draft"]["long_form_answer"] == "Then"
    refused = client.post(f"{address}revise/", answer("Masons.", reason="x", version=1))
    assert (refused.status_code, refused.json()["code"]) == (400, "missing_short_answers")
    revised = client.post(f"{address}revise/", answer(reason="complete", version=1))
    assert revised.status_code == 201
    assert (revised.json()["revision_of"], revised.json()["reason"]) == (
        submitted["id"],
        "complete",
    )
    assert LongFormAnswer.objects.count() == 2


def test_annotators_get_nothing_of_what_others_answered(
    project: Project, client: APIClient
) -> None:
    other = client_of(make_annotators(project, 2)[1])
    theirs = submit(other, text=f"{COMPLETE} quaxo", knowledge=[{"content": "quaxo piece"}])
    own = address_of(client)
    assert client.get(f"/api/v1/annotations/{theirs['id']}/").status_code == 404
    for address in (own, f"{PROJECT}assignments/", f"{PROJECT}progress/"):
        assert b"quaxo" not in client.get(address).content
    assert client.get(f"{PROJECT}annotations/").status_code == 403


READ = ("annotations/", "examples/", "history/", "progress/", "annotators/", "assignments/")


@pytest.mark.parametrize("path", READ)
def test_every_list_of_a_project_works_for_ambiguous_questions(
    project: Project, client: APIClient, lead: APIClient, path: str
) -> None:
    submit(client, knowledge=[{"content": "x"}])
    assert lead.get(f"{PROJECT}{path}").status_code == 200
    if path in ("progress/", "assignments/"):
        assert client.get(f"{PROJECT}{path}").status_code == 200


def test_an_example_has_its_answers_versions_and_history(
    client: APIClient, lead: APIClient
) -> None:
    shown = submit(client, knowledge=[{"content": "x"}])
    example = lead.get(f"{PROJECT}examples/{shown['example']}/").json()
    assert [row["knowledge"][0]["content"] for row in example["annotations"]] == ["x"]
    versions = lead.get(f"{PROJECT}annotations/{shown['id']}/").json()["versions"]
    assert [row["long_form_answer"] for row in versions] == [COMPLETE]
    history = lead.get(f"{PROJECT}examples/{shown['example']}/history/").json()
    assert [row["kind"] for row in history["annotations"]] == ["asqa"]


@pytest.mark.parametrize(
    ("path", "queries"), [("annotations/", 9), ("examples/{example}/", 7), ("assignments/", 7)]
)
@pytest.mark.parametrize("rows", [1, 3])
def test_reading_takes_as_many_queries_for_one_row_as_for_three(
    path: str, queries: int, rows: int, django_assert_num_queries: Any
) -> None:
    project = make_asqa_project(overlap=rows)
    examples = make_ambiguous_examples(project, rows)
    reader = make_member(project, "lena", Role.LEAD).user
    for number, example in enumerate(examples):
        for annotator in make_annotators(project, rows):
            if path != "assignments/":
                make_long_form_annotation(example, annotator, knowledge=["x"] * rows)
        if path == "assignments/" and number < rows:
            make_long_form_annotation(example, reader, knowledge=["x"] * rows)
    client = client_of(reader)
    with django_assert_num_queries(queries):
        shown = client.get(f"{PROJECT}{path.format(example=examples[0].pk)}")
    assert shown.status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
def test_an_assignment_takes_as_many_queries_with_one_page_as_with_three(
    rows: int, django_assert_num_queries: Any
) -> None:
    project = make_asqa_project()
    (example,) = make_ambiguous_examples(project, 1)
    add_found_context(0.9)
    page = make_page()
    for number in range(1, rows):
        VisitedPage.objects.create(example=example, number=number, title="More", page=page)
    client = client_of(make_annotators(project, 1)[0])
    assignment = next_of(client, "asqa")["id"]
    with django_assert_num_queries(6):
        shown = client.get(f"/api/v1/assignments/{assignment}/").json()
    assert len(shown["pages"]) == rows
