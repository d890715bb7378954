"""Running a system that nobody has seen inside: questions on standard input, predictions in a file.

As in the competition that Natural Questions' repository describes, a system may come as a container
image. It gets the examples without their annotations and writes its predictions to the file that
the environment's ``PREDICTIONS`` names. It has limits on time, memory, disk and processes, and no
network. A container sees one folder; any other program sees the files of this machine.
"""

import json
import os
import shlex
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from annotator.material.formats.lines import LineReader, parse_object
from annotator.material.formats.problems import FormatError, Problem
from annotator.systems.evaluation.programs.system_command import (
    Limits,
    container_command,
    kept_command,
    parsed,
    remarks_on,
    separation_here,
)
from annotator.systems.evaluation.programs.system_folder import (
    FILE,
    SystemFolder,
    SystemRunError,
    system_folder,
)

_SAID_LAST = 1000
_GRACE_SECONDS = 10.0
_SECONDS_BETWEEN_LOOKS = 0.5


def _say_nothing(remark: str) -> None:
    """For callers that pass no remark on."""


def run_system(
    command: str,
    questions: Iterable[bytes],
    *,
    limits: Limits,
    on_remark: Callable[[str], None] = _say_nothing,
) -> bytes:
    """The predictions that a system wrote for ``questions``, a line each.

    ``on_remark`` gets what this machine can't keep a program from. Raises ``SystemRunError`` if the
    system could not be started, ended with an error, took too much, or wrote no file, with the end
    of its standard error, and if its container could not be stopped.
    """
    argv, engine = parsed(command)
    with system_folder(is_open=engine is not None, on_remark=on_remark) as folder:
        if engine:
            _run_container(engine, argv, questions, folder, limits)
        else:
            _run_program(argv, questions, folder, limits, on_remark)
        return folder.read_predictions()


def _run_container(
    engine: str,
    argv: Sequence[str],
    questions: Iterable[bytes],
    folder: SystemFolder,
    limits: Limits,
) -> None:
    name = f"plumbline-{uuid.uuid4().hex}"
    command = container_command(argv, folder=folder.path, limits=limits, name=name)
    process = _start(command, folder)
    try:
        _follow(process, questions, folder, limits)
    finally:
        has_succeeded = process.poll() == 0
        _kill(process)
        if not has_succeeded:
            # The container lives on when its client is killed.
            _remove_container(engine, name)


def _run_program(
    argv: Sequence[str],
    questions: Iterable[bytes],
    folder: SystemFolder,
    limits: Limits,
    on_remark: Callable[[str], None],
) -> None:
    separation = separation_here()
    for remark in remarks_on(separation):
        on_remark(remark)
    lifeline, other_end = os.pipe()
    with os.fdopen(other_end, "wb") as held:
        command = kept_command(argv, limits=limits, lifeline=lifeline, separation=separation)
        try:
            process = _start(command, folder, keeps=(lifeline,))
        finally:
            os.close(lifeline)
        try:
            _follow(process, questions, folder, limits)
        finally:
            held.close()
            _wait_a_little(process)
            _kill(process)


def _start(
    command: Sequence[str], folder: SystemFolder, keeps: Sequence[int] = ()
) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=folder.path,
            env=_environment() | {"PREDICTIONS": str(folder.path / FILE)},
            pass_fds=keeps,
            # A separate group, so that what it starts ends with it.
            start_new_session=True,
        )
    except OSError as error:
        raise SystemRunError(f"{command[0]} could not be started: {error.strerror}.") from error


def _environment() -> dict[str, str]:
    """The environment that a system needs to start, without the server's secrets."""
    needed = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_RUNTIME_DIR")
    return {
        name: value
        for name, value in os.environ.items()
        if name in needed or name.startswith(("DOCKER_", "CONTAINER_"))
    }


def _follow(
    process: "subprocess.Popen[bytes]",
    questions: Iterable[bytes],
    folder: SystemFolder,
    limits: Limits,
) -> None:
    """Feed a system and wait for its end, within the limits."""
    errors: list[FormatError] = []
    feeder = threading.Thread(target=_feed, args=(process.stdin, questions, errors), daemon=True)
    feeder.start()
    said = bytearray()
    listener = threading.Thread(target=_keep_the_end, args=(process.stderr, said), daemon=True)
    listener.start()
    end = time.monotonic() + limits.seconds
    while process.returncode is None:
        left = end - time.monotonic()
        if left <= 0:
            raise SystemRunError(
                f"The system took longer than {limits.seconds:g} seconds and was stopped."
            )
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(left, _SECONDS_BETWEEN_LOOKS))
        folder.check_room(limits.disk_bytes)
    feeder.join(_GRACE_SECONDS)
    if errors:
        raise errors[0]
    if process.returncode:
        listener.join(_GRACE_SECONDS)
        raise SystemRunError(_failure(process.returncode, bytes(said)))


def _feed(pipe: IO[bytes], questions: Iterable[bytes], errors: list[FormatError]) -> None:
    # A system that has read enough closes its end. Its predictions show whether that was right.
    with suppress(BrokenPipeError, ValueError), pipe:
        try:
            for line in questions:
                pipe.write(line)
        except FormatError as error:
            errors.append(error)


def _keep_the_end(pipe: IO[bytes], said: bytearray) -> None:
    """Read all that a system says, and keep what may be quoted of it."""
    with pipe:
        while chunk := os.read(pipe.fileno(), 2**16):
            said += chunk
            # A character has up to four bytes.
            del said[: -4 * _SAID_LAST]


def _failure(code: int, said: bytes) -> str:
    # Shells, engines and the keeper add 128 to the number of a signal.
    number = -code if code < 0 else code - 128
    how = f"signal {number}" if number in signal.valid_signals() else f"status {code}"
    text = said.decode("utf-8", "replace").replace("\r", "\n")
    # A terminal would obey some characters.
    shown = (each if each.isprintable() or each in "\n\t" else "\ufffd" for each in text)
    last = "".join(shown).strip()[-_SAID_LAST:]
    return f"The system ended with {how}." + (f" It said:\n{last}" if last else "")


def _wait_a_little(process: "subprocess.Popen[bytes]") -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE_SECONDS)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    _wait_a_little(process)


def _remove_container(engine: str, name: str) -> None:
    """Raises ``SystemRunError`` if the engine doesn't stop the container in time."""
    command = [engine, "rm", "--force", "--volumes", name]
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=_GRACE_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise SystemRunError(
            f"{engine} did not stop the container within {_GRACE_SECONDS:g} seconds: it may still"
            f" be running. Stop it with {shlex.join(command)}."
        ) from error


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
