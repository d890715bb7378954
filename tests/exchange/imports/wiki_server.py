"""A wiki in this process: MediaWiki's shapes, and what goes wrong with servers."""

import gzip
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


def revision(title: str, html: str, number: int) -> dict[str, Any]:
    """A revision as ``/revision/{id}/with_html`` has it."""
    shown = page(title, html, number)
    return {
        **shown["latest"],
        "page": {name: shown[name] for name in ("id", "key", "title")},
        "license": shown["license"],
        "html": html,
    }


Answer = tuple[int, dict[str, str], bytes | Iterator[bytes]]


class Wiki:
    """``answers`` by title, or by ``#revision``: pages, or lists of ``(status, headers, body)``
    given one by one, the last one again and again. A body can be parts, which are sent as they
    come. A search is asked for as ``?question``.

    Without ``rest`` the pages are there in the older API alone, asked for as ``query``, ``parse``,
    ``search`` and ``log``; ``answers`` may have an answer for each of these words as well.
    ``deleted`` has the days on which pages were deleted. ``asked`` counts the requests,
    ``parameters`` are those of the last one, and ``keys`` are what came with them as ``X-Key``.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.deleted: dict[str, str] = {}
        self.rest = True
        self.parameters: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        self.agents: set[str] = set()
        self.keys: set[str] = set()
        self.site = ""

    def answer(self, target: str) -> Answer:
        """What a request gets."""
        parts = urlsplit(target)
        self.parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/w/api.php":
            return self._api()
        kind, _, rest = parts.path.removeprefix("/w/rest.php/v1/").partition("/")
        name = unquote(rest.removesuffix("/with_html"))
        if "q" in self.parameters:
            name = f"?{self.parameters['q']}"
        elif kind == "revision":
            name = f"#{name}"
        missing = "title" if kind == "page" else kind
        return self._given(
            name,
            (404, {}, orjson.dumps({"errorKey": f"rest-nonexistent-{missing}"}))
            if self.rest
            else (404, {}, orjson.dumps({"errorKey": "rest-no-match"})),
        )

    def _given(self, name: str, otherwise: Answer) -> Answer:
        self.asked[name] += 1
        found = self.answers.get(name)
        if isinstance(found, list):
            answer: Answer = found[min(self.asked[name], len(found)) - 1]
            return answer
        if found is None or not (self.rest or name in {"query", "parse", "log"}):
            return otherwise
        return 200, {"Content-Encoding": "gzip"}, gzip.compress(orjson.dumps(found))

    def _api(self) -> Answer:
        asked = self.parameters
        name = {"logevents": "log", "search": "search"}.get(asked.get("list", ""), asked["action"])
        value = {
            "log": self._log,
            "query": self._query,
            "parse": self._parse,
            "search": self._search,
        }[name]()
        return self._given(name, (200, {}, orjson.dumps(value)))

    def _log(self) -> Any:
        day = self.deleted.get(self.parameters["letitle"])
        event = {"type": "delete", "action": "delete", "timestamp": f"{day}T08:00:00Z"}
        return {"query": {"logevents": [event] if day else []}}

    def _search(self) -> Any:
        found = self.answers.get(f"?{self.parameters['srsearch']}", {"pages": []})["pages"]
        return {"query": {"search": [{"title": each["key"].replace("_", " ")} for each in found]}}

    def _query(self) -> Any:
        title = self.parameters.get("titles", "").replace(" ", "_")
        number = self.parameters.get("revids")
        found = self.answers.get(title) or self.answers.get(f"#{number}")
        shown: dict[str, Any] = {"title": title, "missing": True}
        if found:
            latest = found.get("latest") or {"id": found["id"], "timestamp": found["timestamp"]}
            names = found.get("page") or found
            shown = {
                "title": names["title"],
                "revisions": [{"revid": latest["id"], "timestamp": latest["timestamp"]}],
                "pageprops": {"disambiguation": ""} if "disambigbox" in found["html"] else {},
            }
        return {"query": {"pages": [shown], "rightsinfo": {"url": LICENCE, "text": "CC BY-SA"}}}

    def _parse(self) -> Any:
        number = int(self.parameters["oldid"])
        pages = [each for each in self.answers.values() if isinstance(each, dict)]
        ids = {(each.get("latest") or each)["id"]: each["html"] for each in pages if "html" in each}
        return {"parse": {"revid": number, "text": ids[number]}}


@contextmanager
def serve_wiki() -> Iterator[Wiki]:
    """A wiki that answers until the block ends."""
    wiki = Wiki()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wiki.agents.add(self.headers["User-Agent"])
            wiki.keys.add(self.headers.get("X-Key", ""))
            status, headers, body = wiki.answer(self.path)
            self.send_response(status)
            if isinstance(body, bytes):
                headers = {"Content-Length": str(len(body)), **headers}
                body = iter([body])
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            # The client may have left.
            with suppress(ConnectionError):
                for part in body:
                    self.wfile.write(part)

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
