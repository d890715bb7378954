"""Running a system that nobody has seen inside: questions on standard input, predictions in a file.

As in the competition that Natural Questions' repository describes, a system may come as a container
image. It gets the examples without their annotations and writes its predictions to the file that
the environment's ``PREDICTIONS`` names. It has limits on time and memory and no network. A
container sees one folder; any other program sees the files of this machine, and reaches the network
where the machine has no user namespaces.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from annotator.formats.lines import LineReader, parse_object
from annotator.formats.problems import FormatError, Problem

ENGINES = ("docker", "podman")
FILE = "predictions.json"
INSIDE = "/predictions"
"""The folder of the predictions in a container."""

_THEIRS = ("--gpus", "--env", "-e", "--entrypoint", "--workdir", "-w", "--user", "-u", "--shm-size")
"""Options before the image that lift no limit; each takes a value."""
_SAID_LAST = 1000
_GRACE_SECONDS = 10.0

_WITHOUT_NETWORK = ("unshare", "--user", "--map-current-user", "--net", "--")
"""Runs a program in a network of its own, which leads nowhere. On Linux it needs no privileges."""

REACHES_NETWORK = (
    "This machine can't cut a program off from the network (that takes Linux's unshare and user"
    " namespaces): the system can reach it."
)

_WITH_LIMIT = (
    "import os, resource, sys;"
    "most = int(sys.argv[1]);"
    "resource.setrlimit(resource.RLIMIT_AS, (most, most));"
    "os.execvp(sys.argv[2], sys.argv[2:])"
)


class SystemRunError(Exception):
    """A system could not be run to its end; the message is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a system may take: seconds from start to end, and mebibytes of memory."""

    seconds: float
    mebibytes: int


def _say_nothing(remark: str) -> None:
    """For callers that pass no remark on."""


def run_system(
    command: str,
    questions: Iterable[bytes],
    *,
    folder: Path,
    limits: Limits,
    on_remark: Callable[[str], None] = _say_nothing,
) -> Path:
    """The file of predictions, in ``folder``, that a system wrote for ``questions``, a line each.

    ``on_remark`` gets ``REACHES_NETWORK`` where that is so. Raises ``SystemRunError`` if it could
    not be started, ended with an error, took too long or wrote no file, with the end of its
    standard error, and if its container could not be stopped.
    """
    name = f"plumbline-{uuid.uuid4().hex}"
    argv, engine = limited(command, folder=folder, limits=limits, name=name)
    if engine is None and can_cut_off():
        argv = [*_WITHOUT_NETWORK, *argv]
    elif engine is None:
        on_remark(REACHES_NETWORK)
    file = folder / FILE
    with tempfile.TemporaryFile() as said:
        try:
            # A separate group, so that what it starts ends with it.
            process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                cwd=folder,
                env=_environment() | {"PREDICTIONS": str(file)},
                start_new_session=True,
            )
        except OSError as error:
            raise SystemRunError(f"{argv[0]} could not be started: {error.strerror}.") from error
        try:
            _feed_and_wait(process, questions, limits.seconds)
        except subprocess.TimeoutExpired as error:
            raise SystemRunError(
                f"The system took longer than {limits.seconds:g} seconds and was stopped."
            ) from error
        finally:
            _stop(process, engine, name)
        if process.returncode:
            raise SystemRunError(_failure(process.returncode, said))
    if not file.is_file():
        raise SystemRunError("The system wrote no predictions to the file that PREDICTIONS names.")
    return file


def _environment() -> dict[str, str]:
    """What a system needs to start: the server's secrets are not among it."""
    needed = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_RUNTIME_DIR")
    return {
        name: value
        for name, value in os.environ.items()
        if name in needed or name.startswith(("DOCKER_", "CONTAINER_"))
    }


def limited(
    command: str, *, folder: Path, limits: Limits, name: str
) -> tuple[list[str], str | None]:
    """The command with its limits, and the engine where it runs a container called ``name``.

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
        most = str(limits.mebibytes * 2**20)
        return [sys.executable, "-c", _WITH_LIMIT, most, *argv], None
    if argv[1:2] != ["run"]:
        raise SystemRunError(f"Give the image as {engine} run IMAGE.")
    if lifted := sorted(_other_options(argv[2:])):
        raise SystemRunError(
            f"Leave out {', '.join(lifted)}: limits are set by this command. Before the image it"
            f" takes {', '.join(_THEIRS)}."
        )
    memory = f"{limits.mebibytes}m"
    ours = [
        *("--rm", "--interactive", "--name", name, "--network", "none"),
        *("--memory", memory, "--memory-swap", memory, "--pids-limit", "1024"),
        *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--volume", f"{folder}:{INSIDE}", "--env", f"PREDICTIONS={INSIDE}/{FILE}"),
    ]
    return [argv[0], "run", *ours, *argv[2:]], argv[0]


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


def can_cut_off() -> bool:
    """Whether this machine can run a program without network, which takes user namespaces."""
    command = [*_WITHOUT_NETWORK, "true"]
    try:
        return not subprocess.run(command, check=False, capture_output=True).returncode
    except OSError:
        return False


def _feed_and_wait(
    process: "subprocess.Popen[bytes]", questions: Iterable[bytes], seconds: float
) -> None:
    errors: list[FormatError] = []
    feeder = threading.Thread(target=_feed, args=(process.stdin, questions, errors), daemon=True)
    feeder.start()
    process.wait(seconds)
    feeder.join(_GRACE_SECONDS)
    if errors:
        raise errors[0]


def _feed(pipe: IO[bytes], questions: Iterable[bytes], errors: list[FormatError]) -> None:
    # A system that has read enough closes its end. Its predictions show whether that was right.
    with suppress(BrokenPipeError, ValueError), pipe:
        try:
            for line in questions:
                pipe.write(line)
        except FormatError as error:
            errors.append(error)


def _stop(process: "subprocess.Popen[bytes]", engine: str | None, name: str) -> None:
    """End whatever is left of it. The container lives on when its client is killed.

    Raises ``SystemRunError`` if the engine doesn't stop the container in time.
    """
    has_succeeded = process.poll() == 0
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE_SECONDS)
    if engine and not has_succeeded:
        _remove_container(engine, name)


def _remove_container(engine: str, name: str) -> None:
    command = [engine, "rm", "--force", "--volumes", name]
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=_GRACE_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise SystemRunError(
            f"{engine} did not stop the container within {_GRACE_SECONDS:g} seconds: it may still"
            f" be running. Stop it with {shlex.join(command)}."
        ) from error


def _failure(code: int, said: IO[bytes]) -> str:
    how = f"signal {-code}" if code < 0 else f"status {code}"
    said.seek(max(0, said.seek(0, os.SEEK_END) - _SAID_LAST))
    last = said.read().decode("utf-8", "replace").strip()
    return f"The system ended with {how}." + (f" It said:\n{last}" if last else "")


def questions_of(paths: Sequence[Path]) -> Iterator[bytes]:
    """The lines of gold files in the official format, each without its annotations.

    Raises ``FormatError`` for a line that can't be read.
    """
    for path in paths:
        with LineReader(path) as lines:
            for line in lines:
                if isinstance(line, Problem):
                    raise FormatError([line])
                value = parse_object(line)
                value["annotations"] = []
                # Numbers with a fraction have a separate type; orjson writes none beyond 64 bits.
                yield json.dumps(value, default=float, ensure_ascii=False).encode() + b"\n"
