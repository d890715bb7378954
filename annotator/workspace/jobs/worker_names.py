"""Names of the processes that run jobs: whether one is this process, and whether another lives.

``HOST~MACHINE:PID~START:RUN``. Two machines may have the same host name, and a container that is
started again has its host name and its process ids back. So the machine's start and the kernel's
group of process ids are in the name, in short, and the time at which the process began. Where there
is no /proc, and in names that older versions gave, both are left out: ``HOST:PID:RUN``. Heartbeats
are files with these names.
"""

import hashlib
import os
import socket
import uuid
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_GROUP = Path("/proc/self/ns/pid")
_START = 19
"""The place of the start among the fields of /proc/PID/stat, counted from the state."""


def new_worker_name() -> str:
    """A name for one run of a job by this process."""
    return f"{own_names()}{uuid.uuid4().hex[:12]}"


def own_names() -> str:
    """How the names of all runs of this process begin."""
    pid = os.getpid()
    return f"{_with(socket.gethostname(), _machine())}:{_with(str(pid), _start(pid))}:"


def process_of(worker: str) -> int:
    """The id of the process with this name."""
    return int(worker.split(":")[1].partition("~")[0])


def process_lives(worker: str) -> bool | None:
    """Whether the process with this name is there; None for one of another machine or container."""
    place, _, run = worker.partition(":")
    host, _, machine = place.partition("~")
    if host != socket.gethostname() or machine not in {"", _machine()}:
        return None
    pid, start = process_of(worker), run.partition(":")[0].partition("~")[2]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid) and start in {"", _start(pid)}


def _with(name: str, detail: str) -> str:
    return f"{name}~{detail}" if detail else name


def _machine() -> str:
    """Eight letters and digits for this start of the machine, and this group of process ids."""
    try:
        seen = f"{_BOOT.read_text('ascii').strip()} {_GROUP.readlink()}"
    except OSError:
        return ""
    return hashlib.sha256(seen.encode()).hexdigest()[:8]


def _start(pid: int) -> str:
    """When a process began, in ticks since the machine's start."""
    fields = _fields(pid)
    return fields[_START] if fields else ""


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended and nobody has asked how, as in containers without an init."""
    return _fields(pid)[:1] == ["Z"]


def _fields(pid: int) -> list[str]:
    """What the kernel says about a process, from its state on; nothing where it says nothing."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return []
    return status.rpartition(")")[2].split()
