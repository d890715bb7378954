"""Starts a plain program within limits, and ends with it everything that it started.

    python -I system_keeper.py LIFELINE MEMORY FILE PROCESSES USER_PROCESSES COMMAND …

``system_run`` starts this file as a program, where it can as the first process of a namespace:
then nothing that the program starts outlives the keeper. Elsewhere the keeper adopts orphans and
kills them. ``LIFELINE`` is the reading end of a pipe: when its other end closes, everything ends,
so that nothing outlives a command that was killed. ``MEMORY`` and ``FILE`` are bytes of each
process and each file. More than ``PROCESSES`` end the run. ``USER_PROCESSES`` is the limit of the
whole account, which the kernel holds for all accounts but root.

The exit status is the program's, or 128 and the number of the signal that ended it, as in shells.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

KILLED = 128 + signal.SIGKILL

_SECONDS_BETWEEN_COUNTS = 0.1

# From Linux's prctl.h and securebits.
_PARENT_DEATH_SIGNAL = 1
_DROP_FROM_BOUNDING_SET = 24
_CHILD_SUBREAPER = 36
_NO_NEW_PRIVILEGES = 38
_MOST_CAPABILITIES = 64


def main(arguments: list[str]) -> int:
    """Run the program to its end, and return the exit status."""
    lifeline, memory, size, processes, of_user = map(int, arguments[:5])
    os.set_inheritable(lifeline, False)  # noqa: FBT003 - it takes no keyword
    control = _process_control()
    control(_CHILD_SUBREAPER, 1)
    woken, waker = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    program = os.fork()
    if not program:
        limits = {
            resource.RLIMIT_AS: memory,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_FSIZE: size,
            resource.RLIMIT_NPROC: of_user,
        }
        _become(arguments[5:], limits, control)
    # A system that closes its standard input is seen by the command that writes to it.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    remark, status = "", None
    while status is None and not remark:
        ready, _, _ = select.select([lifeline, woken], [], [], _SECONDS_BETWEEN_COUNTS)
        if lifeline in ready:
            break
        with contextlib.suppress(BlockingIOError):
            os.read(woken, 2**10)
        status = _reap(program)
        if len(descendants()) > processes:
            remark = f"\nIt was stopped: it had more than {processes:,} processes.\n"
    _end_all()
    os.write(2, remark.encode())
    return KILLED if status is None or remark else status


def _become(
    command: list[str], limits: dict[int, int], control: Callable[[int, int], int]
) -> NoReturn:
    """Be the program: in a session of its own, so that signals to its group spare the keeper."""
    os.setsid()
    control(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))
    # Root's capabilities would undo the namespace: what is mounted in it can be unmounted.
    for capability in range(_MOST_CAPABILITIES):
        control(_DROP_FROM_BOUNDING_SET, capability)
    control(_NO_NEW_PRIVILEGES, 1)
    signal.set_wakeup_fd(-1)
    # Python ignores the last two, and a program inherits that.
    for each in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(each, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)  # noqa: S606 - a shell would be another process
    except OSError as error:
        os.write(2, f"{command[0]} could not be started: {error.strerror}.\n".encode())
        os._exit(127)


def _process_control() -> Callable[[int, int], int]:
    """Linux's ``prctl`` for an option with one value; does nothing on other systems."""
    if sys.platform != "linux":
        return lambda _option, _value: 0
    prctl = ctypes.CDLL(None).prctl
    return lambda option, value: int(prctl(option, *(ctypes.c_ulong(n) for n in (value, 0, 0, 0))))


def _reap(program: int) -> int | None:
    """Collect what has ended; the exit status if the program is among it."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                code = os.waitstatus_to_exitcode(ended[1])
                found = code if code >= 0 else 128 - code
    return found


def descendants() -> set[int]:
    """The processes that this one started, and theirs; none where there is no ``/proc``."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and (parent := _parent(entry)):
                children.setdefault(parent, []).append(int(entry.name))
    found: set[int] = set()
    below = children.get(os.getpid(), [])
    while below:
        found.update(below)
        below = [each for parent in below for each in children.get(parent, [])]
    return found


def _parent(process: Path) -> int | None:
    try:
        # The name of the program, in parentheses, may hold anything.
        return int((process / "stat").read_bytes().rpartition(b")")[2].split()[1])
    except (OSError, IndexError):
        return None


def _end_all() -> None:
    """Kill all descendants. They are stopped first: a stopped process starts no others."""
    if os.getpid() == 1:
        # All of the namespace; the kernel lets none start while this one ends.
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        return
    stopped: set[int] = set()
    while left := descendants():
        fresh = left - stopped
        for each in fresh or left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(each, signal.SIGSTOP if fresh else signal.SIGKILL)
        stopped |= fresh
        if not fresh:
            # Orphans come to the keeper as their parents end.
            select.select([], [], [], 0.01)
        _reap(0)


if __name__ == "__main__":
    # What follows a normal end of the interpreter is not needed.
    os._exit(main(sys.argv[1:]))
