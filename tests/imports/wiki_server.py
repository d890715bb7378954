"""A wiki in this process: MediaWiki's REST shapes, and what goes wrong with servers."""

import gzip
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import orjson

LICENCE = "https://creativecommons.org/licenses/by-sa/4.0/"


def page(title: str, html: str, revision: int = 7) -> dict[str, Any]:
    """A page as ``/page/{title}/with_html`` has it."""
    return {
        "id": 1,
        "key": title.replace(" ", "_"),
        "title": title,
        "latest": {"id": revision, "timestamp": "2026-01-31T10:00:00Z"},
        "content_model": "wikitext",
        "license": {"url": LICENCE, "title": "CC BY-SA 4.0"},
        "html": html,
    }


class Wiki:
    """``answers`` by title: pages, or lists of ``(status, headers, body)`` given one by one, the
    last one again and again. A search is asked for as ``?question``. ``asked`` counts the requests.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.asked: Counter[str] = Counter()
        self.agents: set[str] = set()
        self.site = ""

    def answer(self, title: str) -> tuple[int, dict[str, str], bytes]:
        """What a request for a title gets."""
        found = self.answers.get(title)
        if found is None:
            return 404, {}, orjson.dumps({"errorKey": "rest-nonexistent-title"})
        if isinstance(found, list):
            return found[min(self.asked[title], len(found)) - 1]
        body = gzip.compress(orjson.dumps(found))
        return 200, {"Content-Encoding": "gzip"}, body


@contextmanager
def serve_wiki() -> Iterator[Wiki]:
    """A wiki that answers until the block ends."""
    wiki = Wiki()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            title = unquote(parts.path.partition("/page/")[2].removesuffix("/with_html"))
            title = title or f"?{parse_qs(parts.query)['q'][0]}"
            wiki.asked[title] += 1
            wiki.agents.add(self.headers["User-Agent"])
            status, headers, body = wiki.answer(title)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    wiki.site = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield wiki
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
