"""The problems of a job as a table for a spreadsheet."""

import csv
import io
from typing import Any

import pytest

from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import AT, make_member, make_project

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]


@pytest.fixture
def job() -> Job:
    """A failed import of which three problems are listed, and two more were found."""
    member = make_member(make_project(), "lena", Role.LEAD)
    made = Job.objects.create(
        kind="import_nq",
        project_id=member.project_id,
        created_at=AT,
        created_by=member.user,
        state=JobState.FAILED,
        filename='dév "x".jsonl',
        problem_total=5,
    )
    JobProblem.objects.bulk_create(
        [
            JobProblem(job=made, file="a.jsonl", line=3, field="b", problem='Has ü, "x".', fix=""),
            JobProblem(job=made, file="=cmd()", line=None, field="", problem="@SUM(A1)", fix="-1"),
            JobProblem(
                job=made, file="a.jsonl", line=9, field="+b", problem="two\nlines", fix="F."
            ),
        ]
    )
    return made


def download(job: Job) -> Any:
    assert job.created_by is not None
    return client_of(job.created_by).get(f"/api/v1/jobs/{job.pk}/problems.csv")


def test_all_problems_come_as_a_table_in_which_nothing_is_a_formula(job: Job) -> None:
    answer = download(job)
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text))) == [
        ["file", "line", "field", "problem", "fix"],
        ["a.jsonl", "3", "b", 'Has ü, "x".', ""],
        ["'=cmd()", "", "", "'@SUM(A1)", "-1"],
        ["a.jsonl", "9", "'+b", "two\nlines", "F."],
        ["", "", "", "and 2 more that are not listed", ""],
    ]
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == (
        "attachment; filename*=utf-8''problems-d%C3%A9v%20%22x%22.jsonl.csv"
    )


def test_a_table_of_everything_ends_with_the_last_problem(job: Job) -> None:
    Job.objects.update(problem_total=3)
    lines = b"".join(download(job).streaming_content).decode("utf-8-sig")
    assert lines.endswith('"F."\r\n')
