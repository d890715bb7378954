"""A lead's way through the browser: upload, watch, list the problems, export, download."""

import gzip
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.exchange.imports.import_jobs import imported_ids
from tests.factories.corpus import make_member, make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture
def lead(client: Client, settings: Any, tmp_path: Path) -> Client:
    """The browser of a lead of the project ``dev``."""
    settings.UPLOAD_DIR, settings.RESULT_DIR = tmp_path / "uploads", tmp_path / "results"
    client.force_login(make_member(make_project("dev"), "ada", Role.LEAD).user)
    return client


def upload(lead: Client, data: bytes, **fields: str) -> dict[str, Any]:
    """Upload a file, let a worker do the job; what the job says then."""
    file = SimpleUploadedFile("dev.jsonl.gz", data)
    answer = lead.post(f"{API}/projects/dev/imports/", {"file": file, "format": "nq"} | fields)
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    state: dict[str, Any] = lead.get(f"{API}/jobs/{answer.json()['job']}/").json()
    return state


def test_an_upload_is_imported_and_comes_back_by_download(lead: Client, tmp_path: Path) -> None:
    value = small_example()
    job = upload(lead, gzip.compress(orjson.dumps(value)), annotations="true")
    assert (job["state"], job["done"], job["total"], job["message"]) == (
        "succeeded",
        1,
        1,
        "Imported 1 example with 5 annotations.",
    )
    assert list((tmp_path / "uploads").iterdir()) == []
    export = lead.post(
        f"{API}/projects/dev/exports/", {"format": "nq"}, content_type="application/json"
    ).json()["job"]
    run_job(job_id=UUID(export))
    result = lead.get(lead.get(f"{API}/jobs/{export}/").json()["result_url"])
    packed = b"".join(result.streaming_content)  # type: ignore[attr-defined]
    assert [orjson.loads(line) for line in gzip.decompress(packed).splitlines()] == [value]
    assert result["Content-Disposition"] == 'attachment; filename="dev-nq.jsonl.gz"'


def test_the_problems_of_an_upload_are_listed_under_its_own_name(lead: Client) -> None:
    lines = [orjson.dumps(small_example(1)), b"{"]
    job = upload(lead, b"\n".join(lines), on_error="stop")
    problems = lead.get(f"{API}/jobs/{job['id']}/problems/").json()["results"]
    assert (job["state"], job["message"], job["problem_count"]) == (
        "failed",
        "Stopped at dev.jsonl.gz:2. Nothing was imported.",
        1,
    )
    assert [(p["file"], p["line"], p["field"]) for p in problems] == [("dev.jsonl.gz", 2, "")]


def test_an_upload_can_skip_bad_lines(lead: Client) -> None:
    job = upload(lead, b"{\n" + orjson.dumps(small_example(4)), on_error="skip")
    assert job["state"] == "succeeded"
    assert imported_ids(Project.objects.get()) == [4]
