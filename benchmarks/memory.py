"""What the platform holds in memory: web processes, worker and scheduler together, as PSS.

Starts all of it as `make run` does, without the demo, and counts at rest, after a hundred requests,
during and after an export of about `EXPORT_MB` (50) uncompressed megabytes in the official format,
which the worker makes. Fails where the export does. SQLite and files, in a folder of their own;
with `ON_SERVICES=1` the PostgreSQL database of DATABASE_URL, which must be empty, and the Redis
database of REDIS_URL. What those two servers hold is not counted.
"""

import contextlib
import gzip
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.annotating import make_html
from scripts.bootstrap import ROOT

EXPORT_MB = int(os.environ.get("EXPORT_MB", "50"))
ON_SERVICES = os.environ.get("ON_SERVICES") == "1"
PAGE_BYTES = 500_000
LINE_BYTES = 4_300_000
NAME, PASSWORD, PROJECT = "lead", "correct horse battery", "memory"
DONE = {"succeeded", "failed", "cancelled"}


def main() -> int:
    """Print the table; 1 where the export did not succeed."""
    if ON_SERVICES and not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
        print("Set DATABASE_URL and REDIS_URL, or leave ON_SERVICES out.")
        return 1
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {**os.environ, "DATA_DIR": folder, "PORT": str(port), "DEMO": "0"}
        if not ON_SERVICES:
            environment |= {"DATABASE_URL": "", "REDIS_URL": ""}
        run(environment, "migrate", "--verbosity", "0")
        run(environment, "create_project", PROJECT, *"--kind nq --title T --overlap 1".split())
        who = ["--password", PASSWORD, "--project", PROJECT, "--role", "lead"]
        run(environment, "create_user", NAME, *who)
        server = subprocess.Popen(
            [sys.executable, "-m", "annotator.running.serving.serve"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            state = measure(server.pid, port, Path(folder), environment)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    if state != "succeeded":
        print(f"The export has {state}: its figures say nothing.", file=sys.stderr)
    return 0 if state == "succeeded" else 1


def measure(pid: int, port: int, folder: Path, environment: Mapping[str, str]) -> str:
    """One row after the other; the state in which the export ended."""
    while status(port, "/readyz") != http.HTTPStatus.OK:
        time.sleep(0.5)
    print(f"{'':34}{'MB (PSS)':>10}")
    wait_until_settled(pid)
    show("at rest", pid)
    show_programs(pid)
    token = call(port, "POST", "auth/token/", {"username": NAME, "password": PASSWORD})["token"]
    for _ in range(100):
        call(port, "GET", f"projects/{PROJECT}/examples/", token=token)
    show("after 100 requests", pid)
    questions = max(1, EXPORT_MB * 10**6 // LINE_BYTES)
    (folder / "page.html").write_bytes(make_html(PAGE_BYTES))
    lines = (
        {
            "question_text": f"question number {number}",
            "document_url": "https://en.wikipedia.org/wiki/Page",
            "document_title": "Page",
            "html_file": "page.html",
        }
        for number in range(questions)
    )
    (folder / "pages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run(environment, "import_pages", PROJECT, str(folder / "pages.jsonl"))
    job = call(port, "POST", f"projects/{PROJECT}/exports/", {"format": "nq"}, token=token)["job"]
    number = job["id"] if isinstance(job, dict) else job
    most = 0
    while (state := call(port, "GET", f"jobs/{number}/", token=token)["state"]) not in DONE:
        most = max(most, held(pid))
        time.sleep(0.5)
    print(f"{'most during the export':34}{most / 1e6:>10.0f}")
    show(f"after an export ({state})", pid)
    show_programs(pid)
    written = sum(uncompressed(path) for path in folder.rglob("*.jsonl.gz"))
    print(f"{questions} examples, {written / 1e6:.0f} MB uncompressed")
    return str(state)


def uncompressed(path: Path) -> int:
    """The bytes in a gzip file."""
    with gzip.open(path) as file:
        return sum(len(part) for part in iter(lambda: file.read(2**20), b""))


def run(environment: Mapping[str, str], *command: str) -> None:
    """One of the platform's commands, without what it says."""
    call = [sys.executable, "manage.py", *command]
    subprocess.run(call, cwd=ROOT, env=dict(environment), check=True, stdout=subprocess.DEVNULL)


def show(name: str, pid: int) -> None:
    """A row."""
    print(f"{name:34}{held(pid) / 1e6:>10.0f}", flush=True)


def show_programs(pid: int) -> None:
    """A row for each program."""
    for name, each in programs(pid):
        print(f"    {name:30}{each / 1e6:>10.0f}", flush=True)


def wait_until_settled(pid: int) -> None:
    """Return once what the processes hold has changed by less than 1% in five seconds."""
    before, now = 0, held(pid)
    while abs(now - before) > now / 100:
        time.sleep(5)
        before, now = now, held(pid)


def programs(pid: int) -> list[tuple[str, int]]:
    """Each program that the supervisor runs, with the number of its processes, and its bytes."""
    found = []
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        words = Path(f"/proc/{child}/cmdline").read_text().split("\0")
        name = next((word for word in ("gunicorn", "worker", "beat") if word in words), words[0])
        count = 1 + len(descendants(child))
        found.append((f"{name}, {count} process{'es' * (count > 1)}", pss(child) + held(child)))
    return found


def held(pid: int) -> int:
    """What the processes that one has started hold together, bytes; nothing where one has ended."""
    total = 0
    for each in descendants(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += pss(each)
    return total


def descendants(pid: int) -> list[int]:
    """What a process has started, and what that has, without itself."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, children) for each in (child, *descendants(child))]


def pss(pid: int) -> int:
    """A process's proportional share of memory, bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def status(port: int, path: str) -> int:
    """The status of an answer; 0 where there is none."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0


def call(port: int, method: str, path: str, body: Any = None, *, token: str = "") -> Any:
    """What the API answers."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, f"/api/v1/{path}", json.dumps(body or {}), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= http.HTTPStatus.BAD_REQUEST:
        raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]!r}")
    return json.loads(content)


if __name__ == "__main__":
    sys.exit(main())
