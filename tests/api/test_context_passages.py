"""The addresses of context passages: shapes, sides, pages, refusals."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.material.corpus.models import ContextPassage, Example
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project

pytestmark = pytest.mark.django_db
P = "/api/v1/projects/asqa/"


@pytest.fixture
def project() -> Project:
    return make_asqa_project()


def make_passages(project: Project, *similarities: float) -> list[Example]:
    examples = make_ambiguous_examples(project, len(similarities))
    for example, similarity in zip(examples, similarities, strict=True):
        visit = example.visited_pages.get()
        ContextPassage.objects.create(
            disambiguation=example.disambiguations.get(number=1),
            page_id=visit.page_id,
            start_byte=10,
            end_byte=20,
            text="Surveyors use it to centre tripods.",
            similarity=similarity,
        )
    return examples


def similarities(answer: Any) -> list[float]:
    return [row["similarity"] for row in answer.json()["results"]]


def test_both_sides_are_listed_the_nearest_to_the_threshold_first(
    project: Project, lead: APIClient
) -> None:
    make_passages(project, 0.1, 0.5, 0.9, 0.3)
    above = lead.get(f"{P}context-passages/", {"threshold": 0.3, "side": "above"})
    below = lead.get(f"{P}context-passages/", {"threshold": 0.3, "side": "below"})
    assert (similarities(above), similarities(below)) == ([0.5, 0.9], [0.3, 0.1])


def test_the_projects_own_threshold_is_the_default_and_lists_are_paged(
    project: Project, lead: APIClient
) -> None:
    make_passages(project, 0.1, 0.5, 0.9)
    answer = lead.get(f"{P}context-passages/", {"page_size": 1, "page": 2})
    assert similarities(answer) == [0.9]
    assert answer.json()["count"] == 2


def test_a_passage_comes_with_its_disambiguation(project: Project, lead: APIClient) -> None:
    [example] = make_passages(project, 0.5)
    disambiguation = example.disambiguations.get(number=1)
    assert lead.get(f"{P}context-passages/").json()["results"] == [
        {
            "id": disambiguation.pk,
            "example": example.pk,
            "ambiguous_question": example.question.text,
            "question": "Who uses a plumb bob to centre tripods?",
            "short_answers": ["Surveyors"],
            "page_title": "Plumb bob",
            "text": "Surveyors use it to centre tripods.",
            "similarity": 0.5,
        }
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_as_many_queries_for_many_as_for_one(
    project: Project, lead: APIClient, count: int, django_assert_num_queries: Any
) -> None:
    make_passages(project, *[0.5] * count)
    lead.get(f"{P}context-passages/")
    with django_assert_num_queries(5):
        answer = lead.get(f"{P}context-passages/")
    assert answer.json()["count"] == count


def test_the_share_is_counted_at_the_threshold_that_is_asked_for(
    project: Project, lead: APIClient
) -> None:
    make_passages(project, 0.1, 0.5, 0.9)
    answer = lead.get(f"{P}context-threshold/", {"threshold": 0.7})
    assert answer.json() == {
        "threshold": 0.2,
        "counted_at": 0.7,
        "disambiguations": 6,
        "own": 3,
        "found": 3,
        "above": 1,
        "unsearched": 0,
        "share": 4 / 6,
        "paper_share": 0.45,
        "job": None,
    }


def test_without_disambiguations_there_is_no_share_and_nothing_to_find(lead: APIClient) -> None:
    assert lead.get(f"{P}context-threshold/").json()["share"] is None
    answer = lead.post(f"{P}context-passages/")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_disambiguations")


def test_setting_the_threshold_changes_what_is_counted(project: Project, lead: APIClient) -> None:
    make_passages(project, 0.5)
    answer = lead.patch(f"{P}context-threshold/", {"threshold": 0.6}, format="json")
    assert (answer.status_code, answer.json()["threshold"], answer.json()["above"]) == (200, 0.6, 0)
    project.refresh_from_db()
    assert project.context_threshold == 0.6


@pytest.mark.parametrize("threshold", [-0.1, 1.01, "high", "nan", None])
def test_a_threshold_that_is_none_is_refused(lead: APIClient, threshold: Any) -> None:
    answer = lead.patch(f"{P}context-threshold/", {"threshold": threshold}, format="json")
    assert answer.status_code == 400
    assert "threshold" in answer.json()["fields"]


def test_finding_is_a_job_and_a_second_one_has_to_wait(project: Project, lead: APIClient) -> None:
    make_passages(project, 0.5)
    first = lead.post(f"{P}context-passages/")
    assert first.status_code == 202
    assert Job.objects.get().pk.hex == first.json()["job"].replace("-", "")
    assert lead.get(f"{P}context-threshold/").json()["job"] == first.json()["job"]
    second = lead.post(f"{P}context-passages/")
    assert (second.status_code, second.json()["code"]) == (409, "already_running")
