"""Projects that a test needs but is not about: made by the API and a command."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from playwright.sync_api import APIRequestContext, Page, Playwright

from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD

LEAD = "lena"

QUESTIONS = (
    "who keeps the ferry at the old crossing",
    "when was the stone bridge opened",
    "is the crossing closed in winter",
)

PAGE = """<!DOCTYPE html><html><head><title>The old crossing</title></head><body>
<h1>The old crossing</h1>
<p>The old crossing is a ferry on the river Orle, kept by the Marten family since 1712.</p>
<table><tr><th>Length of the cable</th><td>140 metres from bank to bank</td></tr>
<tr><th>Boats in use</th><td>One flat boat for carts</td></tr></table>
<h2>History</h2>
<p>A stone bridge was opened on 4 May 1867, but carts above two tons still take the ferry.</p>
<ul><li>In winter the ferry rests from November to March.</li>
<li>In summer it crosses every twenty minutes until dusk.</li></ul>
</body></html>"""

LOOKS, LOOK_SECONDS = 600, 0.2
"""How often, and how long after one another, the API is asked for what a worker does."""

SECONDS = {"question": 4, "long_answer": 21, "short_answer": 9}

Answer = str | tuple[Any, ...]
"""``bad``, ``none``, or a candidate's index and the spans in it."""

FIRST_PARAGRAPH, BRIDGE = "The old crossing is a ferry", "A stone bridge was opened"


class Api:
    """The API, used by the lead of every small project and by annotators."""

    def __init__(self, playwright: Playwright, server: Server, *, password: str = PASSWORD) -> None:
        """Make the lead's account, unless it is there. Everybody has the same ``password``."""
        server.manage("create_user", LEAD, "--password", password)
        self._server = server
        self._password = password
        self._playwright = playwright
        self._of: dict[str, APIRequestContext] = {}

    def get(self, address: str, *, by: str = LEAD) -> Any:
        """The answer to a request, below `/api/v1/`."""
        return self._send("GET", address, by)

    def get_once(self, address: str, holds: Callable[[Any], bool], *, by: str = LEAD) -> Any:
        """The first answer for which ``holds``, once a worker has done what it is about."""
        pause = threading.Event()
        for _ in range(LOOKS):
            seen = self.get(address, by=by)
            if holds(seen):
                return seen
            pause.wait(LOOK_SECONDS)
        raise AssertionError(f"{address} still is {seen}")

    def post(self, address: str, data: dict[str, Any], *, by: str = LEAD) -> Any:
        """The answer to a request with a body; None where there is none."""
        return self._send("POST", address, by, data=data)

    def post_form(self, address: str, fields: dict[str, Any], *, by: str = LEAD) -> Any:
        """The answer to a form, as it is sent where files may come with it."""
        return self._send("POST", address, by, multipart=fields)

    def put(self, address: str, data: dict[str, Any], *, by: str = LEAD) -> Any:
        """The answer to a change."""
        return self._send("PUT", address, by, data=data)

    def _send(self, method: str, address: str, name: str, **more: Any) -> Any:
        requests = self._of.get(name) or self._sign_in(name)
        answer = requests.fetch(address, method=method, **more)
        assert answer.ok, f"{address}: {answer.status} {answer.text()}"
        return answer.json() if answer.status != HTTPStatus.NO_CONTENT else None

    def _sign_in(self, name: str) -> APIRequestContext:
        account = {"username": name, "password": self._password}
        with_password = self._playwright.request.new_context(base_url=self._server.url)
        token = with_password.post("/api/v1/auth/token/", data=account).json()["token"]
        with_password.dispose()
        self._of[name] = self._playwright.request.new_context(
            base_url=f"{self._server.url}/api/v1/",
            extra_http_headers={"Authorization": f"Token {token}"},
        )
        return self._of[name]

    def answer(self, slug: str, name: str, answers: Mapping[str, Answer]) -> None:
        """Answer the questions that come to somebody, as long as ``answers`` has them."""
        while assignment := self.post(f"projects/{slug}/assignments/next/", {}, by=name):
            chosen = answers.get(assignment["question"]["text"])
            if chosen is None:
                return
            address = f"assignments/{assignment['id']}"
            body: dict[str, Any] = {
                "question_quality": "bad" if chosen == "bad" else "good",
                "long_answer": None,
                "short_answers": [],
                "yes_no_answer": "NONE",
            }
            draft = {**body, "version": 0, "stage": "long_answer", "active_seconds": SECONDS}
            draft |= {"long_answer_decided": False, "short_answer_decided": False}
            self._send("PUT", f"{address}/draft/", name, data=draft)
            if isinstance(chosen, tuple):
                index, *spans = chosen
                body["long_answer"] = {"candidate_index": index}
                body["short_answers"] = [
                    {"start_token": start, "end_token": end} for start, end in spans
                ]
            self.post(f"{address}/submit/", {**body, "active_seconds": SECONDS}, by=name)

    def create_project(
        self,
        slug: str,
        annotators: Sequence[str],
        *,
        overlap: int = 1,
        questions: Sequence[str] = QUESTIONS,
        reviews_answers: bool = True,
    ) -> None:
        """A project whose questions are all asked of one short page.

        Answers are reviewed before they are submitted, unless the test says otherwise.
        """
        title = slug.replace("-", " ").capitalize()
        project = {"slug": slug, "kind": "nq", "title": title, "overlap": overlap}
        self.post("projects/", project)
        if reviews_answers:
            self._send("PATCH", f"projects/{slug}/", LEAD, data={"reviews_answers": True})
        for name in annotators:
            member = {"username": name, "role": "annotator", "password": self._password}
            self.post(f"projects/{slug}/members/", member)
        if not questions:
            return
        file = self._server.data_dir / f"{slug}.jsonl"
        file.write_text("".join(page_line(question) for question in questions), "utf-8")
        self._server.manage("import_pages", slug, str(file))

    def close(self) -> None:
        """Close the connections."""
        for requests in self._of.values():
            requests.dispose()


def page_line(question: str, *, html: str = PAGE) -> str:
    """A line of a file of questions with pages."""
    line = {
        "question_text": question,
        "document_url": "https://en.wikipedia.org/wiki/The_old_crossing",
        "document_title": "The old crossing",
        "document_html": html,
    }
    return json.dumps(line) + "\n"


LET_THE_TIME_RUN_OUT = """
from datetime import timedelta
from django.db.models import F
from annotator.collecting.assignments.models import Assignment
worked_on = Assignment.objects.filter(project__slug={slug!r}, state="open")
assert worked_on.update(clock_started_at=F("clock_started_at") - timedelta(minutes={minutes}))
"""


def let_the_time_run_out(server: Server, slug: str, *, minutes: int) -> None:
    """Let the open question of a project have been worked on for so many minutes more."""
    script = LET_THE_TIME_RUN_OUT.format(slug=slug, minutes=minutes)
    server.manage("shell", "--no-imports", "-c", script)


LET_LEASES_RUN_OUT = """
from datetime import UTC, datetime
from annotator.collecting.assignments.models import Assignment
held = Assignment.objects.filter(project__slug={slug!r}, state={state!r})
assert held.update(lease_expires_at=datetime(2020, 1, 1, tzinfo=UTC))
"""


def let_leases_run_out(server: Server, slug: str, state: str) -> None:
    """Let the time of a project's assignments in a state be over, as if it had passed."""
    server.manage("shell", "--no-imports", "-c", LET_LEASES_RUN_OUT.format(slug=slug, state=state))


ALLOW_TAKING_BACK = """
from datetime import timedelta
from django.db.models import F
from annotator.collecting.assignments.models import Assignment
sent = Assignment.objects.filter(project__slug={slug!r}, state="submitted")
assert sent.update(submitted_at=F("submitted_at") + timedelta(hours=1))
"""


def let_answers_be_taken_back(server: Server, page: Page, slug: str) -> None:
    """Stretch the minute in which this tab may take back what it submitted to an hour: on a busy
    machine, a server needs longer to start. Call it while the server runs.
    """
    server.manage("shell", "--no-imports", "-c", ALLOW_TAKING_BACK.format(slug=slug))
    page.evaluate(
        """key => sessionStorage.setItem(key, JSON.stringify(
          JSON.parse(sessionStorage.getItem(key)).map(
            (each) => ({ ...each, until: each.until + 3_600_000 }))))""",
        f"plumbline:submitted:{slug}",
    )
