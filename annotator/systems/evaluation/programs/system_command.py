"""The command that runs a system within limits: of a container's engine, or of our keeper."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from annotator.systems.evaluation.programs import system_keeper
from annotator.systems.evaluation.programs.system_folder import FILE, SystemRunError

ENGINES = ("docker", "podman")
INSIDE = "/predictions"
"""The folder of the predictions in a container."""

MOST_PROCESSES = 1024

_THEIRS = ("--gpus", "--env", "-e", "--entrypoint", "--workdir", "-w", "--user", "-u", "--shm-size")
"""Options before the image that lift no limit; each takes a value."""

_USER = ("--user", "--map-current-user")
_NETWORK = ("--net",)
_PROCESSES = ("--pid", "--fork", "--kill-child", "--mount-proc")
_SEPARATIONS = (
    (*_USER, *_NETWORK, *_PROCESSES),
    # Root needs no user namespace, where a machine has none.
    (*_NETWORK, *_PROCESSES),
    # In a container, a private /proc is often refused.
    (*_USER, *_NETWORK),
    _NETWORK,
)
"""Options of Linux's ``unshare``, the best first: a network that leads nowhere, and processes that
see and outlive no others. With a user namespace they need no privileges.
"""

REACHES_NETWORK = (
    "This machine can't cut a program off from the network (that takes Linux's unshare and user"
    " namespaces): the system can reach it."
)
SEES_PROCESSES = (
    "This machine can't give a program processes of its own (that takes Linux's unshare and user"
    " namespaces): the system can read other programs' command lines, and so where the gold is."
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a system may take: seconds from start to end, and mebibytes of memory and of disk.

    ``disk`` holds for each file, and for all that is in the system's folder.
    """

    seconds: float
    mebibytes: int
    disk: int = 1024

    @property
    def disk_bytes(self) -> int:
        """The limit of the disk in bytes."""
        return self.disk * 2**20


def parsed(command: str) -> tuple[list[str], str | None]:
    """The words of a command, and the engine where it runs a container.

    Raises ``SystemRunError`` for a command that can't be read, an engine that isn't installed, and
    options that would lift a limit.
    """
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise SystemRunError(f"The command can't be read: {error}.") from error
    if not argv:
        raise SystemRunError("Name a command, such as docker run IMAGE.")
    engine = Path(argv[0]).name if Path(argv[0]).name in ENGINES else None
    if shutil.which(argv[0]) is None:
        more = "Install it, or name a program." if engine else "Check the path."
        raise SystemRunError(f"{argv[0]} is not on this machine. {more}")
    if engine is None:
        return argv, None
    if argv[1:2] != ["run"]:
        raise SystemRunError(f"Give the image as {engine} run IMAGE.")
    if lifted := sorted(_other_options(argv[2:])):
        raise SystemRunError(
            f"Leave out {', '.join(lifted)}: limits are set by this command. Before the image it"
            f" takes {', '.join(_THEIRS)}."
        )
    return argv, argv[0]


def _other_options(arguments: Sequence[str]) -> set[str]:
    """Options before the image that may lift a limit; what follows the image is the system's."""
    others, rest = set(), list(arguments)
    while rest and rest[0].startswith("-"):
        option, is_whole, _ = rest.pop(0).partition("=")
        if option not in _THEIRS:
            others.add(option)
        if not is_whole and rest and not rest[0].startswith("-"):
            rest.pop(0)
    return others


def container_command(argv: Sequence[str], *, folder: Path, limits: Limits, name: str) -> list[str]:
    """``docker run …`` with its limits, for a container called ``name``."""
    memory = f"{limits.mebibytes}m"
    ours = [
        *("--rm", "--interactive", "--name", name, "--network", "none"),
        *("--memory", memory, "--memory-swap", memory, "--pids-limit", str(MOST_PROCESSES)),
        *("--ulimit", f"fsize={limits.disk_bytes}", "--ulimit", "core=0"),
        # What the container says would be kept on disk too.
        *("--log-driver", "none"),
        *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--volume", f"{folder}:{INSIDE}", "--env", f"PREDICTIONS={INSIDE}/{FILE}"),
    ]
    return [*argv[:2], *ours, *argv[2:]]


def kept_command(
    argv: Sequence[str], *, limits: Limits, lifeline: int, separation: Sequence[str]
) -> list[str]:
    """A plain program under the keeper, in the namespaces of ``separation``."""
    numbers = (
        lifeline,
        limits.mebibytes * 2**20,
        limits.disk_bytes,
        MOST_PROCESSES,
        # The kernel counts what the account runs elsewhere, too.
        MOST_PROCESSES + sum(_own_tasks()),
    )
    keeper = [sys.executable, "-I", system_keeper.__file__, *map(str, numbers), *argv]
    return ["unshare", *separation, "--", *keeper] if separation else keeper


def _own_tasks() -> Iterator[int]:
    """The number of threads of each of this account's processes; none outside of Linux."""
    proc = Path("/proc")
    for process in proc.iterdir() if proc.is_dir() else ():
        with suppress(OSError):
            if process.name.isdigit() and process.stat().st_uid == os.getuid():
                yield len(list((process / "task").iterdir()))


def separation_here() -> tuple[str, ...]:
    """The best options of ``unshare`` that this machine allows; none where it allows none."""
    return next((each for each in _SEPARATIONS if _works(each)), ())


def _works(separation: Sequence[str]) -> bool:
    try:
        tried = subprocess.run(
            ["unshare", *separation, "--", "true"], check=False, capture_output=True
        )
    except OSError:
        return False
    return not tried.returncode


def remarks_on(separation: Sequence[str]) -> Iterator[str]:
    """A sentence for operators about a machine that allows no more than this."""
    if "--net" not in separation:
        yield REACHES_NETWORK
    if "--pid" not in separation:
        yield SEES_PROCESSES
