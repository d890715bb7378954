"""One tab's connection to the platform: cheap, kept alive, and as patient as the front end."""

import http.client
import json
import threading
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.faults.ledger import Ledger
from tests.faults.outages import Outages

ANSWER_SECONDS = 120
IDLE_SECONDS = 20
"""gunicorn closes after 30 seconds, so an older connection is not used any more."""
EXCUSED = {502, 503, 504}
"""What may be answered while PostgreSQL is down."""
TOO_MANY = 429


@dataclass(frozen=True)
class Answer:
    """A status and what came with it."""

    status: int
    body: Any

    @property
    def is_passing(self) -> bool:
        """Whether the front end would try again."""
        return self.status >= http.client.INTERNAL_SERVER_ERROR or self.status == TOO_MANY

    @property
    def code(self) -> str:
        """The error's code, empty for a success."""
        return self.body.get("code", "") if isinstance(self.body, dict) else ""


class GivenUpError(Exception):
    """The run was ended before the server answered."""


class Browser:
    """Sends requests of one person to whichever machine answers."""

    def __init__(
        self,
        ports: list[int],
        headers: dict[str, str],
        *,
        ledger: Ledger,
        outages: Outages,
        abandoned: threading.Event,
        rng: Random,
    ) -> None:
        """Nothing is connected yet. ``headers`` sign the person in."""
        self._ports = ports
        self._headers = headers
        self._ledger = ledger
        self._outages = outages
        self._abandoned = abandoned
        self._rng = rng
        self._machine = rng.randrange(len(ports))
        self._connection: http.client.HTTPConnection | None = None
        self._used_at = 0.0

    def ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Repeat a request until it is answered; raises ``GivenUpError`` at the run's end."""
        attempt = 0
        while True:
            answer = self.ask_once(method, path, body, headers)
            if answer is not None and not answer.is_passing:
                return answer
            attempt += 1
            self._ledger.count("retries")
            # As a reverse proxy does: the other machine may be there.
            self._machine += 1
            pause = min(2.0, 0.1 * 2**attempt) * self._rng.uniform(0.5, 1)
            if self._abandoned.wait(pause):
                raise GivenUpError(path)

    def ask_once(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer | None:
        """Send a request once; None when no answer came."""
        began = time.monotonic()
        try:
            answer = self._exchange(method, path, body, headers or {})
        except (OSError, http.client.HTTPException) as error:
            self._disconnect()
            self._ledger.count("broken connections")
            if not self._outages.excuse(("web", "postgres"), began):
                self._ledger.surprise(f"{method} {path}: {error!r} while everything was up")
            return None
        self._judge(method, path, answer, began)
        return answer

    def _exchange(
        self, method: str, path: str, body: dict[str, Any] | bytes | None, headers: dict[str, str]
    ) -> Answer:
        connection = self._connect()
        sent = {**self._headers, **headers}
        if not isinstance(body, bytes | None):
            body, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        content = response.read()
        self._used_at = time.monotonic()
        if response.will_close:
            self._disconnect()
        if response.status == http.client.SERVICE_UNAVAILABLE:
            self._check_unavailable(f"{method} {path}", response, content)
        is_json = response.headers.get_content_type() == "application/json"
        return Answer(response.status, json.loads(content) if is_json and content else content)

    def _check_unavailable(
        self, what: str, response: http.client.HTTPResponse, content: bytes
    ) -> None:
        """A 503 says in our own form that it is worth trying again, and when."""
        try:
            has_shape = json.loads(content).keys() >= {"code", "detail", "fields"}
        except (ValueError, AttributeError):
            has_shape = False
        if not (has_shape and response.headers.get("Retry-After", "").isdigit()):
            self._ledger.surprise(f"{what}: 503 without our form or Retry-After: {content[:200]!r}")

    def _judge(self, method: str, path: str, answer: Answer, began: float) -> None:
        """Count answers; errors of the server need a reason."""
        self._ledger.count("requests")
        if answer.status >= http.client.INTERNAL_SERVER_ERROR:
            self._ledger.count(f"answers {answer.status}")
            excused = answer.status in EXCUSED and self._outages.excuse(("postgres",), began)
            if not excused:
                self._ledger.surprise(f"{method} {path}: {answer.status} {answer.body!r:.300}")
        elif self._outages.down() == {"redis"}:
            self._ledger.count("answered without Redis")

    def _connect(self) -> http.client.HTTPConnection:
        if self._connection and time.monotonic() - self._used_at > IDLE_SECONDS:
            self._disconnect()
        if self._connection is None:
            port = self._ports[self._machine % len(self._ports)]
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Hang up."""
        self._disconnect()
