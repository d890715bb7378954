"""Reading several files at once, each in a process of its own."""

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator
    from multiprocessing import Process
    from multiprocessing.connection import Connection

Found = TypeVar("Found")


class Share(NamedTuple):
    """Of a file's entries every ``of``-th, from number ``first`` on, which is less than ``of``."""

    first: int
    of: int


ALL = Share(0, 1)
Read = Callable[[Path, Share], Found]


def read_in_processes(
    paths: Sequence[Path], read: Read[Found], *, cores: int | None = None
) -> Iterator[list[Found]]:
    """What ``read`` returns for the shares of each file, in order, on all cores or so many.

    The last files are shared between the cores that would have none: five files of one size take as
    long on two cores as two and a half, and not three. Each share is read past the others' entries,
    so ``read`` has to be slower than finding where an entry ends.

    ``read`` is a function of a module. Its errors are raised here: what a process can't deliver,
    because it failed or was killed, is read again in this one. So is all where only one process is
    of use.
    """
    cores = cores or _cores()
    if min(cores, len(paths)) <= 1:
        yield from ([read(path, ALL)] for path in paths)
        return
    shares = _shares(len(paths), cores)
    parts = [(path, each) for path, own in zip(paths, shares, strict=True) for each in own]
    with closing(_in_processes(parts, read, most=cores)) as found:
        for own in shares:
            yield list(islice(found, len(own)))


def _shares(files: int, cores: int) -> list[list[Share]]:
    """Of each file: one, or several of the last ones, which are fewer than the cores."""
    last = files % cores
    of = cores // last if last else 1
    several = [Share(first, of) for first in range(of)]
    return [[ALL]] * (files - last) + [several] * last


def _in_processes(
    parts: Sequence[tuple[Path, Share]], read: Read[Found], *, most: int
) -> "Generator[Found, None, None]":
    running: deque[tuple[Process, Connection]] = deque()
    waiting = iter(parts)
    try:
        for part in parts:
            while len(running) < most and (fresh := next(waiting, None)):
                running.append(_start(*fresh, read))
            process, results = running.popleft()
            with results:
                try:
                    found = results.recv()
                except EOFError:
                    found = read(*part)
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


def _start(path: Path, share: Share, read: Read[Found]) -> "tuple[Process, Connection]":
    # Few commands read several files, and loading it takes 50 ms.
    import multiprocessing

    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(
        target=_deliver, args=(path, share, read, sender), daemon=True
    )
    process.start()
    sender.close()
    return process, receiver


def _deliver(path: Path, share: Share, read: Read[Found], sender: "Connection") -> None:
    # Ctrl-C ends all of them, and the first process alone says so.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is read has no cycles, and looking for them takes a tenth of the time.
    gc.disable()
    # Where the first process has ended, nobody wants the answer.
    with sender, suppress(BrokenPipeError):
        sender.send(read(path, share))
