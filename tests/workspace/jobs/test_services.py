import errno
import os
import socket
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from annotator.exceptions import ConflictError
from annotator.workspace.jobs import registry, services, worker_names
from annotator.workspace.jobs.context import JobContext, JobFailedError, JobLostError
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import (
    MAX_ATTEMPTS,
    STALE_AFTER,
    broken_off_job,
    cancel_job,
    create_job,
    fail_silent_job,
    hand_back_own_jobs,
    requeue_stale_jobs,
    run_job,
    take_silent_job,
)
from annotator.workspace.jobs.worker_names import new_worker_name, own_names
from tests.workspace.jobs.killed_runs import WorkerKilledError, a_stop_was_asked, deaths_of

pytestmark = pytest.mark.django_db
Run = Callable[[JobContext], str]


@pytest.fixture
def handler(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], list[str]]:
    """Register a handler for jobs of kind ``test``; gives the list of what was discarded."""
    discarded: list[str] = []

    def _use(run: Run) -> list[str]:
        own = registry.Handler(run, lambda context: discarded.append(str(context.job.pk)))
        monkeypatch.setitem(registry._handlers, "test", own)
        return discarded

    return _use


def make_job(**changes: Any) -> Job:
    job = create_job(kind="test", parameters={}, at=timezone.now(), created_by=None, queue=False)
    Job.objects.filter(pk=job.pk).update(**changes)
    job.refresh_from_db()
    return job


def finished(job: Job) -> tuple[str, str]:
    job.refresh_from_db()
    return job.state, job.message


def test_run_job_stores_progress_and_the_closing_sentence(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        context.save(done=1, total=2, message="Half", checkpoint={"line": 1})
        context.save(done=2)
        return "Done with it."

    handler(_run)
    job = make_job()
    seen: list[int] = []
    run_job(job_id=job.pk, observer=lambda job: seen.append(job.done))
    assert finished(job) == ("succeeded", "Done with it.")
    assert (job.done, job.total, job.checkpoint, seen) == (2, 2, {"line": 1}, [1, 2])


def test_run_job_does_nothing_for_a_job_that_ended_or_is_being_done(handler: Any) -> None:
    handler(lambda _: "never")
    ended = make_job(state=JobState.SUCCEEDED)
    busy = make_job(state=JobState.RUNNING, heartbeat_at=timezone.now())
    assert [run_job(job_id=job.pk) for job in (ended, busy)] == [None, None]


def test_a_failed_job_is_undone_and_says_why(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        raise JobFailedError("Line 3 is broken.")

    discarded = handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    assert finished(job) == ("failed", "Line 3 is broken.")
    assert discarded == [str(job.pk)]


def test_a_job_that_the_domain_refuses_says_why(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        raise ConflictError("taken", "That name is taken.")

    handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    assert finished(job) == ("failed", "That name is taken.")


def test_a_crashed_job_is_undone_and_does_not_show_its_insides(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        raise ZeroDivisionError("secret")

    discarded = handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    assert finished(job) == (
        "failed",
        "Stopped by an internal error. See the server's log.",
    )
    assert discarded == [str(job.pk)]


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, "No space left on device"),
        OperationalError("database or disk is full"),
    ],
)
def test_a_job_on_a_full_disk_says_so(handler: Any, error: Exception) -> None:
    def _run(context: JobContext) -> str:
        raise error

    discarded = handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    sentence = "Stopped: the server's disk is full. Free some space, then start it again."
    assert finished(job) == ("failed", sentence)
    assert discarded == [str(job.pk)]


def test_a_silent_job_is_failed_and_its_run_writes_nothing_more(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        context.save(done=7)
        run = context.job.worker
        taken = take_silent_job(job_id=context.job.pk, worker=run)
        assert taken is not None
        fail_silent_job(taken)
        assert take_silent_job(job_id=context.job.pk, worker=run) is None
        context.save(done=8)
        return "never"

    discarded = handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    sentence = "Stopped: it did not respond for 30 seconds."
    assert finished(job) == ("failed", sentence)
    assert discarded == [str(job.pk)]


def test_a_silent_job_that_people_have_seen_is_handed_on_and_not_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It froze between the commit that published and its end, which is all that is left to do."""
    discarded: list[Job] = []

    def _run(context: JobContext) -> str:
        if context.checkpoint == {"published": True}:
            return "Published."
        context.save(checkpoint={"published": True})
        taken = take_silent_job(job_id=context.job.pk, worker=context.job.worker)
        assert taken is not None
        fail_silent_job(taken)
        context.save(done=8)
        return "never"

    own = registry.Handler(
        _run,
        lambda context: discarded.append(context.job),
        is_past_undoing=lambda checkpoint: "published" in checkpoint,
    )
    monkeypatch.setitem(registry._handlers, "test", own)
    job = make_job()
    run_job(job_id=job.pk)
    run_job(job_id=job.pk)
    assert (finished(job), discarded) == (("succeeded", "Published."), [])


def dies(_: JobContext) -> None:
    raise WorkerKilledError


def hangs(context: JobContext) -> None:
    """Freeze, so that the watcher takes the job and kills the process."""
    taken = take_silent_job(job_id=context.job.pk, worker=context.job.worker)
    assert taken is not None
    fail_silent_job(taken)
    raise WorkerKilledError


@pytest.mark.parametrize("close", [dies, hangs])
def test_a_job_that_people_have_seen_is_given_up_and_not_undone(
    monkeypatch: pytest.MonkeyPatch, close: Callable[[JobContext], None]
) -> None:
    """Its last step dies or hangs each time."""
    discarded: list[Job] = []

    def _run(context: JobContext) -> str:
        if not context.checkpoint:
            context.save(checkpoint={"published": True}, further=True)
        close(context)
        return "never"

    own = registry.Handler(
        _run,
        lambda context: discarded.append(context.job),
        is_past_undoing=lambda checkpoint: "published" in checkpoint,
    )
    monkeypatch.setitem(registry._handlers, "test", own)
    job = make_job()
    assert deaths_of(job, most=9) == MAX_ATTEMPTS
    sentence = (
        "The result is there, but what should follow it may be missing: the worker died or stopped"
        " responding each time at the last step."
    )
    assert (finished(job), discarded) == (("failed", sentence), [])
    assert job.checkpoint == {"published": True}


def test_a_job_whose_process_lives_is_left_to_its_watcher(handler: Any, settings: Any) -> None:
    settings.JOB_SILENCE_SECONDS = 600
    handler(lambda _: "done")
    job = make_job()
    Job.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING,
        worker=f"{socket.gethostname()}:{os.getpid()}:x",
        heartbeat_at=timezone.now() - timedelta(seconds=300),
    )
    assert requeue_stale_jobs(at=timezone.now()) == []
    assert run_job(job_id=job.pk) is None
    Job.objects.filter(pk=job.pk).update(worker="elsewhere:1:x")
    assert requeue_stale_jobs(at=timezone.now()) == [job.pk]


def renamed(*, machine: str = "", start: str = "") -> str:
    """The name of a run of this process, as if by another machine or an earlier process."""
    place, process, _ = new_worker_name().split(":")
    (host, own_machine), (pid, own_start) = place.split("~"), process.split("~")
    return f"{host}~{machine or own_machine}:{pid}~{start or own_start}:x"


def test_the_name_of_a_run_fits_and_ends_with_what_no_other_has() -> None:
    first, second = new_worker_name(), new_worker_name()
    assert first.rpartition(":")[0] == second.rpartition(":")[0] == own_names()[:-1]
    assert first != second
    # Of the column's 120 letters, with the longest host name and ten more for ids and times.
    assert len(first) - len(socket.gethostname()) + 64 + 10 <= 120


@pytest.mark.parametrize("silent_seconds", [0, 60, 80])
def test_a_job_of_another_machine_with_the_same_name_is_none_of_ours(silent_seconds: int) -> None:
    seen = timezone.now() - timedelta(seconds=silent_seconds)
    gone = renamed(machine="0" * 8).replace(str(os.getpid()), str(2**22 + 1))
    make_job(state=JobState.RUNNING, worker=gone, heartbeat_at=seen)
    make_job(state=JobState.RUNNING, worker=renamed(machine="0" * 8), heartbeat_at=seen)
    assert requeue_stale_jobs(at=timezone.now()) == []


def test_a_job_of_another_machine_with_the_same_name_is_taken_once_it_is_silent() -> None:
    seen = timezone.now() - 2 * STALE_AFTER
    job = make_job(state=JobState.RUNNING, worker=renamed(machine="0" * 8), heartbeat_at=seen)
    assert requeue_stale_jobs(at=timezone.now()) == [job.pk]


def test_a_process_that_has_the_number_of_a_dead_worker_is_not_taken_for_it() -> None:
    now = timezone.now()
    dead = make_job(state=JobState.RUNNING, worker=renamed(start="1"), heartbeat_at=now)
    make_job(state=JobState.RUNNING, worker=renamed(), heartbeat_at=now)
    assert requeue_stale_jobs(at=now) == [dead.pk]


def test_a_process_hands_back_its_own_jobs_alone() -> None:
    workers = (renamed(), renamed(start="1"), renamed(machine="0" * 8))
    own, *_ = [make_job(state=JobState.RUNNING, worker=worker) for worker in workers]
    assert hand_back_own_jobs() == [own.pk]


def test_without_proc_a_name_is_host_and_process_id_as_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker_names, "_BOOT", tmp_path / "none")
    monkeypatch.setattr(worker_names, "_fields", lambda _: [])
    assert own_names() == f"{socket.gethostname()}:{os.getpid()}:"
    assert worker_names.process_lives(new_worker_name()) is True


def test_a_job_is_cancelled_between_two_batches(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        context.save(done=1)
        cancel_job(job=context.job, at=timezone.now())
        context.save(done=2)
        return "never"

    discarded = handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    assert finished(job)[0] == "cancelled"
    assert discarded == [str(job.pk)]


def test_a_queued_job_is_cancelled_at_once_and_an_ended_one_not_at_all() -> None:
    job = make_job()
    cancel_job(job=job, at=timezone.now())
    assert finished(job)[0] == "cancelled"
    with pytest.raises(ConflictError) as refused:
        cancel_job(job=job, at=timezone.now())
    assert refused.value.detail == "This job has already been cancelled."


def test_what_a_request_has_begun_is_taken_back_even_if_no_worker_has_started_the_job(
    handler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    discarded = handler(lambda _: "Done.")
    monkeypatch.setattr(services, "BEGUN_BY_REQUEST", frozenset({"test"}))
    job = make_job()
    cancel_job(job=job, at=timezone.now())
    assert (finished(job)[0], discarded) == ("queued", [])
    run_job(job_id=job.pk)
    assert (finished(job)[0], discarded) == ("cancelled", [str(job.pk)])


@pytest.mark.parametrize("kind", sorted(services.BEGUN_BY_REQUEST))
def test_what_a_request_begins_has_a_handler_that_takes_it_back(kind: str) -> None:
    assert registry.handler_of(kind).discard is not registry._keep


def test_a_database_that_is_away_leaves_the_job_to_the_next_worker(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        context.save(done=7, checkpoint={"line": 7})
        raise OperationalError("gone")

    discarded = handler(_run)
    job = make_job()
    with pytest.raises(OperationalError):
        run_job(job_id=job.pk)
    assert finished(job)[0] == "running"
    assert discarded == []

    handler(lambda context: f"from {context.checkpoint['line']}")
    Job.objects.update(heartbeat_at=timezone.now() - 2 * STALE_AFTER)
    run_job(job_id=job.pk)
    assert finished(job) == ("succeeded", "from 7")


def test_a_worker_that_lost_its_job_writes_nothing_more(handler: Any) -> None:
    def _run(context: JobContext) -> str:
        Job.objects.update(worker="another:1:x")
        with pytest.raises(JobLostError):
            context.save(done=5)
        raise JobLostError

    handler(_run)
    job = make_job()
    run_job(job_id=job.pk)
    assert finished(job)[0] == "running"
    assert (job.done, job.worker) == (0, "another:1:x")


def test_a_job_that_kills_its_workers_is_given_up(handler: Any) -> None:
    handler(lambda _: "never")
    job = make_job(attempts=MAX_ATTEMPTS)
    run_job(job_id=job.pk)
    assert finished(job) == ("failed", "Stopped: the worker died each time it tried this.")


def test_a_job_whose_undoing_kills_its_workers_is_given_up_until_the_operator_has_it_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = registry.Handler(dies, dies)
    monkeypatch.setitem(registry._handlers, "test", own)
    job = make_job()
    assert deaths_of(job, most=3 * MAX_ATTEMPTS) == 2 * MAX_ATTEMPTS
    sentence = (
        "Stopped: the worker died each time it tried this, and each time it tried to take back what"
        " was written. Some of that is still there. The operator can have it taken back: see Jobs"
        " in docs/operations.md."
    )
    assert finished(job) == ("failed", sentence)

    # As docs/operations.md tells the operator.
    discarded: list[Job] = []
    undoing = registry.Handler(dies, lambda context: discarded.append(context.job))
    monkeypatch.setitem(registry._handlers, "test", undoing)
    Job.objects.filter(pk=job.pk).update(state="queued", attempts=5)
    assert requeue_stale_jobs(at=timezone.now() + timedelta(minutes=1)) == [job.pk]
    run_job(job_id=job.pk)
    assert discarded == [job]
    assert finished(job) == ("failed", "Stopped: the worker died each time it tried this.")


def test_orderly_ends_do_not_count(handler: Any) -> None:
    """As with a deploy in each minute of a fetch of hours."""

    def _run(context: JobContext) -> str:
        context.let_worker_end()
        return "Fetched."

    handler(_run)
    job = make_job()
    with a_stop_was_asked():
        for _ in range(MAX_ATTEMPTS + 1):
            run_job(job_id=job.pk)
            assert finished(job)[0] == "queued"
    run_job(job_id=job.pk)
    assert finished(job) == ("succeeded", "Fetched.")


def test_what_a_job_wrote_before_an_orderly_end_is_undone_when_it_is_cancelled(
    handler: Any,
) -> None:
    discarded = handler(lambda context: context.let_worker_end())
    job = make_job(project_id=1)
    with a_stop_was_asked():
        run_job(job_id=job.pk)
    assert broken_off_job(kind="test", project_id=1, parameters={}) == job
    cancel_job(job=job, at=timezone.now())
    assert (finished(job)[0], discarded) == ("queued", [])
    run_job(job_id=job.pk)
    assert (finished(job)[0], discarded) == ("cancelled", [str(job.pk)])


def begins_again(context: JobContext) -> None:
    for done in range(3):
        context.save(done=done, checkpoint={"run": context.run_token})


def passes_what_is_kept(context: JobContext) -> None:
    for kept in range(3):
        context.save(kept=kept)


@pytest.mark.parametrize("work", [begins_again, passes_what_is_kept])
def test_a_job_that_dies_each_time_at_the_same_place_is_given_up(
    handler: Any, work: Callable[[JobContext], None]
) -> None:
    def _run(context: JobContext) -> str:
        work(context)
        raise WorkerKilledError

    discarded = handler(_run)
    job = make_job()
    assert deaths_of(job, most=9) == MAX_ATTEMPTS
    assert finished(job) == ("failed", "Stopped: the worker died each time it tried this.")
    assert discarded == [str(job.pk)]


def keeps_one_more(context: JobContext) -> None:
    context.save(kept=context.job.done + 1)


def says_that_it_got_further(context: JobContext) -> None:
    context.save(done=0, further=True)


@pytest.mark.parametrize("work", [keeps_one_more, says_that_it_got_further])
def test_a_job_that_gets_further_each_time_is_never_given_up(
    handler: Any, work: Callable[[JobContext], None]
) -> None:
    def _run(context: JobContext) -> str:
        work(context)
        raise WorkerKilledError

    handler(_run)
    job = make_job()
    assert deaths_of(job, most=9) == 9


def test_requeue_finds_what_dead_and_silent_workers_left(handler: Any) -> None:
    now = timezone.now()
    host = socket.gethostname()
    dead = make_job(state=JobState.RUNNING, worker=f"{host}:{2**22 + 1}:x", heartbeat_at=now)
    silent = make_job(
        state=JobState.RUNNING, worker="elsewhere:1:x", heartbeat_at=now - 2 * STALE_AFTER
    )
    forgotten = make_job(created_at=now - timedelta(minutes=1))
    make_job(state=JobState.RUNNING, worker=f"{host}:{os.getpid()}:x", heartbeat_at=now)
    make_job(state=JobState.RUNNING, worker="elsewhere:1:x", heartbeat_at=now)
    make_job(state=JobState.SUCCEEDED, worker=f"{host}:{2**22 + 1}:x")
    make_job()
    assert set(requeue_stale_jobs(at=now)) == {dead.pk, silent.pk, forgotten.pk}
    assert finished(dead)[0] == "queued"
