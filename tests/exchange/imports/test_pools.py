"""Imports that use a pool of processes, and lose some of them."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from annotator.workspace.jobs.models import Job, JobState
from scripts.bootstrap import ROOT
from tests.exchange.imports.import_jobs import contents, imported_ids, run_import, write_lines
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db


def pool_processes() -> list[int]:
    """The processes of pools that this one has started."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if (
                entry.name.isdigit()
                and (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid())
                and b"pool_process" in (entry / "cmdline").read_bytes()
            ):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_an_import_whose_pool_processes_are_killed_brings_every_line(tmp_path: Path, settings: Any):
    settings.EXAMPLES_AT_ONCE = 2
    lines = [small_example(number, f"Page {number % 4}") for number in range(40)]
    path = write_lines(tmp_path / "lines.jsonl", lines)
    settings.IMPORT_PROCESSES = 1
    alone = make_project("alone")
    run_import(alone, path, annotations=True)
    killed: list[int] = []

    def kill(job: Job) -> None:
        # Once: what kills thrice is given up, and lines that wait may meet both of these.
        if job.done and not killed:
            killed.extend(pool_processes())
            for process in killed:
                os.kill(process, signal.SIGKILL)

    settings.IMPORT_PROCESSES = 2
    project = make_project("killed")
    job = run_import(project, path, annotations=True, observer=kill)
    assert job.state == JobState.SUCCEEDED, job.message
    assert len(imported_ids(project)) == 40
    assert killed
    assert pool_processes() == []
    assert imported_ids(project) == imported_ids(alone)
    assert [row[:9] for row in contents(project)] == [row[:9] for row in contents(alone)]


def test_a_pool_process_loads_neither_celery_nor_models() -> None:
    program = (
        "import sys; import annotator.exchange.imports.page_packing; "
        "import annotator.exchange.imports.example_packing; "
        "print(*sorted({'celery', 'django.apps', 'django.db', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
