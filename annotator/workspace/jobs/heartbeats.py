"""Signs of life of a worker's running jobs, for a watcher outside.

Each is a file, touched while its job goes on. The heartbeat in the job's row is another: it is
committed with a batch, so nobody sees it during a long transaction, and another worker may have
taken the row over while the process still hangs.
"""

import contextlib
import math
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import structlog

from annotator.workspace.jobs.presence import mark_worker_seen
from annotator.workspace.jobs.worker_names import process_of

log = structlog.get_logger(__name__)

MEMORY = Path("/dev/shm")  # noqa: S108 - of this user alone
MARK_SECONDS = 15.0
"""How often a job says that its worker is there."""


class Heartbeats:
    """Where the processes of this worker keep theirs; they inherit it when they are forked.

    A command in the foreground has none, since people watch it.
    """

    folder: ClassVar[Path | None] = None

    @classmethod
    def open(cls) -> Path:
        """Make the folder, in memory where that can be: a full disk must not end any job."""
        place = MEMORY if MEMORY.is_dir() else None
        cls.folder = Path(tempfile.mkdtemp(prefix="plumbline-jobs-", dir=place))
        return cls.folder

    @classmethod
    def close(cls) -> None:
        """Remove the folder."""
        folder, cls.folder = cls.folder, None
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Heartbeat:
    """That of one run of a job: ``worker`` is the run's name, in which the process's id is."""

    path: Path
    job_id: uuid.UUID
    worker: str

    @classmethod
    def all_in(cls, folder: Path) -> list["Heartbeat"]:
        """The heartbeats of the jobs that are running."""
        found = []
        for path in folder.iterdir():
            job_id, _, worker = path.name.partition("@")
            found.append(cls(path, uuid.UUID(job_id), worker))
        return found

    @property
    def process(self) -> int:
        """The id of the process that runs the job."""
        return process_of(self.worker)

    def beat(self) -> None:
        """Say that the job goes on."""
        # Not by the clock on the wall, which jumps when a laptop wakes up.
        now = time.monotonic_ns()
        with contextlib.suppress(FileNotFoundError):
            os.utime(self.path, ns=(now, now))

    def silent_seconds(self) -> float:
        """How long it has said nothing; 0 for a job that has just ended."""
        try:
            return (time.monotonic_ns() - self.path.stat().st_mtime_ns) / 1e9
        except FileNotFoundError:
            return 0.0


@contextlib.contextmanager
def heartbeat_of(job_id: uuid.UUID, worker: str) -> Iterator[Callable[[], None]]:
    """What a run of a job calls while it goes on."""
    if Heartbeats.folder is None:
        yield lambda: None
        return
    own = Heartbeat(Heartbeats.folder / f"{job_id}@{worker}", job_id, worker)
    try:
        own.path.touch()
        own.beat()
    except OSError as error:
        log.warning("job_not_watched", error=str(error))
        yield lambda: None
        return
    try:
        yield _sign_of_life(own)
    finally:
        own.path.unlink(missing_ok=True)


def _sign_of_life(own: Heartbeat) -> Callable[[], None]:
    """What says that a job goes on and, now and then, that a worker is there: while jobs take all
    processes, none of them answers the scheduler.
    """
    marked_at = -math.inf

    def beat() -> None:
        nonlocal marked_at
        own.beat()
        now = time.monotonic()
        if now - marked_at >= MARK_SECONDS:
            mark_worker_seen()
            marked_at = now

    return beat
