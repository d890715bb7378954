from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.dateparse import parse_datetime

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import (
    AT,
    make_annotators,
    make_examples,
    make_member,
    make_project,
)

pytestmark = pytest.mark.django_db
SECONDS = {"question": 1.0, "long_answer": 4.0, "short_answer": 2.5}


def annotate(project: Project, answers: list[dict[str, Any]]) -> None:
    """The first annotator of the project gives these answers to the first examples."""
    (annotator,) = make_annotators(project, 1)
    for answer in answers:
        assignment = claim_assignment(project=project, annotator=annotator, at=AT)
        assert assignment
        full = {"long_answer": None, "short_answers": [], "yes_no_answer": "NONE", **answer}
        submit_annotation(assignment=assignment, answer=full, at=AT, active_seconds=SECONDS)


GOOD = {"question_quality": "good", "long_answer": {"candidate_index": 0}}
NULL = {"question_quality": "good"}
BAD = {"question_quality": "bad"}


def make_job(project: Project) -> None:
    create_job(
        kind="export_nq", parameters={}, project_id=project.pk, at=AT, created_by=None, queue=False
    )


def lead_of(project: Project) -> Any:
    return client_of(make_member(project, "lena", Role.LEAD).user)


def test_progress_counts_what_is_done() -> None:
    project = make_project(overlap=2)
    make_examples(project, 3)
    annotate(project, [GOOD, BAD])
    figures = lead_of(project).get("/api/v1/projects/project/progress/").json()["project"]
    assert parse_datetime(figures.pop("as_of")) is not None
    assert figures == {
        "examples": 3,
        "examples_complete": 0,
        "examples_with_clauses": 0,
        # One person can make one of each example's two annotations.
        "out_of_reach": {"annotations": 3, "examples": 3, "annotators": 1, "missing": 1},
        "annotations_required": 6,
        "annotations_submitted": 2,
        "late": 0,
        "open_assignments": 0,
        "annotators": 1,
        "by_day": [{"date": "2026-01-05", "annotations": 2}],
        "long_form": None,
    }


def test_annotators_figures_equal_those_worked_out_by_hand() -> None:
    project = make_project()
    make_examples(project, 4)
    annotate(project, [GOOD, NULL, BAD, GOOD])
    (row,) = lead_of(project).get("/api/v1/projects/project/annotators/").json()["results"]
    assert parse_datetime(row.pop("as_of")) is not None
    assert row == {
        "id": project.memberships.get(user__username="annotator-0").user_id,
        "username": "annotator-0",
        "display_name": "",
        "name": "annotator-0",
        "pseudonym": project.memberships.get(user__username="annotator-0").pseudonym,
        "submitted": 4,
        "open": 0,
        "last_at": "2026-01-05T09:00:00Z",
        "seconds_median": 7.5,
        "null_share": 0.5,
        "bad_share": 0.25,
        "long_form": None,
        "gold": None,
        "controls": None,
    }


def test_examples_can_be_filtered_by_state_and_searched() -> None:
    project = make_project()
    make_examples(project, 3)
    annotate(project, [GOOD])
    client = lead_of(project)

    def _ids(**query: str) -> list[str]:
        rows = client.get("/api/v1/projects/project/examples/", query).json()["results"]
        return [row["example_id"] for row in rows]

    assert _ids() == ["1", "2", "3"]
    assert _ids(state="complete") == ["1"]
    assert _ids(state="unstarted") == ["2", "3"]
    assert _ids(search="(2)") == ["2"]
    assert _ids(search="3") == ["3"]
    assert _ids(search="--3") == []
    assert _ids(ordering="-position") == ["3", "2", "1"]


def test_an_example_shows_all_its_annotations_with_bytes() -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    annotate(project, [GOOD])
    client = lead_of(project)
    body = client.get(f"/api/v1/projects/project/examples/{example.pk}/").json()
    (annotation,) = body["annotations"]
    assert annotation["annotator"] == "annotator-0"
    assert annotation["active_seconds"] == SECONDS
    assert annotation["long_answer"]["tag"] == "P"
    frame = client.get(body["page"]["html_url"])
    assert (frame.status_code, frame["Content-Type"]) == (200, "text/html; charset=utf-8")


def test_annotations_can_be_filtered() -> None:
    project = make_project()
    make_examples(project, 3)
    annotate(project, [GOOD, NULL, BAD])
    client = lead_of(project)

    def _count(**query: str) -> int:
        count: int = client.get("/api/v1/projects/project/annotations/", query).json()["count"]
        return count

    assert _count() == 3
    assert _count(question_quality="bad") == 1
    assert _count(has_long_answer="true") == 1
    assert _count(has_long_answer="false") == 2
    assert _count(annotator="annotator-0") == 3
    assert _count(annotator="nobody") == 0
    assert _count(late="true") == 0


@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("examples/", 6),
        ("annotations/", 8),
        ("annotators/", 15),
        ("members/", 4),
        ("jobs/", 5),
    ],
)
def test_lists_need_the_same_queries_for_one_row_and_for_three(path: str, queries: int) -> None:
    counts = []
    for rows in (1, 3):
        project = make_project(f"project-{rows}")
        make_examples(project, rows)
        annotate(project, [GOOD] * rows)
        for _ in range(rows):
            make_job(project)
        client = client_of(make_member(project, f"lena-{rows}", Role.LEAD).user)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/api/v1/projects/project-{rows}/{path}").status_code == 200
        counts.append(len(captured))
    assert counts == [queries, queries]


def test_guidelines_are_rendered_without_raw_html() -> None:
    project = make_project()
    client = lead_of(project)
    markdown = "# Read\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n| a |\n|---|\n| b |"
    body = client.put("/api/v1/projects/project/guidelines/", {"markdown": markdown}).json()
    assert (body["version"], body["markdown"]) == (1, markdown)
    assert "<script" not in body["html"]
    assert 'href="javascript' not in body["html"]
    assert "<table>" in body["html"]


def test_creating_a_project_with_a_taken_slug_names_the_field() -> None:
    client = lead_of(make_project())
    body = {"slug": "project", "kind": "nq", "title": "Again", "overlap": 1}
    answer = client.post("/api/v1/projects/", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
    assert list(answer.json()["fields"]) == ["slug"]


def test_a_project_begins_with_guidelines_that_can_be_saved_again() -> None:
    client = lead_of(make_project())
    body = {"slug": "new-one", "kind": "nq", "title": "T", "overlap": 1}
    answer = client.post("/api/v1/projects/", {**body, "guidelines": 200_001 * "a"})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["guidelines"])


def test_a_member_who_was_ended_comes_back_with_all_they_wrote() -> None:
    project = make_project(overlap=1)
    make_examples(project, 2)
    annotate(project, [NULL])
    membership = project.memberships.get(role=Role.ANNOTATOR)
    lead, own = lead_of(project), client_of(membership.user)
    address, members = "/api/v1/projects/project/", "/api/v1/projects/project/members/"
    before = own.get(f"{address}assignments/").json()["results"]
    assert len(before) == 1
    assert own.patch(f"{members}{membership.pk}/", {"is_active": False}).status_code == 403
    assert lead.patch(f"{members}{membership.pk}/", {"is_active": False}).status_code == 200
    assert own.get(address).status_code == 404
    assert own.post(f"{address}assignments/next/").status_code == 404
    assert lead.get(f"{address}annotations/").json()["count"] == 1
    assert lead.patch(f"{members}{membership.pk}/", {"is_active": True}).status_code == 200
    assert own.get(f"{address}assignments/").json()["results"] == before
    assert own.post(f"{address}assignments/next/").status_code == 200
