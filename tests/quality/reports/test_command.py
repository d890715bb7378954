"""``compute_statistics SLUG``."""

import json
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from annotator.quality.reports.management.commands import compute_statistics
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, annotate_at_once

pytestmark = pytest.mark.django_db


def test_the_command_says_what_it_reported(capsys: pytest.CaptureFixture[str]) -> None:
    annotate_at_once(make_project(overlap=2), [[LONG, NULL], [NULL]])
    call_command("compute_statistics", "project", "--json")
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines == ["Computed from 3 annotations of 2 examples."]
    values, report = json.loads(last), Report.objects.get()
    assert values["state"] == "succeeded"
    assert values["done"] == values["total"]
    assert values["report"] == report.pk
    assert (values["annotations"], values["examples"]) == (3, 2)
    assert values["fingerprint"] == report.fingerprint
    assert values["content_sha256"] == report.content_sha256
    assert [each["name"] for each in values["stages"]][:4] == ["plan", "chunks", "load", "inputs"]


def test_an_unknown_project_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("compute_statistics", "nowhere")
    assert end.value.code == 1
    assert "There is no project nowhere." in capsys.readouterr().err


def running(worker: str) -> Job:
    """A job that a worker of this name has begun just now."""
    job = start_statistics(project=make_project(), at=AT, actor=None, queue=False)
    changes = {"worker": worker, "heartbeat_at": timezone.now(), "attempts": 1}
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, **changes)
    return job


def test_a_command_that_was_killed_is_taken_up_by_the_next() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    job = running(f"{socket.gethostname()}:{gone.pid}:x")
    call_command("compute_statistics", "project")
    assert Report.objects.get().job_id == job.pk
    assert Job.objects.get().state == JobState.SUCCEEDED


def test_a_job_that_its_worker_hands_back_just_then_is_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_project()
    seen: list[JobState] = []

    def hand_back_once(job: Job) -> Job:
        job = run_in_foreground(job) if seen else Job.objects.get(pk=job.pk)
        seen.append(JobState(job.state))
        return job

    monkeypatch.setattr(compute_statistics, "run_in_foreground", hand_back_once)
    call_command("compute_statistics", "project")
    assert seen == [JobState.QUEUED, JobState.SUCCEEDED]
    assert Report.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_command_waits_for_a_worker_and_then_reports_what_is_there_now(
    capsys: pytest.CaptureFixture[str],
) -> None:
    job = running("elsewhere:1:x")

    def command() -> None:
        try:
            call_command("compute_statistics", "project")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(command)
        Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED)
        run_job(job_id=job.pk)
        done.result()
    assert Job.objects.filter(state=JobState.SUCCEEDED).count() == Job.objects.count()
    assert "Computed from 0 annotations of 0 examples." in capsys.readouterr().out
