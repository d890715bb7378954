"""A section that fails: what the report has of it, and that the others are as without it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import numpy as np
import pytest
from django.db import InterfaceError, OperationalError, connection
from structlog.testing import capture_logs

from annotator.quality.reports.compute import content_of, details_of
from annotator.quality.reports.example_table import KEY
from annotator.quality.reports.figures import Figure, Section
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.models import Report
from annotator.quality.reports.packing import unpack_columns
from annotator.quality.reports.refresh import QUIET, refresh_open_projects
from annotator.quality.reports.section_results import FAILED
from annotator.quality.reports.services import latest_report, start_statistics
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.quality.reports.reporting import make_report

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
INTERNALS = "column 7 of /srv/secret is wrong"
SPANS = Given(0, ((0, 2),))
FEW = ("schedule", "ambiguity", "people")
"""Sections that take no simulation to compute: a report of these is made in no time."""


@pytest.fixture
def project() -> Project:
    project = make_project(overlap=3)
    annotate_at_once(project, [[LONG, NULL, SPANS], [SPANS, SPANS, NULL], [NULL, NULL, LONG]])
    return project


def fail(*_: Any) -> Any:
    raise ZeroDivisionError(INTERNALS)


def say_no_number(_: Any) -> Section:
    return Section("people", [Figure("null", "share", float("nan"))])


def say_what_json_does_not_have(_: Any) -> Section:
    return Section("people", [Figure("null", "share", np.float32(1))])  # type: ignore[arg-type]


WAYS: dict[str, dict[str, Any]] = {
    "inputs": {"inputs": fail},
    "figures": {"compute": fail},
    "examples": {"example_columns": fail},
    "details": {"details": fail},
    "no number": {"compute": say_no_number},
    "no value": {"compute": say_what_json_does_not_have},
    "no text": {"details": lambda _: {"1": b"bytes"}},
}


Breaking = Callable[..., None]


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> Breaking:
    """Replaces parts of the named sections, of all that a report has in these tests."""
    every = {spec.name: spec for spec in SECTIONS[Kind.NQ]}

    def let_fail(changes: dict[str, Any], *names: str) -> None:
        specs = [replace(every[name], **changes) if name in names else every[name] for name in FEW]
        monkeypatch.setitem(cast(dict[str, Any], SECTIONS), Kind.NQ, tuple(specs))

    let_fail({})
    return let_fail


def sections_of(report: Report) -> dict[str, Any]:
    return {section["name"]: section for section in content_of(report)["sections"]}


def columns_of(report: Report) -> dict[str, str]:
    return {
        name: repr(each.tolist()) for name, each in unpack_columns(report.example_table).items()
    }


@pytest.mark.parametrize("way", WAYS)
def test_the_others_are_as_if_it_had_not_failed(
    project: Project, breaking: Breaking, way: str
) -> None:
    whole = make_report(project)
    whole_table, whole_sections = columns_of(whole), sections_of(whole)
    breaking(WAYS[way], "people")
    report = make_report(project)
    assert report.failed_sections == ["people"]
    sections = sections_of(report)
    assert tuple(sections) == FEW
    assert sections.pop("people") == {
        "name": "people",
        "figures": [],
        "plots": [],
        "tables": [],
        "notes": [],
        "shared_pages": None,
        "missing": {
            "reason": FAILED.reason,
            "needed": FAILED.needed,
            "have": None,
            "need": None,
        },
    }
    del whole_sections["people"]
    assert sections == whole_sections
    assert columns_of(report) == whole_table
    assert details_of(report, "people") == {}
    assert [stage["name"] for stage in report.stages][-3:] == list(FEW)


@pytest.mark.only_on("postgresql", reason="SQLite divides by zero without an error")
def test_a_statement_that_fails_leaves_the_others_their_inputs(
    project: Project, breaking: Breaking
) -> None:
    def divide(*_: Any) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    breaking({"inputs": divide}, "schedule")
    assert make_report(project).failed_sections == ["schedule"]


@pytest.mark.parametrize("kind", list(Kind))
def test_every_section_may_fail(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tuple(replace(spec, compute=fail) for spec in SECTIONS[kind])
    monkeypatch.setitem(cast(dict[str, Any], SECTIONS), kind, broken)
    report = make_report(make_project(kind=kind))
    failed = [name for name, section in sections_of(report).items() if section["missing"]]
    assert failed == [spec.name for spec in broken]
    assert sorted(failed) == report.failed_sections


def test_the_columns_of_a_section_that_failed_are_not_kept(
    project: Project, breaking: Breaking
) -> None:
    whole = set(columns_of(make_report(project)))
    breaking({"details": fail}, "ambiguity")
    table = set(columns_of(make_report(project)))
    assert table < whole
    assert KEY in table
    assert not any(name.startswith("mu_") for name in table)


def test_the_job_names_what_failed_and_the_log_has_why(
    project: Project, breaking: Breaking
) -> None:
    breaking({"compute": fail}, "schedule", "people")
    job = start_statistics(project=project, at=AT, actor=None, queue=False)
    with capture_logs() as lines:
        ended = run_job(job_id=job.pk)
    assert ended is not None
    assert ended.state == JobState.SUCCEEDED
    assert ended.message == (
        "Computed from 9 annotations of 3 examples."
        " Could not be computed because of an error: people, schedule. The server's log has it."
    )
    assert ended.done == ended.total
    said = [line for line in lines if line["event"] == "section_failed"]
    assert [(line["section"], line["job"], line["log_level"]) for line in said] == [
        ("schedule", str(job.pk), "error"),
        ("people", str(job.pk), "error"),
    ]
    assert all(line["exc_info"] for line in said)
    assert INTERNALS not in str(content_of(Report.objects.get())) + ended.message


def test_who_takes_over_names_what_failed_too(project: Project, breaking: Breaking) -> None:
    breaking({"compute": fail}, "people")
    report = make_report(project)
    Job.objects.filter(pk=report.job_id).update(state=JobState.QUEUED, message="")
    again = run_job(job_id=report.job_id)
    assert again is not None
    assert "because of an error: people." in again.message


def test_the_same_failure_gives_the_same_bytes_and_a_run_that_works_others(
    project: Project, breaking: Breaking
) -> None:
    whole = make_report(project)
    details = bytes(whole.details), columns_of(whole)
    breaking({"compute": fail}, "people")
    first, second = make_report(project), make_report(project, at=AT + timedelta(minutes=5))
    assert bytes(first.content) == bytes(second.content) != bytes(whole.content)
    assert first.fingerprint == second.fingerprint != whole.fingerprint
    breaking({})
    again = make_report(project)
    assert (again.fingerprint, again.failed_sections) == (whole.fingerprint, [])
    assert bytes(again.content) == bytes(whole.content)
    assert (bytes(again.details), columns_of(again)) == details


def test_a_report_with_a_section_that_failed_is_made_anew_by_itself(
    project: Project, breaking: Breaking
) -> None:
    breaking({"compute": fail}, "people")
    make_report(project)
    assert refresh_open_projects(at=AT + QUIET - timedelta(seconds=1)) == []
    breaking({})
    (job,) = refresh_open_projects(at=AT + QUIET)
    run_job(job_id=job.pk)
    assert latest_report(project).failed_sections == []
    assert refresh_open_projects(at=AT + timedelta(days=1)) == []


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("part", ["inputs", "compute"])
def test_a_database_that_is_away_is_no_fault_of_a_section(
    project: Project, breaking: Breaking, error: type[Exception], part: str
) -> None:
    def away(*_: Any) -> Any:
        raise error("the server closed the connection")

    breaking({part: away}, "people")
    job = start_statistics(project=project, at=AT, actor=None, queue=False)
    with pytest.raises(error):
        run_job(job_id=job.pk)
    assert not Report.objects.exists()
    assert Job.objects.get(pk=job.pk).state == JobState.RUNNING
