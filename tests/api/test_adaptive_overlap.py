import pytest

from annotator.quality.reports.services import COMPUTE_STATISTICS
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
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
