"""Pools of processes: order, killed processes, and none that is left behind."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from annotator.workspace.jobs.process_pool import (
    MOST_DEATHS,
    ProcessDiedError,
    ProcessPool,
    WorkFailedError,
    given_cores,
)
from tests.workspace.jobs.pool_work import die, die_once, freeze, refuse, square

PATIENCE_SECONDS = 600

PARENT = """
from annotator.workspace.jobs.process_pool import ProcessPool
from tests.workspace.jobs.pool_work import square
with ProcessPool(square, processes=2) as pool:
    list(pool.map(range(8)))
    print(*pool.process_ids, flush=True)
    input()
"""


def wait_for_the_end_of(*processes: int) -> bool:
    """Whether all have ended, within a time that no machine needs."""
    for process in processes:
        try:
            descriptor = os.pidfd_open(process)
        except ProcessLookupError:
            continue
        try:
            if not select.select([descriptor], [], [], PATIENCE_SECONDS)[0]:
                return False
        finally:
            os.close(descriptor)
    return True


@pytest.mark.parametrize(
    ("limit", "cores"),
    [("max 100000\n", 8), ("200000 100000\n", 2), ("50000 100000\n", 1), ("250000 100000\n", 3)],
)
def test_a_container_gives_no_more_cores_than_its_limit(
    limit: str, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    path = tmp_path / "cpu.max"
    assert given_cores(path) == 8
    path.write_text(limit)
    assert given_cores(path) == cores


def test_a_pool_answers_in_the_order_of_its_tasks_and_ends_its_processes():
    with ProcessPool(square, processes=2) as pool:
        assert list(pool.map(range(20))) == [(number, number * number) for number in range(20)]
        processes = pool.process_ids
    assert wait_for_the_end_of(*processes)


def test_a_task_whose_process_is_killed_is_done_by_another(tmp_path: Path):
    tasks = [(tmp_path / str(number // 2), number) for number in range(4)]
    with ProcessPool(die_once, processes=2) as pool:
        assert [number for _, number in pool.map(tasks)] == [0, 1, 2, 3]


def test_an_idle_process_that_is_killed_is_replaced():
    with ProcessPool(square, processes=1) as pool:
        assert list(pool.map([2])) == [(2, 4)]
        os.kill(pool.process_ids[0], signal.SIGKILL)
        assert list(pool.map([3])) == [(3, 9)]


def test_processes_that_were_killed_while_idle_are_no_fault_of_the_next_task():
    with ProcessPool(square, processes=MOST_DEATHS) as pool:
        # Those that have none yet come first, so that as many tasks have started all of them.
        assert len(list(pool.map(range(MOST_DEATHS)))) == MOST_DEATHS
        killed = pool.process_ids
        assert len(killed) == MOST_DEATHS
        for process in killed:
            os.kill(process, signal.SIGKILL)
        assert wait_for_the_end_of(*killed)
        assert list(pool.map([3])) == [(3, 9)]


def test_a_task_that_takes_down_every_process_is_an_error_and_no_endless_try():
    with ProcessPool(die, processes=1) as pool, pytest.raises(ProcessDiedError):
        list(pool.map([1]))


def test_a_task_that_freezes_every_process_is_an_error_and_no_endless_wait():
    looks: list[str] = []
    with (
        ProcessPool(freeze, processes=1, silence_seconds=0) as pool,
        pytest.raises(ProcessDiedError),
    ):
        list(pool.map([1], while_waiting=lambda: looks.append("looked")))
    assert len(looks) >= MOST_DEATHS


def test_a_mistake_in_the_work_comes_back_with_its_traceback():
    with ProcessPool(refuse, processes=1) as pool, pytest.raises(WorkFailedError, match="refuse"):
        list(pool.map([1]))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_its_parent(number: signal.Signals):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    with parent:
        assert parent.stdout is not None
        processes = [int(word) for word in parent.stdout.readline().split()]
        assert len(processes) == 2
        parent.send_signal(number)
    assert wait_for_the_end_of(*processes)
