"""A lead exports a project that is in the bin, and does nothing else with it."""

import pytest
from rest_framework.test import APIClient

from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.models import Project, Role
from annotator.workspace.projects.standing import begin_erasing, delete_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import make_job, run_here

pytestmark = pytest.mark.django_db
PREFIX = "/api/v1"


@pytest.fixture
def project() -> Project:
    project = make_project("binned")
    make_examples(project, 1)
    make_member(project, "lead", Role.LEAD)
    make_member(project, "annotator")
    return delete_project(project=project, name="binned", at=AT, actor=None)


def as_member(project: Project, name: str) -> APIClient:
    client = APIClient()
    client.force_authenticate(project.memberships.get(user__username=name).user)
    return client


def test_a_lead_exports_and_downloads_it(project: Project) -> None:
    lead = as_member(project, "lead")
    exports = f"{PREFIX}/projects/binned/exports/"
    assert "nq" in [each["name"] for each in lead.get(exports).json()]
    answer = lead.post(exports, {"format": "nq"}, format="json")
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["job"])
    run_here(job)
    assert lead.get(f"{PREFIX}/jobs/{job.pk}/").json()["state"] == "succeeded"
    assert lead.get(f"{PREFIX}/jobs/{job.pk}/result/").status_code == 200


def test_other_jobs_and_pages_of_it_stay_out_of_reach(project: Project) -> None:
    lead = as_member(project, "lead")
    export, other = make_job("export_nq", project=project), make_job("import_nq", project=project)
    listed = lead.get(f"{PREFIX}/projects/binned/jobs/").json()["results"]
    assert [each["id"] for each in listed] == [str(export.pk)]
    assert lead.get(f"{PREFIX}/jobs/{export.pk}/").status_code == 200
    for address in (f"jobs/{other.pk}/", "projects/binned/", "projects/binned/examples/"):
        assert lead.get(f"{PREFIX}/{address}").status_code == 404


def test_annotators_export_nothing_from_the_bin(project: Project) -> None:
    annotator = as_member(project, "annotator")
    address = f"{PREFIX}/projects/binned/exports/"
    assert annotator.get(address).status_code == 404
    assert annotator.post(address, {"format": "nq"}, format="json").status_code == 404


def test_nothing_is_exported_once_erasing_has_begun(project: Project) -> None:
    Project.objects.update(deleted_at="2020-01-01T00:00:00Z")
    begin_erasing(project=project, at=AT)
    lead = as_member(project, "lead")
    assert lead.get(f"{PREFIX}/projects/binned/exports/").status_code == 404
