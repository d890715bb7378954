"""A real server beside a frozen writer, a frozen Redis, a held lock, and on a full disk."""

import contextlib
import json
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg2
import pytest

from tests.e2e.server import Server, processes_below
from tests.real_services import empty_services
from tests.relay import relay_to
from tests.running.operations.frozen import fill, frozen_writer, own_redis, small_disk

pytestmark = pytest.mark.long

LONG_SECONDS = 30
"""Longer than anybody waits for a lock, shorter than what a frozen process once took."""
THREADS = 16
"""Of two web processes."""
MIB = 2**20
PASSWORD = "a long enough password"
AWAY = "The database is not responding. Try again in a few seconds."
FULL = "The server's disk is full. Tell the person who runs the server, and try again later."


class Caller:
    """A lead who speaks to the API."""

    def __init__(self, server: Server) -> None:
        self._server = server
        project = ["create_project", "dev", "--kind", "nq", "--title", "Dev", "--overlap", "1"]
        lead = ["create_user", "lead", "--password", PASSWORD, "--project", "dev", "--role", "lead"]
        for words in (project, lead):
            assert server.commands.run(words).code == 0
        self._token = ""
        self._token = self.sign_in()[1]["token"]

    def sign_in(self) -> tuple[int, dict[str, Any], str | None]:
        return self.ask("api/v1/auth/token/", username="lead", password=PASSWORD)

    def export(self) -> tuple[int, dict[str, Any], str | None]:
        return self.ask("api/v1/projects/dev/exports/", format="nq")

    def upload(self, size: int) -> tuple[int, dict[str, Any], str | None]:
        """Import a file of blanks, ``size`` bytes long."""
        parts = [
            '--b\r\nContent-Disposition: form-data; name="format"\r\n\r\npages\r\n',
            '--b\r\nContent-Disposition: form-data; name="file"; filename="x.jsonl"\r\n\r\n',
            " " * size,
            "\r\n--b--\r\n",
        ]
        kind = "multipart/form-data; boundary=b"
        return self.send("POST", "api/v1/projects/dev/imports/", "".join(parts), kind)

    def ask(self, path: str, **body: Any) -> tuple[int, dict[str, Any], str | None]:
        """Get, or post ``body`` as JSON."""
        method, data = ("POST", json.dumps(body)) if body else ("GET", None)
        return self.send(method, path, data)

    def send(
        self,
        method: str,
        path: str,
        data: str | None = None,
        kind: str = "application/json",
        *,
        seconds: int = LONG_SECONDS,
    ) -> tuple[int, dict[str, Any], str | None]:
        """Status, body and Retry-After of what the server answers within ``seconds``."""
        headers = {"Content-Type": kind}
        if self._token:
            headers["Authorization"] = f"Token {self._token}"
        server = HTTPConnection("127.0.0.1", self._server.port, timeout=seconds)
        with contextlib.closing(server):
            server.request(method, f"/{path}", data, headers)
            answer = server.getresponse()
            return answer.status, json.load(answer), answer.headers["Retry-After"]

    def answering_processes(self) -> list[int]:
        """The processes that answer requests: the children of gunicorn and of nginx."""
        found = [
            number
            for number in self._server.processes()
            if re.search(b"gunicorn|nginx: master", Path(f"/proc/{number}/cmdline").read_bytes())
        ]
        return [each for number in found for each in processes_below(number)]

    def broken_parts(self) -> set[str]:
        """What ``/readyz`` says does not work."""
        checks = self.ask("readyz")[1]["checks"]
        return {name for name, works in checks.items() if not works}

    def wait_for(self, job: str) -> str:
        """The state in which a job ends."""
        state, pause = "queued", threading.Event()
        while state in ("queued", "running"):
            pause.wait(0.2)
            state = self.ask(f"api/v1/jobs/{job}/")[1]["state"]
        return state


@contextlib.contextmanager
def serving(folder: Path, **more: str) -> Iterator[Caller]:
    folder.mkdir(exist_ok=True)
    # On SQLite and files, unless a test says otherwise.
    more = {"DATABASE_URL": "", "REDIS_URL": "", **more}
    with Server.started(folder, more=more) as server:
        yield Caller(server)


def received(data_dir: Path) -> list[str]:
    """What is left of uploads that no import has taken."""
    folders = (data_dir / "incoming", data_dir / "nginx" / "body")
    return [path.name for folder in folders if folder.is_dir() for path in folder.iterdir()]


def unavailable(code: str, detail: str, seconds: str) -> tuple[int, dict[str, Any], str]:
    return 503, {"code": code, "detail": detail, "fields": {}}, seconds


def test_a_frozen_writer_on_sqlite_costs_others_ten_seconds(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as lead:
        with frozen_writer(lead._server.environment):
            assert lead.export() == unavailable("unavailable", AWAY, "2")
            assert "database" in lead.broken_parts()
            assert lead.ask("api/v1/me/")[0] == 200
        status, body, _ = lead.export()
        assert (status, lead.wait_for(body["job"])) == (202, "succeeded")


def test_a_stopped_process_of_gunicorn_or_nginx_holds_up_no_request_that_comes_later(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "data") as lead, ThreadPoolExecutor(THREADS) as pool:

        def ask_often() -> set[int]:
            return set(pool.map(lambda _: lead.send("GET", "healthz")[0], range(100)))

        # nginx has connections to both of gunicorn, if it keeps any.
        assert ask_often() == {200}
        for number in lead.answering_processes():
            os.kill(number, signal.SIGSTOP)
            try:
                assert ask_often() == {200}
            finally:
                os.kill(number, signal.SIGCONT)


@contextlib.contextmanager
def asking_all_at_once(ask: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """As many requests at once as the web processes have threads; none gets an answer soon."""
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [pool.submit(ask) for _ in range(THREADS)]
        wait(asked, return_when=FIRST_COMPLETED)
        yield asked


def test_behind_a_frozen_writer_somebody_else_is_answered_before_all_have_given_up(
    tmp_path: Path,
) -> None:
    with (
        serving(tmp_path / "data") as lead,
        frozen_writer(lead._server.environment),
        asking_all_at_once(lead.export) as asked,
    ):
        assert lead.ask("api/v1/me/")[0] == 200
        assert "database" in lead.broken_parts()
        assert not all(answer.done() for answer in asked)


def test_behind_a_frozen_postgresql_readiness_is_told_before_all_have_given_up(
    tmp_path: Path,
) -> None:
    with (
        empty_services() as services,
        relay_to(services.database_url) as (relay, address),
        serving(tmp_path / "data", **{**services.environment, "DATABASE_URL": address}) as lead,
    ):
        ask = partial(lead.send, "GET", "api/v1/me/", seconds=150)
        with ThreadPoolExecutor(THREADS) as pool:
            # So that the threads have connections: for an answer they wait longer than for one.
            assert {each.result()[0] for each in [pool.submit(ask) for _ in range(200)]} == {200}
        relay.flows.clear()
        with asking_all_at_once(ask) as asked:
            assert "database" in lead.broken_parts()
            assert not all(answer.done() for answer in asked)
        relay.flows.set()


def test_a_session_of_postgresql_that_keeps_a_lock_costs_others_ten_seconds(
    tmp_path: Path,
) -> None:
    with (
        empty_services() as services,
        serving(tmp_path / "data", **services.environment) as lead,
        contextlib.closing(psycopg2.connect(services.database_url)) as frozen,
        ThreadPoolExecutor(1) as pool,
    ):
        frozen.cursor().execute("LOCK TABLE jobs_job IN ACCESS EXCLUSIVE MODE")
        answer = pool.submit(lead.export)
        noticed = False
        while not answer.done():
            noticed = noticed or "database" in lead.broken_parts()
        assert (answer.result(), noticed) == (unavailable("unavailable", AWAY, "2"), True)
        frozen.rollback()
        status, body, _ = lead.export()
        assert (status, lead.wait_for(body["job"])) == (202, "succeeded")


def test_a_frozen_postgresql_holds_no_request_for_ever(tmp_path: Path) -> None:
    with (
        empty_services() as services,
        relay_to(services.database_url) as (relay, address),
        serving(tmp_path / "data", **{**services.environment, "DATABASE_URL": address}) as lead,
    ):
        relay.flows.clear()
        # More than there are threads.
        with ThreadPoolExecutor(40) as pool:
            asked = [pool.submit(lead.send, "GET", "api/v1/me/", seconds=150) for _ in range(40)]
        assert [answer.result() for answer in asked] == [unavailable("unavailable", AWAY, "2")] * 40
        assert "database" in lead.broken_parts()
        relay.flows.set()
        assert lead.ask("api/v1/me/")[0] == 200
        assert lead.broken_parts() == set()


def test_a_frozen_redis_keeps_nobody_waiting_and_loses_no_job(tmp_path: Path) -> None:
    with (
        own_redis(tmp_path) as (address, redis),
        serving(tmp_path / "data", REDIS_URL=address) as lead,
    ):
        redis.send_signal(signal.SIGSTOP)
        status, body, _ = lead.export()
        assert status == 202
        assert "broker" in lead.broken_parts()
        assert lead.sign_in()[0] == 200
        redis.send_signal(signal.SIGCONT)
        assert lead.wait_for(body["job"]) == "succeeded"


def test_a_full_disk_is_told_and_reading_goes_on(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "disk", megabytes=96) as disk,
        serving(disk, MIN_FREE_BYTES=str(2**20)) as lead,
    ):
        filler = fill(disk)
        refused = [lead.export() for _ in range(50)]
        assert refused[-1] == unavailable("disk_full", FULL, "30")
        assert {status for status, _, _ in refused} <= {202, 503}
        assert lead.sign_in() == unavailable("disk_full", FULL, "30")
        assert lead.ask("api/v1/me/")[0] == 200
        assert "disk" in lead.broken_parts()
        # The first is read at once, the second only once the server has said that it may be sent.
        for size in (10_000, 5 * MIB):
            assert lead.upload(size) == unavailable("disk_full", FULL, "30")
        assert received(disk) == []
        filler.unlink()
        assert lead.sign_in()[0] == 200
        status, body, _ = lead.export()
        assert (status, lead.wait_for(body["job"])) == (202, "succeeded")
        assert lead.upload(5 * MIB)[0] == 202


def test_a_message_that_is_empty_is_set_aside_and_the_worker_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as lead:
        # A message's name begins with its time: this one is read first.
        (data / "broker" / "queue" / f"{0:020}_x.celery.msg").touch()
        status, body, _ = lead.export()
        assert (status, lead.wait_for(body["job"])) == (202, "succeeded")
    log = (data / "server.log").read_text("utf-8")
    assert (log.count("message_set_aside"), log.count("Traceback")) == (1, 0)
