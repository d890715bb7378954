"""Pure work in separate processes: on every core of the machine, whatever runs the job.

A process of Celery's pool may start none through ``multiprocessing``, and a fork of a process with
threads and database connections would share both. So these are plain programs that read pickled
tasks from their standard input and write results to their standard output. They hold no connection
and no settings. However their parent ends, their input ends with it, and so do they.
"""

import math
import os
import pickle
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import IO, Any, Generic, Self, TypeVar, cast

from annotator.workspace.jobs.pool_process import Crash, read_message, write_message

AHEAD = 3
"""How many tasks of each process wait or are done before they are asked for, at most."""

MOST_BYTES_AHEAD = 32 * 2**20
MOST_DEATHS = 3
CPU_LIMIT = Path("/sys/fs/cgroup/cpu.max")
"""Microseconds of work within a period, and the period. The cores that a process sees are those of
the machine: Docker limits their time.
"""

_LOOK_UP_EVERY_SECONDS = 1.0
_QUIET = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

_PROGRAM = "from annotator.workspace.jobs.pool_process import main; main()"

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class ProcessDiedError(Exception):
    """A task took down each process that was given it, or kept it busy for too long."""


class WorkFailedError(Exception):
    """The work itself raised something; the message is its traceback."""


def given_cores(limit: Path = CPU_LIMIT) -> int:
    """How many cores this process may use; of those that a container gives in part, the next whole
    number.
    """
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return min(cores, _cores_of_container(limit) or cores)


def _cores_of_container(limit: Path) -> int | None:
    """How many cores' time Linux gives this group of processes; None for no limit."""
    try:
        most, period = limit.read_text("ascii").split()
    except OSError:
        return None
    return None if most == "max" else math.ceil(int(most) / int(period))


class ProcessPool(Generic[_Task, _Result]):
    """Does ``work``, which can be pickled, in ``processes`` processes.

    A process that is killed is replaced, and its task given to another: nothing is lost, since its
    caller has no result yet. A task that ends its process three times raises ``ProcessDiedError``;
    a mistake in ``work`` itself raises ``WorkFailedError``. A process that has worked on one task
    for more than ``silence_seconds`` hangs, or is frozen: it is killed.
    """

    def __init__(
        self,
        work: Callable[[_Task], _Result],
        *,
        processes: int,
        silence_seconds: float = math.inf,
    ) -> None:
        self._work = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="pool")
        self._idle: SimpleQueue[_Process | None] = SimpleQueue()
        for _ in range(processes):
            self._idle.put(None)
        self._started: set[_Process] = set()
        self._most_ahead = AHEAD * processes
        self._silence_seconds = silence_seconds
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_closed = True
        for process in list(self._started):
            process.kill()
        # Callers that wait for one of them notice, and the threads end.
        self._threads.shutdown(cancel_futures=True)
        for process in list(self._started):
            self._end(process)

    @property
    def process_ids(self) -> list[int]:
        """The processes that live now."""
        return [process.pid for process in list(self._started)]

    def map(
        self,
        tasks: Iterable[_Task],
        *,
        size_of: Callable[[_Task], int] = lambda task: 0,  # noqa: ARG005
        while_waiting: Callable[[], None] = lambda: None,
    ) -> Iterator[tuple[_Task, _Result]]:
        """Each task with its result, in the order of ``tasks``, which is read a little ahead.

        ``size_of`` says how much memory a task takes. ``while_waiting`` is called every second.
        """
        ahead: deque[tuple[_Task, Future[_Result]]] = deque()
        held = 0
        for task in tasks:
            held += size_of(task)
            ahead.append((task, self._threads.submit(self._do, task)))
            while len(ahead) >= self._most_ahead or (held > MOST_BYTES_AHEAD and len(ahead) > 1):
                held -= size_of(ahead[0][0])
                yield self._next(ahead, while_waiting)
        while ahead:
            yield self._next(ahead, while_waiting)

    def _next(
        self, ahead: "deque[tuple[_Task, Future[_Result]]]", while_waiting: Callable[[], None]
    ) -> tuple[_Task, _Result]:
        task, future = ahead.popleft()
        while True:
            try:
                return task, future.result(timeout=_LOOK_UP_EVERY_SECONDS)
            except NotYetError:
                self._kill_silent()
                while_waiting()

    def _kill_silent(self) -> None:
        """Kill what hangs. The thread that waits for its answer notices."""
        for process in list(self._started):
            if process.silent_seconds > self._silence_seconds:
                process.kill()

    def _do(self, task: _Task) -> _Result:
        """Give ``task`` to an idle process. Runs in a thread, which only waits."""
        for _ in range(MOST_DEATHS):
            process = self._idle.get()
            try:
                if process is not None and process.has_ended:
                    # It was killed while it had nothing to do, so it isn't this task's fault.
                    self._end(process)
                    process = None
                if process is None:
                    process = self._start()
                answer = process.ask(task)
            except (EOFError, OSError):
                if process is not None:
                    self._end(process)
                process = None
                if self._is_closed:
                    break
                continue
            finally:
                self._idle.put(process)
            if isinstance(answer, Crash):
                raise WorkFailedError(answer.traceback)
            result: _Result = answer
            return result
        raise ProcessDiedError

    def _start(self) -> "_Process":
        process = _Process()
        self._started.add(process)
        if self._is_closed:
            process.kill()
        process.tell(self._work)
        return process

    def _end(self, process: "_Process") -> None:
        process.kill()
        process.close()
        self._started.discard(process)


class _Process:
    """One process of a pool."""

    def __init__(self) -> None:
        # The same module path as here, wherever the parent was started.
        path = os.pathsep.join(entry for entry in sys.path if entry)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **_QUIET, "PYTHONPATH": path},
        )
        self._told_at: float | None = None
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    @property
    def silent_seconds(self) -> float:
        """For how long it has had what it was given last; 0 if it has answered."""
        told_at = self._told_at
        return 0.0 if told_at is None else time.monotonic() - told_at

    def tell(self, message: bytes) -> None:
        self._told_at = time.monotonic()
        write_message(self._input, message)

    def ask(self, task: object) -> Any:
        """The process's answer. Raises ``EOFError`` or ``OSError`` if it has ended."""
        self.tell(pickle.dumps(task, pickle.HIGHEST_PROTOCOL))
        answer = read_message(self._output)
        self._told_at = None
        return pickle.loads(answer)  # noqa: S301 - from our own child

    def kill(self) -> None:
        """End it: there is nothing in it to be kept."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Close the pipes, which nobody else is reading any more."""
        for pipe in (self._input, self._output):
            with suppress(OSError):
                pipe.close()
