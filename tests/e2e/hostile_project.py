"""A project full of hostile pages on a running platform, and people signed in to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from playwright.sync_api import BrowserContext

from tests.e2e.server import Server
from tests.hostile.attacks import ATTACKS
from tests.hostile.frozen_pages import (
    FrozenPage,
    batches_of,
    frozen_as_given,
    frozen_cleaned,
    page_around,
)
from tests.hostile.lines import original_line, raw_page_line
from tests.size import sized

SLUG = "hostile"
PASSWORD = "a quite long password"
HARMLESS = "what does a page without attacks look like"


@dataclass(frozen=True)
class HostileProject:
    """``pages`` are what the server froze for each question, computed here once more."""

    pages: Mapping[str, FrozenPage]

    @classmethod
    def on(cls, server: Server, folder: Path) -> "HostileProject":
        """Import attacks, in raw pages and in pages that are frozen as given."""
        attacks = list(batches_of(list(ATTACKS.values())))
        batches = [page_around(*batch) for batch in attacks[: sized(1, len(attacks))]]
        raw = {HARMLESS: page_around("x")} | {
            f"raw page {number}": html for number, html in enumerate(batches)
        }
        given = {f"given page {number}": html for number, html in enumerate(batches)}
        write(folder / "raw.jsonl", [raw_page_line(*each) for each in raw.items()])
        write(
            folder / "given.jsonl",
            [
                original_line(*each, example_id=number)
                for number, each in enumerate(given.items(), start=1)
            ],
        )
        manage = server.manage
        manage("create_project", SLUG, "--kind", "nq", "--title", "Hostile", "--overlap", "1")
        for role in ("lead", "annotator"):
            user = f"hostile-{role}"
            manage("create_user", user, "--password", PASSWORD, "--project", SLUG, "--role", role)
        manage("import_pages", SLUG, str(folder / "raw.jsonl"))
        manage("import_nq", SLUG, str(folder / "given.jsonl"))
        return cls(
            {question: frozen_cleaned(html) for question, html in raw.items()}
            | {question: frozen_as_given(html) for question, html in given.items()}
        )


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    """JSON lines."""
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))


@dataclass(frozen=True)
class Member:
    """Somebody signed in, who speaks to the API with the cookies of the browser's tab."""

    context: BrowserContext
    name: str

    def sign_in(self) -> "Member":
        """Start a session."""
        self.context.request.get("/")
        answer = self.context.request.post(
            "/_allauth/browser/v1/auth/login",
            data={"username": f"hostile-{self.name}", "password": PASSWORD},
            headers={"X-CSRFToken": dict(self.cookies)["csrftoken"]},
        )
        assert answer.ok, answer.text()
        return self

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of the API, None for one without content. Fails when it refuses."""
        answer = self.context.request.fetch(
            f"/api/v1/{path}",
            method=method,
            data=body,
            headers={"X-CSRFToken": dict(self.cookies)["csrftoken"]},
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    @property
    def cookies(self) -> list[tuple[str, str]]:
        """Names and values of the browser's cookies."""
        return sorted((c["name"], c["value"]) for c in self.context.cookies())
