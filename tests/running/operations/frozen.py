"""Processes that tests freeze, and a disk that they fill."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT
from tests.ports import claim_port

_WRITER = """
import os, signal, django
django.setup()
from django.db import transaction
with transaction.atomic():
    print("within", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


@contextlib.contextmanager
def frozen_writer(environment: Mapping[str, str]) -> Iterator[None]:
    """A process of the platform that is frozen within a transaction."""
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER], cwd=ROOT, env=dict(environment), stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        try:
            assert writer.stdout.readline() == b"within\n"
            yield
        finally:
            writer.kill()


@contextlib.contextmanager
def own_redis(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address and the process of a Redis that nobody else uses."""
    port = claim_port()
    words = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    try:
        process = subprocess.Popen(["redis-server", *words], stdout=subprocess.DEVNULL)
    except FileNotFoundError:
        pytest.skip("no redis-server on this machine")
    try:
        while not _answers(port):
            assert process.poll() is None
        yield f"redis://127.0.0.1:{port}/0", process
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def small_disk(folder: Path, *, megabytes: int) -> Iterator[Path]:
    """A disk of its own at ``folder``; skips the test where none can be mounted."""
    folder.mkdir()
    words = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all the room that is left."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"\0" * 2**20):
            pass
    with path.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"\0" * 512):
            pass
    return path
