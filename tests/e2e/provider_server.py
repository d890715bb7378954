"""The fake provider of single sign-on on a port of its own, for a browser and a server to ask."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from tests.workspace.accounts.fake_provider import CLIENT_ID, CLIENT_SECRET, FakeProvider


@contextmanager
def provider_server() -> Iterator[FakeProvider]:
    """A provider that answers, and agrees at once to whoever it is asked about."""
    provider = FakeProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/authorize?"):
                self.send_response(302)
                self.send_header("Location", provider.authorize(f"{provider.url}{self.path}"))
                self.end_headers()
            else:
                self._answer("")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def _answer(self, body: str) -> None:
            path, sent = urlsplit(self.path).path, self.headers.get("Authorization", "")
            status, found = provider.answer(path, body, sent)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def environment_for(provider: FakeProvider) -> dict[str, str]:
    """How a site is told of it."""
    return {
        "OIDC_NAME": "Orle University",
        "OIDC_SERVER_URL": provider.url,
        "OIDC_CLIENT_ID": CLIENT_ID,
        "OIDC_CLIENT_SECRET": CLIENT_SECRET,
    }
