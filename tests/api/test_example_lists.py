"""Lists of examples: how their answers divide, and the file of what is shown."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.projects.models import Project
from tests.factories.corpus import make_annotators, make_examples, make_project
from tests.factories.judgments import LONG_ONLY, NULL, WHOLE, annotate_example

pytestmark = pytest.mark.django_db
LIST = "/api/v1/projects/project/examples/"
FILE = "/api/v1/projects/project/examples.csv"


@pytest.fixture
def project() -> Project:
    return make_project(overlap=3)


@pytest.fixture
def examples(project: Project) -> list[Example]:
    """One with a majority, one where everybody says NULL, one without annotations."""
    annotators = make_annotators(project, 3)
    made = make_examples(project, 3)
    rows = [(LONG_ONLY, WHOLE, WHOLE), (NULL, NULL, NULL)]
    for example, answers in zip(made, rows, strict=False):
        for annotator, answer in zip(annotators, answers, strict=True):
            annotate_example(example, annotator, answer)
    return made


def rows_of_file(client: APIClient, **query: str) -> list[dict[str, Any]]:
    answer = client.get(FILE, query)
    assert answer.status_code == 200, answer.content
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    return list(csv.DictReader(io.StringIO(text)))


def test_a_list_shows_how_answers_divide_where_it_is_asked_to(
    lead: APIClient, examples: list[Example]
) -> None:
    shown = [row["answers"] for row in lead.get(LIST, {"answers": "true"}).json()["results"]]
    assert [answers and answers["sizes"] for answers in shown] == [[2, 1], [3], None]
    assert len(shown[0]["annotation"]["short_answers"]) == 1
    assert shown[1]["annotation"]["long_answer"] is None
    assert [row["answers"] for row in lead.get(LIST).json()["results"]] == [None] * 3


def test_answers_take_as_many_queries_for_one_row_as_for_two(
    lead: APIClient, examples: list[Example]
) -> None:
    taken = []
    for size in (1, 2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            lead.get(LIST, {"answers": "true", "page_size": size})
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_the_file_has_the_filters_the_order_and_the_columns_of_the_list(
    lead: APIClient, examples: list[Example]
) -> None:
    columns = "question,agreement,split_of_answers,annotations"
    found = rows_of_file(lead, columns=columns, ordering="-annotations_submitted", state="complete")
    assert [(row["annotations"], row["agreement"], row["split_of_answers"]) for row in found] == [
        ("3", "0.6667", "2/1"),
        ("3", "1.0", "3"),
    ]
    assert set(found[0]) == set(columns.split(","))
    assert len(rows_of_file(lead)) == 3


@pytest.mark.parametrize("query", [{"columns": "nonsense"}, {"stat": "complete"}])
def test_the_file_refuses_what_it_does_not_know(
    lead: APIClient, examples: list[Example], query: dict[str, str]
) -> None:
    answer = lead.get(FILE, query)
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == list(query)


def test_the_file_leaves_the_hidden_split_to_stewards(
    project: Project, lead: APIClient, examples: list[Example]
) -> None:
    Example.objects.filter(pk=examples[0].pk).update(split="test", purpose=Purpose.HIDDEN)
    Project.objects.filter(pk=project.pk).update(hidden_split="test")
    assert len(rows_of_file(lead)) == 2
    project.memberships.filter(user__username="lena").update(is_steward=True)
    assert len(rows_of_file(lead)) == 3


def test_text_that_would_be_a_formula_is_guarded(lead: APIClient, project: Project) -> None:
    (example,) = make_examples(project, 1)
    type(example.question).objects.filter(pk=example.question_id).update(text="=1+1")
    assert [row["question"] for row in rows_of_file(lead)] == ["'=1+1"]


def cells_of(client: APIClient, file: str, **query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/projects/project/{file}", query)
    assert answer.status_code == 200, answer.content
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_annotations_are_ordered_by_their_columns_and_filed_as_shown(
    lead: APIClient, examples: list[Example]
) -> None:
    rows = cells_of(
        lead,
        "annotations.csv",
        columns="annotator,question",
        ordering="-annotator",
        example=str(examples[0].pk),
    )
    question = examples[0].question.text
    assert rows == [
        {"question": question, "annotator": f"annotator-{number}"} for number in (2, 1, 0)
    ]
    listed = lead.get("/api/v1/projects/project/annotations/", {"ordering": "question"}).json()
    assert [row["example"] for row in listed["results"]] == [
        *[examples[0].pk] * 3,
        *[examples[1].pk] * 3,
    ]
    refused = lead.get("/api/v1/projects/project/annotations.csv", {"columns": "nonsense"})
    assert refused.status_code == 400


def test_members_are_searched_ordered_and_filed_as_shown(
    project: Project, lead: APIClient, examples: list[Example]
) -> None:
    project.memberships.filter(user__username="annotator-1").update(is_active=False)
    names = [
        row["username"]
        for row in lead.get(
            "/api/v1/projects/project/members/",
            {"search": "ANNOTATOR-", "ordering": "-name", "is_active": "true"},
        ).json()["results"]
    ]
    assert names == ["annotator-2", "annotator-0"]
    rows = cells_of(lead, "members.csv", columns="role,username", ordering="-role")
    assert rows[0] == {"username": "lena", "role": "lead"}
    assert len(rows) == 4
    assert lead.get("/api/v1/projects/project/members/", {"serch": "a"}).status_code == 400
