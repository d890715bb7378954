from typing import Any

import pytest

from annotator.quality.reports.services import COMPUTE_STATISTICS
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_member, make_project

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/projects/project/adaptive-overlap/"


def test_a_lead_turns_it_on_changes_it_and_turns_it_off() -> None:
    lead = client_of(make_member(make_project(overlap=2), "lena", Role.LEAD).user)
    off = {
        "cap": None,
        "step": 1,
        "confidence": 0.9,
        "sample_share": 0.1,
        "examples": 0,
        "sample_annotations": 0,
        "job": None,
    }
    assert lead.get(ADDRESS).json() == off
    response = lead.put(ADDRESS, {"cap": 5, "step": 2, "confidence": 0.8})
    assert response.status_code == 200, response.content
    job = Job.objects.get(kind=COMPUTE_STATISTICS)
    on = {**off, "cap": 5, "step": 2, "confidence": 0.8, "job": str(job.pk)}
    assert response.json() == lead.get(ADDRESS).json() == on
    assert lead.put(ADDRESS, {"cap": None}).json() == {**on, "cap": None, "job": None}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "cap"),
        ({"cap": 2}, "cap"),
        ({"cap": 101}, "cap"),
        ({"cap": 5, "step": 0}, "step"),
        ({"cap": 5, "confidence": 1}, "confidence"),
    ],
)
def test_an_impossible_choice_is_refused_at_its_field(body: dict[str, Any], field: str) -> None:
    lead = client_of(make_member(make_project(overlap=2), "lena", Role.LEAD).user)
    response = lead.put(ADDRESS, body)
    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert not Job.objects.exists()


def test_long_form_projects_refuse_with_the_reason() -> None:
    lead = client_of(make_member(make_asqa_project("project"), "lena", Role.LEAD).user)
    response = lead.put(ADDRESS, {"cap": 5})
    assert (response.status_code, response.json()["code"]) == (409, "not_adaptive")
    assert "long-form answers" in response.json()["detail"]
