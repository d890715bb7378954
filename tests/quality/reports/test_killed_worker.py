"""Statistics of a real worker that is killed with -9 in the middle of a section, on both databases
and brokers.
"""

import contextlib
import os
import threading
from pathlib import Path

import pytest

from annotator.quality.reports.services import COMPUTE_STATISTICS
from tests.exchange.imports.import_jobs import write_lines
from tests.material.formats.nq_examples import small_example
from tests.workspace.jobs.real_worker import PATIENCE_SECONDS, Platform

pytestmark = pytest.mark.long

EXAMPLES = 12
ANNOTATIONS = 5
DONE_BY_THEN = 1 + 4
"""The chunk and the sections before the one in which the worker is killed."""


def hold(pipe: Path) -> int:
    """Open the pipe for writing as soon as a reader waits at it; the open file."""
    pause = threading.Event()
    for _ in range(PATIENCE_SECONDS * 20):
        # Without a reader this fails.
        with contextlib.suppress(OSError):
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        pause.wait(0.05)
    raise AssertionError("no worker has come to the section")


def test_who_takes_over_from_a_killed_worker_makes_the_same_report(
    platform: Platform, tmp_path: Path
) -> None:
    lines = [small_example(number, f"Page {number}") for number in range(1, EXAMPLES + 1)]
    file = write_lines(tmp_path / "in.jsonl.gz", lines)
    platform.manage("create_project", "dev", "--kind", "nq", "--title", "dev", "--overlap", "1")
    platform.manage("import_nq", "dev", str(file), "--annotations")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    job = platform.queue("dev", COMPUTE_STATISTICS, seed=7)
    with platform.worker(include="tests.quality.reports.held_section", HELD_BY=str(pipe)) as worker:
        held = hold(pipe)
        worker.kill()
        os.close(held)
    left = platform.look_at(job)
    assert (left["state"], left["done"]) == ("running", DONE_BY_THEN)
    assert platform.reports() == []

    with platform.worker():
        ended = platform.wait_until(job, state="succeeded")
    counted = f"{EXAMPLES * ANNOTATIONS} annotations of {EXAMPLES} examples"
    assert ended["message"] == f"Computed from {counted}."
    [taken_over] = platform.reports()
    assert taken_over["job"] == job

    assert platform.forget_chunks() == 1
    calm = platform.queue("dev", COMPUTE_STATISTICS, seed=7)
    with platform.worker():
        platform.wait_until(calm, state="succeeded")
    _, undisturbed = platform.reports()
    assert undisturbed == taken_over | {"job": calm}
