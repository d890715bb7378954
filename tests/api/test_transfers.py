"""Uploads and results: for leads alone."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project, make_user
from tests.factories.jobs import make_job

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]
STATUS = {"lead": 202, "annotator": 403, "expert": 403, "stranger": 404, "nobody": 401}


def people() -> dict[str, object]:
    project = make_project()
    members = {role.value: make_member(project, role.value, role).user for role in Role}
    return {**members, "stranger": make_user("stranger"), "nobody": None}


@pytest.mark.parametrize("role", list(STATUS))
def test_only_leads_upload(role: str, tmp_path: Path) -> None:
    client = client_of(people()[role])  # type: ignore[arg-type]
    file = SimpleUploadedFile("../x.jsonl", b"{}\n")
    answer = client.post(
        "/api/v1/projects/project/imports/", {"file": file, "format": "nq"}, format="multipart"
    )
    assert answer.status_code == STATUS[role]
    stored = sorted(path.name for path in tmp_path.rglob("*.jsonl"))
    assert stored == (["x.jsonl"] if role == "lead" else [])


@pytest.mark.parametrize("role", list(STATUS))
def test_only_leads_download_results(role: str, tmp_path: Path) -> None:
    person = people()[role]
    project = make_member(make_project("other"), "lead").project
    job = make_job("export_nq", project=project)
    own = client_of(person)  # type: ignore[arg-type]
    address = f"/api/v1/jobs/{job.pk}/result/"
    assert own.get(address).status_code == (401 if role == "nobody" else 404)


def test_a_result_comes_as_a_file_that_no_browser_opens(tmp_path: Path) -> None:
    lead = make_member(make_project(), "lena", Role.LEAD)
    job = make_job("export_nq", project=lead.project)
    address = f"/api/v1/jobs/{job.pk}/result/"
    assert client_of(lead.user).get(address).status_code == 404
    folder = tmp_path / "results" / str(job.pk)
    folder.mkdir(parents=True)
    (folder / "out.jsonl").write_bytes(b'{"a": 1}\n')
    Job.objects.update(
        state=JobState.SUCCEEDED, result_path=f"{job.pk}/out.jsonl", result_name="out.jsonl"
    )
    answer = client_of(lead.user).get(address)
    assert b"".join(answer.streaming_content) == b'{"a": 1}\n'  # type: ignore[attr-defined]
    assert answer["Content-Disposition"] == 'attachment; filename="out.jsonl"'
    assert answer["Content-Type"] == "application/octet-stream"


def test_an_upload_beyond_the_limit_is_refused(settings: Any, tmp_path: Path) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    lead = make_member(make_project(), "lena", Role.LEAD).user
    answer = client_of(lead).post(
        "/api/v1/projects/project/imports/",
        {"file": SimpleUploadedFile("x.jsonl", b"x" * 11), "format": "nq"},
        format="multipart",
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "upload_too_large")
    assert not Job.objects.exists()


def test_jobs_of_one_kind_are_found_behind_many_others() -> None:
    lead = make_member(make_project(), "lena", Role.LEAD)
    for kind in ("export_nq", "refresh_pages", *["order_examples"] * 60):
        make_job(kind, project=lead.project)

    def _kinds(asked: str) -> list[str]:
        answer = client_of(lead.user).get("/api/v1/projects/project/jobs/", {"kinds": asked})
        return sorted(row["kind"] for row in answer.json()["results"])

    assert _kinds("export") == ["export_nq"]
    assert _kinds("export, refresh_pages") == ["export_nq", "refresh_pages"]
    assert _kinds("import") == []
    assert len(_kinds("")) == 50
