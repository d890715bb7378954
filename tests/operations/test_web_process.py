"""A web process answers, keeps and closes connections as its clients may expect."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0

APPLICATION = '''
"""Answers with the path, and for that of a pipe with what somebody writes to it."""
def application(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/fails":
        raise RuntimeError("on purpose")
    if path.startswith("/pipe"):
        with open(path[1:]) as pipe:
            path = pipe.read()
    body = path.encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]
'''


@contextmanager
def web_process(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """gunicorn with one web process, that listens at the socket ``it`` in ``folder``."""
    (folder / "echo.py").write_text(APPLICATION)
    for pipe in ("pipe1", "pipe2"):
        os.mkfifo(folder / pipe)
    (folder / "conf.py").write_text(
        'def post_worker_init(worker):\n    print("ready", flush=True)\n'
    )
    command = [
        *(sys.executable, "-m", "gunicorn", "echo:application", "--bind", f"unix:{folder / 'it'}"),
        *("--worker-class", "annotator.operations.web_worker.EvenThreadWorker"),
        *("--threads", "4", "--config", str(folder / "conf.py"), "--log-level", "critical"),
        *arguments,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Of a web process that keeps connections for longer than any test takes."""
    folder = tmp_path_factory.mktemp("web")
    with web_process(folder, "--keep-alive", "3600"):
        yield folder


class Tab:
    """A client's connection."""

    def __init__(self, folder: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(folder / "it"))
        self._answers = self._socket.makefile("rb")

    def ask(self, *paths: str) -> None:
        """Send requests in one piece."""
        self._socket.sendall(
            b"".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths)
        )

    def hears(self) -> tuple[str, str, str]:
        """Status, Connection header and body of an answer."""
        status = self._answers.readline().decode().split()[1]
        headers = dict(
            line.decode().strip().lower().split(": ", 1)
            for line in iter(self._answers.readline, b"\r\n")
        )
        body = self._answers.read(int(headers["content-length"])).decode()
        return status, headers["connection"], body

    def is_closed(self) -> bool:
        """Whether the server has closed it: waits for that."""
        return self._answers.read(1) == b""


def test_a_connection_is_kept_for_one_request_after_the_other(folder: Path) -> None:
    tab = Tab(folder)
    for number in range(20):
        tab.ask(f"/{number}")
        assert tab.hears() == ("200", "keep-alive", f"/{number}")


def test_requests_that_come_in_one_piece_are_all_answered(folder: Path) -> None:
    tab = Tab(folder)
    tab.ask("/first", "/second", "/third")
    answers = [tab.hears() for _ in range(3)]
    assert [body for _, _, body in answers] == ["/first", "/second", "/third"]


def test_a_connection_that_nobody_uses_is_closed(tmp_path: Path) -> None:
    with web_process(tmp_path, "--keep-alive", "1"):
        assert Tab(tmp_path).is_closed()


def test_what_fails_is_told_and_the_next_request_answered(folder: Path) -> None:
    tab = Tab(folder)
    tab.ask("/fails")
    assert tab.hears()[:2] == ("500", "close")
    assert tab.is_closed()
    tab = Tab(folder)
    tab.ask("/")
    assert tab.hears() == ("200", "keep-alive", "/")


def test_others_are_answered_while_all_who_answer_wait_for_something(folder: Path) -> None:
    waiting = {pipe: Tab(folder) for pipe in ("pipe1", "pipe2")}
    for pipe, tab in waiting.items():
        tab.ask(f"/{pipe}")
    other = Tab(folder)
    other.ask("/")
    assert other.hears() == ("200", "keep-alive", "/")
    for pipe, tab in waiting.items():
        (folder / pipe).write_text(f"through {pipe}")
        assert tab.hears() == ("200", "keep-alive", f"through {pipe}")


def test_a_process_that_is_to_end_answers_what_it_has_begun(tmp_path: Path) -> None:
    with web_process(tmp_path, "--keep-alive", "3600") as process:
        idle, busy = Tab(tmp_path), Tab(tmp_path)
        idle.ask("/")
        assert idle.hears() == ("200", "keep-alive", "/")
        busy.ask("/pipe1")
        # Opens once somebody waits at the other end.
        with (tmp_path / "pipe1").open("w") as pipe:
            process.send_signal(signal.SIGTERM)
            assert idle.is_closed()
            pipe.write("still")
        assert busy.hears() == ("200", "keep-alive", "still")
        assert busy.is_closed()
        assert process.wait(PATIENCE) == 0
