"""Jobs of real workers that are killed with -9 or told to end, on both databases and brokers."""

from pathlib import Path

import pytest

from tests.exchange.imports.import_jobs import write_lines
from tests.material.formats.nq_examples import small_example
from tests.workspace.jobs.real_worker import Platform

pytestmark = pytest.mark.long

EXAMPLES = 400


@pytest.fixture
def file(tmp_path: Path) -> Path:
    lines = [small_example(number, f"Page {number}") for number in range(1, EXAMPLES + 1)]
    return write_lines(tmp_path / "in.jsonl.gz", lines)


def make_project(platform: Platform, slug: str) -> None:
    platform.manage("create_project", slug, "--kind", "nq", "--title", slug, "--overlap", "1")


def test_import_and_export_survive_workers_that_are_killed(
    platform: Platform, file: Path, tmp_path: Path
) -> None:
    for slug in ("calm", "killed"):
        make_project(platform, slug)
    platform.manage("import_nq", "calm", str(file), "--annotations")
    platform.manage("export_nq", "calm", str(tmp_path / "calm.jsonl.gz"))

    job = platform.queue("killed", "import_nq", paths=[str(file)], annotations=True)
    for done in (20, 120):
        with platform.worker() as worker:
            seen = platform.wait_until(job, done=done)
            worker.kill()
        assert seen["state"] == "running"
    with platform.worker():
        seen = platform.wait_until(job, state="succeeded")
    assert (seen["done"], seen["message"]) == (
        EXAMPLES,
        f"Imported {EXAMPLES} examples with {EXAMPLES * 5:,} annotations.",
    )

    job = platform.queue("killed", "export_nq")
    with platform.worker() as worker:
        platform.wait_until(job, done=50)
        worker.kill()
    with platform.worker():
        result = platform.wait_until(job, state="succeeded")
    exported = tmp_path / "data" / "results" / result["result_path"]
    assert exported.read_bytes() == (tmp_path / "calm.jsonl.gz").read_bytes()
    assert [path.name for path in exported.parent.iterdir()] == [exported.name]


def test_a_worker_that_is_told_to_end_leaves_its_job_to_the_next(
    platform: Platform, file: Path
) -> None:
    make_project(platform, "dev")
    job = platform.queue("dev", "import_nq", paths=[str(file)])
    with platform.worker() as worker:
        platform.wait_until(job, done=20)
        assert worker.end() == 0
    left = platform.look_at(job)
    assert (left["state"], 20 <= left["done"] < EXAMPLES) == ("queued", True)
    with platform.worker():
        assert platform.wait_until(job, state="succeeded")["done"] == EXAMPLES
