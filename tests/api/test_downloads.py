"""Downloads of results: whole, in ranges, and under conditions."""

from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_member, make_project

pytestmark = pytest.mark.django_db

CONTENT = bytes(range(256)) * 4096  # 1 MiB: several blocks


@pytest.fixture
def lead(settings: Any, tmp_path: Path) -> APIClient:
    settings.RESULT_DIR = tmp_path
    return client_of(make_member(make_project(), "lena", Role.LEAD).user)


@pytest.fixture
def address(lead: APIClient, tmp_path: Path) -> str:
    """Where the result of a job is."""
    member = make_member(make_project("other"), "lena", Role.LEAD)
    job = Job.objects.create(
        kind="export_nq",
        project_id=member.project_id,
        created_at=AT,
        finished_at=AT,
        state=JobState.SUCCEEDED,
    )
    job.result_path, job.result_name = f"{job.pk}/größe.jsonl.gz", "größe.jsonl.gz"
    job.save()
    (tmp_path / str(job.pk)).mkdir()
    (tmp_path / job.result_path).write_bytes(CONTENT)
    return f"/api/v1/jobs/{job.pk}/result/"


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_a_whole_download_says_that_it_could_be_continued(lead: APIClient, address: str) -> None:
    answer = lead.get(address)
    assert (answer.status_code, body_of(answer)) == (200, CONTENT)
    headers = {
        name: answer[name]
        for name in (
            "Accept-Ranges",
            "Content-Length",
            "Content-Type",
            "Content-Disposition",
            "Cache-Control",
        )
    }
    assert headers == {
        "Accept-Ranges": "bytes",
        "Content-Length": str(len(CONTENT)),
        "Content-Type": "application/octet-stream",
        "Content-Disposition": "attachment; filename*=utf-8''gr%C3%B6%C3%9Fe.jsonl.gz",
        "Cache-Control": "private, no-cache, no-transform",
    }
    assert answer["ETag"].startswith('"')
    assert lead.get(address)["ETag"] == answer["ETag"]


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", slice(0, 1)),
        ("bytes=5-300000", slice(5, 300_001)),
        ("bytes=1000000-", slice(1_000_000, None)),
        ("bytes=-7", slice(-7, None)),
        ("bytes=10-99999999", slice(10, None)),
        ("Bytes= 1 - 2 ", slice(1, 3)),
    ],
)
def test_a_range_is_that_part(lead: APIClient, address: str, asked: str, part: slice) -> None:
    answer = lead.get(address, headers={"Range": asked})
    start, stop, _ = part.indices(len(CONTENT))
    assert (answer.status_code, answer["Content-Range"], answer["Content-Length"]) == (
        206,
        f"bytes {start}-{stop - 1}/{len(CONTENT)}",
        str(stop - start),
    )
    assert body_of(answer) == CONTENT[part]


@pytest.mark.parametrize("asked", [f"bytes={len(CONTENT)}-", "bytes=99999999-", "bytes=-0"])
def test_a_range_beyond_the_end_can_not_be_satisfied(
    lead: APIClient, address: str, asked: str
) -> None:
    answer = lead.get(address, headers={"Range": asked})
    assert (answer.status_code, answer["Content-Range"], body_of(answer)) == (
        416,
        f"bytes */{len(CONTENT)}",
        b"",
    )


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=9-3",
        "bytes=0-1,5-6",
        "lines=0-1",
        "0-1",
        "bytes",
        f"bytes={'9' * 5000}-",
    ],
    ids=lambda asked: str(asked)[:20],
)
def test_what_is_no_single_range_gives_the_whole(lead: APIClient, address: str, asked: str) -> None:
    answer = lead.get(address, headers={"Range": asked})
    assert (answer.status_code, len(body_of(answer))) == (200, len(CONTENT))


def test_a_range_of_another_version_gives_the_whole(lead: APIClient, address: str) -> None:
    first = lead.get(address)
    statuses = [
        lead.get(address, headers={"Range": "bytes=5-", "If-Range": known}).status_code
        for known in (first["ETag"], first["Last-Modified"], '"other"', f"W/{first['ETag']}", "x")
    ]
    assert statuses == [206, 206, 200, 200, 200]


def test_a_file_that_was_written_anew_has_another_tag(
    lead: APIClient, address: str, tmp_path: Path
) -> None:
    before = lead.get(address)["ETag"]
    (path,) = tmp_path.glob("*/*.gz")
    path.write_bytes(CONTENT)
    assert lead.get(address)["ETag"] != before


def test_conditions_are_heeded(lead: APIClient, address: str) -> None:
    etag = lead.get(address)["ETag"]
    statuses = [
        lead.get(address, headers=headers).status_code
        for headers in (
            {"If-None-Match": etag},
            {"If-None-Match": '"other"'},
            {"If-Match": etag},
            {"If-Match": '"other"'},
        )
    ]
    assert statuses == [304, 200, 200, 412]


def test_head_gives_the_headers_alone(lead: APIClient, address: str) -> None:
    answer = lead.head(address, headers={"Range": "bytes=5-"})
    assert (answer.status_code, answer["Content-Length"], answer["Accept-Ranges"]) == (
        200,
        str(len(CONTENT)),
        "bytes",
    )
    assert body_of(answer) == b""


def test_a_result_that_is_not_kept_is_not_found(
    lead: APIClient, address: str, tmp_path: Path
) -> None:
    (path,) = tmp_path.glob("*/*.gz")
    path.unlink()
    answer = lead.get(address)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
