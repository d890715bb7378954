"""Statistics over HTTP: starting them, reading them, and the examples behind a bar."""

from typing import Any, cast

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.material.corpus.storage import pack
from annotator.quality.reports.compute import canonical
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.models import Report
from annotator.quality.reports.section_results import FAILED
from annotator.quality.reports.section_spec import SectionSpec
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.api.openapi import check_conformance
from tests.factories.corpus import BAD, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once

pytestmark = pytest.mark.django_db
ADDRESS = "projects/project/statistics/"
ROUTE = "projects/{slug}/statistics/"


@pytest.fixture
def project() -> Project:
    """Three examples, with one, three and two annotations."""
    project = make_project(overlap=3)
    annotate_at_once(project, [[LONG], [LONG, NULL, NULL], [NULL, NULL]])
    return project


def ask(client: APIClient, path: str = "", **query: Any) -> Any:
    """What GET answers, which has to be what the schema says."""
    answer = client.get(f"/api/v1/{ADDRESS}{path}", query)
    check_conformance(answer, method="get", path=f"{ROUTE}{path}")
    return answer


def compute(client: APIClient) -> str:
    answer = client.post(f"/api/v1/{ADDRESS}")
    check_conformance(answer, method="post", path=ROUTE)
    assert answer.status_code == 202
    job: str = answer.json()["job"]
    run_job(job_id=job)
    return job


def test_before_anything_is_computed_there_are_only_annotations(lead: APIClient) -> None:
    assert ask(lead).json() == {
        "count": 0,
        "next": None,
        "previous": None,
        "results": [],
        "report": None,
        "job": None,
        "annotations_now": 6,
        "is_revised": False,
    }
    answer = ask(lead, "examples/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_report")
    assert ask(lead, "reports/").json()["results"] == []


def test_a_job_that_is_under_way_is_named_and_not_started_twice(lead: APIClient) -> None:
    jobs = {lead.post(f"/api/v1/{ADDRESS}").json()["job"] for _ in range(2)}
    assert jobs == {ask(lead).json()["job"]}


def test_the_newest_report_is_a_list_of_sections(project: Project, lead: APIClient) -> None:
    compute(lead)
    job = compute(lead)
    annotate_at_once(project, [[NULL]])
    body = ask(lead).json()
    names = [spec.name for spec in SECTIONS[project.kind]]
    assert [section["name"] for section in body["results"]] == names
    assert (body["count"], body["job"], body["annotations_now"]) == (len(names), None, 7)
    report = body["report"]
    assert (report["job"], report["kind"]) == (job, "nq")
    assert (report["annotations"], report["examples"], report["seed"]) == (6, 3, project.seed)
    runs = ask(lead, "reports/").json()
    assert runs["count"] == 2
    newest, before = runs["results"]
    assert newest == {name: value for name, value in report.items() if name != "kind"}
    assert newest["id"] > before["id"]
    assert newest["fingerprint"] == before["fingerprint"]
    stages = [stage["name"] for stage in newest["stages"]]
    assert stages == ["plan", "chunks", "load", "inputs", *names]


def test_revised_answers_make_figures_old_though_none_is_new(
    project: Project, lead: APIClient
) -> None:
    compute(lead)
    assert not ask(lead).json()["is_revised"]
    revised = Annotation.objects.filter(project=project).order_by("pk")[0]
    revise_annotation(annotation=revised, answer=BAD, reason="x", at=timezone.now())
    body = ask(lead).json()
    assert (body["annotations_now"], body["report"]["annotations"]) == (6, 6)
    assert body["is_revised"]
    compute(lead)
    assert not ask(lead).json()["is_revised"]


def test_a_section_that_failed_is_empty_and_says_why(
    project: Project, lead: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Any) -> Any:
        raise ZeroDivisionError

    schedule, *_ = SECTIONS[project.kind]
    specs = (schedule, SectionSpec("people", fail))
    monkeypatch.setitem(cast(dict[str, Any], SECTIONS), project.kind, specs)
    compute(lead)
    body = ask(lead).json()
    assert body["report"]["failed_sections"] == ["people"]
    works, failed = body["results"]
    assert (works["name"], works["missing"]) == ("schedule", None)
    assert failed.pop("missing")["reason"] == FAILED.reason
    empty: dict[str, Any] = {"figures": [], "plots": [], "tables": [], "notes": []}
    assert failed == {"name": "people", "scope": [], "shared_pages": None} | empty
    one = lead.get(f"/api/v1/{ADDRESS}annotators/{User.objects.get(username='annotator-0').pk}/")
    assert (one.json()["computed_at"], one.json()["signals"]) == (None, [])


def test_a_report_of_older_code_knows_no_section_that_failed(
    project: Project, lead: APIClient
) -> None:
    empty: dict[str, Any] = {"figures": [], "plots": [], "tables": [], "notes": []}
    run_job(job_id=lead.post(f"/api/v1/{ADDRESS}").json()["job"])
    older = {"kind": "nq", "sections": [{"name": "schedule"} | empty]}
    Report.objects.update(content=pack(canonical(older)))
    assert ask(lead).json()["results"] == [
        {"name": "schedule", "missing": None, "scope": [], "shared_pages": None} | empty
    ]


def test_one_section_can_be_asked_for(project: Project, lead: APIClient) -> None:
    compute(lead)
    names = [spec.name for spec in SECTIONS[project.kind]]
    body = ask(lead, section=names[-1]).json()
    assert [section["name"] for section in body["results"]] == names[-1:]
    answer = ask(lead, section="nonsense")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"section": f"Use one of {', '.join(names)}."}
    second = ask(lead, page=2, page_size=1).json()
    assert [section["name"] for section in second["results"]] == names[1:2]


def test_examples_are_listed_by_their_value(project: Project, lead: APIClient) -> None:
    compute(lead)
    first, second, third = project.examples.select_related("question").order_by("pk")
    rows = [
        {
            "id": example.pk,
            "example_id": str(example.example_id),
            "question": example.question.text,
            "annotations": count,
            "value": count,
        }
        for example, count in [(second, 3), (third, 2), (first, 1)]
    ]
    assert ask(lead, "examples/").json()["results"] == rows
    assert ask(lead, "examples/", column="annotations", low=2).json()["results"] == rows[:2]
    assert ask(lead, "examples/", low=1, high=1).json()["results"] == rows[2:]
    page = ask(lead, "examples/", page=2, page_size=2).json()
    assert (page["count"], page["results"]) == (3, rows[2:])


def test_without_a_hidden_split_there_are_no_statistics_of_one(lead: APIClient) -> None:
    answer = lead.post(f"/api/v1/{ADDRESS}", {"hidden_split": "only"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "nothing_hidden")
    assert ask(lead, hidden_split="only").json()["report"] is None
    assert ask(lead, hidden_split="all").status_code == 400


def test_an_unknown_column_is_refused_with_the_known_ones(lead: APIClient) -> None:
    compute(lead)
    answer = ask(lead, "examples/", column="nonsense")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_column")
    assert "annotations" in answer.json()["fields"]["column"]
    assert ask(lead, "examples/", low="little").status_code == 400


def test_asking_costs_the_same_whatever_was_found(
    project: Project, lead: APIClient, django_assert_max_num_queries: Any
) -> None:
    annotate_at_once(project, [[NULL]] * 10)
    compute(lead)
    with django_assert_max_num_queries(8):
        assert ask(lead).status_code == 200
    with django_assert_max_num_queries(7):
        assert ask(lead, "examples/").json()["count"] == 13
