"""What an annotator's requests cost: processor time and statements of each, on one connection.

Next, the draft that calls the question good, the page and the submission, sent to the WSGI
application itself: no network, no threads, so that neighbours on the machine change little. Once
as anybody may send them, and once as the front end does: the draft's answer without the page, and
the next assignment within the answer to a submission. Pages of 20 kB and 500 kB; SQLite in a folder
of its own, or the server of DATABASE_URL (a database that is made for it and dropped), whose own
processor time is shown where it runs on this machine. With `--statements` each statement is
printed.
"""

import gc
import io
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.queue import database

CYCLES = 60
WARM_UP = 5
SIZES = (20_000, 500_000)
TRANSACTION_STATEMENTS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


@dataclass
class Cost:
    """Of one kind of request: how many, seconds of this thread and of the database, of both for
    each request, statements.
    """

    requests: int = 0
    seconds: float = 0.0
    database_seconds: float = 0.0
    each: list[float] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)


class Caller:
    """Sends requests with a token to the application, and notes what they cost."""

    def __init__(self, application: Callable[..., Any], key: str) -> None:
        self._application = application
        self._key = key
        self.costs: dict[str, Cost] = defaultdict(Cost)
        self.is_counting = False

    def send(self, name: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The answer's body: bytes, or what its JSON says; raises where it is an error."""
        sent = b"" if body is None else json.dumps(body).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_AUTHORIZATION": f"Token {self._key}",
            "HTTP_ACCEPT": "application/json, text/html",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(sent)),
            "wsgi.input": io.BytesIO(sent),
            "wsgi.errors": sys.stderr,
            "wsgi.url_scheme": "http",
            **{f"HTTP_{key.upper()}": value for key, value in headers.items()},
        }
        status = ""

        def start(line: str, _headers: list[tuple[str, str]], _error: Any = None) -> None:
            nonlocal status
            status = line

        cost = self.costs[name] if self.is_counting else Cost()
        with statements_of() as statements:
            before, database_before = time.thread_time(), database_seconds()
            answer = self._application(environ, start)
            content = b"".join(answer)
            answer.close()
            mine = time.thread_time() - before
            theirs = database_seconds() - database_before
            cost.seconds += mine
            cost.database_seconds += theirs
            cost.each.append(mine + theirs)
        cost.requests += 1
        cost.statements = statements
        if not status.startswith("2"):
            raise RuntimeError(f"{method} {path}: {status} {content[:500]!r}")
        return json.loads(content) if content[:1] == b"{" else content


@contextmanager
def statements_of() -> Iterator[list[str]]:
    """The statements that are sent inside, but for those that begin and end transactions."""
    from django.db import connection

    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        if not sql.startswith(TRANSACTION_STATEMENTS):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def database_seconds() -> float:
    """Processor time of this connection's server process so far; 0 where it can't be told."""
    from django.db import connection

    if connection.vendor != "postgresql" or connection.connection is None:
        return 0.0
    path = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return int(path.read_text().split()[0]) / 1e9 if path.exists() else 0.0


def make_html(size: int) -> bytes:
    """About `size` bytes of the demo's articles."""
    from annotator.running.demo import articles

    folder = Path(next(iter(articles.__path__)))
    bodies = [path.read_bytes() for path in sorted(folder.glob("*.html"))]
    parts, length = [b"<!DOCTYPE html><html><body><h1>A page</h1>"], 0
    while length < size:
        body = bodies[len(parts) % len(bodies)]
        body = body.split(b"</head>")[-1].split(b'<h2><span class="mw-headline" id="See_also"')[0]
        parts.append(body[: size - length].rpartition(b"<")[0] or b"<p>the end</p>")
        length += len(parts[-1]) + 1
    return b"".join(parts)


def plain_cycle(caller: Caller, project: str) -> None:
    """Four requests."""
    number = caller.send("next", "POST", f"/api/v1/projects/{project}/assignments/next/", {})["id"]
    page = draft(caller, number, "draft", "")
    caller.send("page", "GET", page["html_url"])
    submit(caller, number, page["candidates"], "submit", "")


def short_cycle(caller: Caller, number: int, candidates: list[dict[str, Any]]) -> int:
    """Two requests; the number of the next assignment."""
    draft(caller, number, "draft?page=rendered", "?page=rendered")
    return submit(caller, number, candidates, "submit?next=1", "?next=1")["next"]["id"]


def draft(caller: Caller, number: int, name: str, query: str) -> Any:
    """Call the question good; the page."""
    body = {"version": 0, "question_quality": "good", "stage": "long_answer"}
    answer = caller.send(name, "PUT", f"/api/v1/assignments/{number}/draft/{query}", body)
    return answer.get("page")


def submit(
    caller: Caller, number: int, candidates: list[dict[str, Any]], name: str, query: str
) -> Any:
    """Choose a box in the middle, and two words of it."""
    box = candidates[len(candidates) // 2]
    start = box["start_token"] + 1
    body = {
        "question_quality": "good",
        "long_answer": {"candidate_index": box["index"]},
        "short_answers": [{"start_token": start, "end_token": start + 2}],
        "version": 1,
    }
    address = f"/api/v1/assignments/{number}/submit/{query}"
    return caller.send(name, "POST", address, body, idempotency_key=f"key-{number}")


def measure(size: int) -> None:
    """Print the table of one size of page."""
    from django.db import connection
    from django.utils import timezone

    from annotator.workspace.accounts.tokens import create_token
    from annotator.wsgi import application
    from tests.factories.corpus import make_annotators, make_examples, make_page, make_project

    project = make_project(f"p{size}", overlap=5)
    page = make_page(make_html(size), "A page")
    make_examples(project, 2 * (CYCLES + WARM_UP) + 5, page=page)
    user = make_annotators(project, 1)[0]
    caller = Caller(application, create_token(user=user, name="it", at=timezone.now())[1])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    gc.collect()
    for turn in range(CYCLES + WARM_UP):
        caller.is_counting = turn >= WARM_UP
        plain_cycle(caller, project.slug)
    address = f"/api/v1/projects/{project.slug}/assignments/next/"
    caller.is_counting = False
    number = caller.send("next", "POST", address, {})["id"]
    shown = draft(caller, number, "draft", "")
    number = submit(caller, number, shown["candidates"], "submit", "?next=1").get("next", {})
    if number:
        number = number["id"]
        for turn in range(CYCLES):
            caller.is_counting = turn >= WARM_UP
            number = short_cycle(caller, number, shown["candidates"])
    print(f"\n{connection.vendor}, page of {size // 1000} kB, {page.token_count:,} tokens")
    print(f"{'request':<16} {'statements':>10} {'CPU, ms':>9} {'of the database, ms':>20}")
    for name, cost in caller.costs.items():
        mine, theirs = (
            1000 * seconds / cost.requests for seconds in (cost.seconds, cost.database_seconds)
        )
        print(f"{name:<16} {len(cost.statements):>10} {mine:>9.2f} {theirs:>20.2f}")
    if "--statements" in sys.argv:
        for name, cost in caller.costs.items():
            print(f"\n{name}")
            for number, statement in enumerate(cost.statements, 1):
                print(f"{number:>3} {statement}")


def main() -> int:
    """Print a table for each size."""
    for size in SIZES:
        measure(size)
    return 0


if __name__ == "__main__":
    with database():
        sys.exit(main())
