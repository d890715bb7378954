"""How many questions a second annotators get through: 1, 8 and 32 of them, on a real server.

nginx and gunicorn as `make run` starts them, PostgreSQL, kept-alive connections, no think time.
Once with the four requests that any client may send (next, the draft that calls the question good,
the page, the submission), once with the front end's two, by a token and then by a browser's
session, once with `next` alone. The clients run in processes of their own. Prints cycles a second,
the times of a cycle, and the processor time of nginx with the web processes and of the database's
for each.

Needs DATABASE_URL, a PostgreSQL server on this machine: a database is made there and dropped.
`SECONDS_EACH` (5), `ANNOTATORS` (1,8,32), `PAGE_BYTES` (20000), `EXAMPLES` (5000: more than anybody
gets through), `MODES` (plain short browser next_only), `WORKERS`, gunicorn's `THREADS` and `NGINX`
(0: gunicorn alone) change the run.
"""

import http.client
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from annotator.running.serving.nginx import socket_path
from annotator.running.serving.serve import Configuration, choose_nginx, job_programs, web_programs
from benchmarks.annotating import make_html
from benchmarks.queue import database
from scripts.bootstrap import ROOT

SECONDS_EACH = float(os.environ.get("SECONDS_EACH", "5"))
ANNOTATORS = [int(number) for number in os.environ.get("ANNOTATORS", "1,8,32").split(",")]
PAGE_BYTES = int(os.environ.get("PAGE_BYTES", "20000"))
EXAMPLES = int(os.environ.get("EXAMPLES", "5000"))
MODES = os.environ.get("MODES", "plain short browser next_only").split()
CLIENT_PROCESSES = 2
TICKS = os.sysconf("SC_CLK_TCK")
_LENGTH = re.compile(rb"\r\nContent-Length: *([0-9]+)\r\n", re.IGNORECASE)


class Client:
    """One annotator's browser tab: a kept-alive connection, and headers that say who calls.

    It shares two cores with what is measured, so it does no more than it must: it looks at an
    answer's status and length, and reads those that it needs.
    """

    def __init__(self, port: int, project: str, caller: dict[str, str]) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = {
            "Host": f"127.0.0.1:{port}",
            **caller,
            "Content-Type": "application/json",
            "Accept-Encoding": "gzip",
        }
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._next = f"/api/v1/projects/{project}/assignments/next/"
        self._number = 0
        self._boxes: list[dict[str, Any]] = []

    def send(self, method: str, path: str, body: Any = None) -> bytes:
        """The answer's body; raises where it is an error."""
        sent = "" if body is None else json.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\n{self._headers}Content-Length: {len(sent)}\r\n\r\n"
        self._socket.sendall(f"{head}{sent}".encode())
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head_end = received.index(b"\r\n\r\n")
        length = _LENGTH.search(received, 0, head_end + 2)
        if not received.startswith(b"HTTP/1.1 2") or length is None:
            raise RuntimeError(f"{method} {path}: {received[:600]!r}")
        while len(received) < head_end + 4 + int(length[1]):
            received += self._receive()
        return received[head_end + 4 :]

    def _receive(self) -> bytes:
        if not (received := self._socket.recv(262_144)):
            raise RuntimeError("The server has closed the connection.")
        return received

    def plain(self) -> None:
        """Four requests."""
        self._open_next()
        self._draft("")
        self.send("GET", f"/api/v1/assignments/{self._number}/page/")
        self._submit("")

    def short(self) -> None:
        """Two; the first time, as many more as it takes to begin."""
        if not self._boxes:
            self.plain()
            self._open_next()
        self._draft("?page=rendered")
        self._number = json.loads(self._submit("?next=1"))["next"]["id"]

    browser = short

    def next_only(self) -> None:
        """One: the assignment that is open already."""
        self.send("POST", self._next, {})

    def _open_next(self) -> None:
        self._number = json.loads(self.send("POST", self._next, {}))["id"]

    def _draft(self, query: str) -> None:
        body = {"version": 0, "question_quality": "good", "stage": "long_answer"}
        address = f"/api/v1/assignments/{self._number}/"
        answer = self.send("PUT", f"{address}draft/{query}", body)
        self._boxes = self._boxes or json.loads(answer)["page"]["candidates"]

    def _submit(self, query: str) -> bytes:
        box = self._boxes[len(self._boxes) // 2]
        start = box["start_token"] + 1
        body = {
            "question_quality": "good",
            "long_answer": {"candidate_index": box["index"]},
            "short_answers": [{"start_token": start, "end_token": start + 2}],
            "version": 1,
        }
        return self.send("POST", f"/api/v1/assignments/{self._number}/submit/{query}", body)


def run_clients(
    port: int, project: str, callers: list[dict[str, str]], name: str, results: Any
) -> None:
    """One client process: a thread for each caller; the milliseconds of their cycles."""
    times: list[float] = []

    def work(caller: dict[str, str]) -> None:
        client = Client(port, project, caller)
        cycle: Callable[[], None] = getattr(client, name)
        cycle()
        end = time.perf_counter() + SECONDS_EACH
        while (before := time.perf_counter()) < end:
            cycle()
            times.append(1000 * (time.perf_counter() - before))

    threads = [Thread(target=work, args=(caller,)) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(times)


def measure(port: int, project: str, callers: list[dict[str, str]], name: str) -> list[float]:
    """The milliseconds of all cycles of these callers."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    shares = [callers[number::CLIENT_PROCESSES] for number in range(CLIENT_PROCESSES)]
    processes = [
        context.Process(target=run_clients, args=(port, project, share, name, results))
        for share in shares
        if share
    ]
    for process in processes:
        process.start()
    times = [one for _ in processes for one in results.get()]
    for process in processes:
        process.join()
    return times


def processor_seconds(pids: list[int]) -> float:
    """What these processes have used so far."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def server(*, has_worker: bool = False) -> Iterator[tuple[list[int], int]]:
    """nginx and gunicorn on the benchmark's database: their first processes, and the port.

    With a worker for jobs, if ``has_worker``; it is none of those processes.
    """
    from django.db import connection

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = urlsplit(os.environ["DATABASE_URL"])
    environment = {
        **os.environ,
        "PORT": str(port),
        "DATABASE_URL": url._replace(path=f"/{connection.settings_dict['NAME']}").geturl(),
        "API_RATE_PER_MINUTE": "100000000",
    }
    configuration = Configuration.read(environment)
    nginx = choose_nginx(configuration)
    pids: list[int] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as started:
        for program in web_programs(
            configuration,
            environment,
            nginx=nginx,
            folder=Path(folder),
        ):
            command = list(program.command)
            if program.name == "web server" and "THREADS" in os.environ:
                command += ["--threads", os.environ["THREADS"]]
            process = subprocess.Popen(command, cwd=ROOT, env=dict(program.environment))
            started.callback(process.wait)
            started.callback(process.send_signal, program.stop)
            pids.append(process.pid)
        if has_worker:
            worker = job_programs(configuration, environment)[0]
            process = subprocess.Popen(worker.command, cwd=ROOT, env=dict(worker.environment))
            started.callback(process.wait)
            started.callback(process.terminate)
        listens = socket_path(Path(folder)).exists if nginx else lambda: True
        while not (listens() and is_up(port)):
            time.sleep(0.1)
        yield pids, port


def is_up(port: int) -> bool:
    """Whether the server answers."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False


def backends() -> list[int]:
    """The database's processes for the web processes' connections."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in cursor.fetchall()]


def main() -> int:
    """Print the table."""
    from django.db import connection

    from tests.factories.corpus import make_annotators, make_examples, make_page, make_project

    if connection.vendor != "postgresql":
        print("Set DATABASE_URL to a PostgreSQL server on this machine.")
        return 0
    users = max(ANNOTATORS)
    project = make_project("cycles", overlap=users)
    page = make_page(make_html(PAGE_BYTES), "A page")
    make_examples(project, EXAMPLES, page=page)
    annotators = make_annotators(project, users)
    programs, browsers = map(program, annotators), map(browser, annotators)
    callers = {"token": list(programs), "browser": list(browsers)}
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(f"page of {PAGE_BYTES // 1000} kB, {EXAMPLES} examples, {SECONDS_EACH:g} s each")
    columns = ("annotators", "a second", "p50 ms", "p95 ms", "web CPU ms", "database CPU ms")
    print(f"{'':10}" + "".join(f"{name:>16}" for name in columns))
    with server() as (pids, port):
        measure(port, project.slug, callers["token"][:1], "plain")
        for name in MODES:
            for number in ANNOTATORS:
                wanted = callers.get(name, callers["token"])[:number]
                figures = measured(pids, port, project.slug, wanted, name)
                row = "".join(f"{each:>16.1f}" for each in figures)
                print(f"{name:10}{number:>16}{row}", flush=True)
    return 0


def program(user: Any) -> dict[str, str]:
    """The headers of a program with a token of this annotator."""
    from django.utils import timezone

    from annotator.workspace.accounts.tokens import create_token

    key = create_token(user=user, name="it", at=timezone.now())[1]
    return {"Authorization": f"Token {key}"}


def browser(user: Any) -> dict[str, str]:
    """The headers of a browser in which this annotator is signed in."""
    from django.test import Client as SignedIn

    signed_in, secret = SignedIn(), "s" * 32
    signed_in.force_login(user)
    session = signed_in.cookies["sessionid"].value
    return {"Cookie": f"sessionid={session}; csrftoken={secret}", "X-CSRFToken": secret}


def measured(
    pids: list[int], port: int, project: str, callers: list[dict[str, str]], name: str
) -> list[float]:
    """Cycles a second, their median and 95% in ms, and ms of each side's processor time."""

    def used() -> tuple[float, dict[int, float]]:
        theirs = {each: processor_seconds([each]) for each in backends()}
        ours = [child for pid in pids for child in children_of(pid)]
        return processor_seconds(ours), theirs

    web_before, database_before = used()
    times = measure(port, project, callers, name)
    web, theirs = used()
    return [
        len(times) / SECONDS_EACH,
        median(times),
        quantiles(times, n=20)[-1],
        1000 * (web - web_before) / len(times),
        1000
        * sum(seconds - database_before.get(each, 0.0) for each, seconds in theirs.items())
        / len(times),
    ]


if __name__ == "__main__":
    with database():
        sys.exit(main())
