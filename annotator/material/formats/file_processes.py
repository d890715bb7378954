"""Reading several files at once, each in a process of its own."""

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing import Process
    from multiprocessing.connection import Connection

Found = TypeVar("Found")


def read_in_processes(paths: Sequence[Path], read: Callable[[Path], Found]) -> Iterator[Found]:
    """What ``read`` returns for each file, in order, with as many processes as there are cores.

    ``read`` is a function of a module. Its errors are raised here: what a process can't deliver,
    because it failed or was killed, is read again in this one. So is all where only one process is
    of use.
    """
    most = min(_cores(), len(paths))
    if most <= 1:
        yield from map(read, paths)
        return
    running: deque[tuple[Process, Connection]] = deque()
    waiting = iter(paths)
    try:
        for path in paths:
            while len(running) < most and (fresh := next(waiting, None)):
                running.append(_start(fresh, read))
            process, results = running.popleft()
            with results:
                try:
                    found = results.recv()
                except EOFError:
                    found = read(path)
            process.join()
            yield found
    finally:
        for process, _ in running:
            process.kill()


def _cores() -> int:
    # What this process may use, where the system says so.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start(path: Path, read: Callable[[Path], Found]) -> "tuple[Process, Connection]":
    # Few commands read several files, and loading it takes 50 ms.
    import multiprocessing

    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_deliver, args=(path, read, sender), daemon=True)
    process.start()
    sender.close()
    return process, receiver


def _deliver(path: Path, read: Callable[[Path], Found], sender: "Connection") -> None:
    # Ctrl-C ends all of them, and the first process alone says so.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is read has no cycles, and looking for them takes a tenth of the time.
    gc.disable()
    # Where the first process has ended, nobody wants the answer.
    with sender, suppress(BrokenPipeError):
        sender.send(read(path))
