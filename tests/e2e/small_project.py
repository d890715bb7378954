"""Projects that a test needs but is not about: made by the API and a command."""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import APIRequestContext, Playwright

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

FIRST_PARAGRAPH, BRIDGE = "The old crossing is a ferry", "A stone bridge was opened"


class Api:
    """The API as the lead of every small project."""

    def __init__(self, playwright: Playwright, server: Server) -> None:
        """Make the lead's account, unless it is there, and get a token."""
        server.manage("create_user", LEAD, "--password", PASSWORD)
        account = {"username": LEAD, "password": PASSWORD}
        with_password = playwright.request.new_context(base_url=server.url)
        token = with_password.post("/api/v1/auth/token/", data=account).json()["token"]
        with_password.dispose()
        self._server = server
        self._requests: APIRequestContext = playwright.request.new_context(
            base_url=f"{server.url}/api/v1/",
            extra_http_headers={"Authorization": f"Token {token}"},
        )

    def get(self, address: str) -> Any:
        """The answer to a request, below `/api/v1/`."""
        answer = self._requests.get(address)
        assert answer.ok, f"{address}: {answer.status} {answer.text()}"
        return answer.json()

    def post(self, address: str, data: dict[str, Any]) -> Any:
        """The answer to a request with a body."""
        answer = self._requests.post(address, data=data)
        assert answer.ok, f"{address}: {answer.status} {answer.text()}"
        return answer.json()

    def create_project(
        self,
        slug: str,
        annotators: Sequence[str],
        *,
        overlap: int = 1,
        questions: Sequence[str] = QUESTIONS,
    ) -> None:
        """A project whose questions are all asked of one short page."""
        title = slug.replace("-", " ").capitalize()
        project = {"slug": slug, "kind": "nq", "title": title, "overlap": overlap}
        self.post("projects/", project)
        for name in annotators:
            member = {"username": name, "role": "annotator", "password": PASSWORD}
            self.post(f"projects/{slug}/members/", member)
        file = self._server.data_dir / f"{slug}.jsonl"
        file.write_text("".join(page_line(question) for question in questions), "utf-8")
        self._server.manage("import_pages", slug, str(file))

    def close(self) -> None:
        """Close the connection."""
        self._requests.dispose()


def page_line(question: str) -> str:
    """A line of a file of questions with pages."""
    line = {
        "question_text": question,
        "document_url": "https://en.wikipedia.org/wiki/The_old_crossing",
        "document_title": "The old crossing",
        "document_html": PAGE,
    }
    return json.dumps(line) + "\n"


def let_leases_run_out(server: Server, slug: str, state: str) -> None:
    """Let the time of a project's assignments in a state be over, as if it had passed."""
    with sqlite3.connect(server.data_dir / "plumbline.sqlite3", timeout=20) as database:
        changed = database.execute(
            "UPDATE assignments_assignment SET lease_expires_at = '2020-01-01 00:00:00'"
            " WHERE state = ? AND project_id ="
            " (SELECT id FROM projects_project WHERE slug = ?)",
            (state, slug),
        )
        assert changed.rowcount > 0
    database.close()
