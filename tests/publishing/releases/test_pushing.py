"""A release is uploaded to a stand-in for the Hub."""

import base64
import hashlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command

from annotator.exceptions import InvalidInputError
from annotator.publishing.releases.pushing import check_can_push, push, repository_of
from tests.factories.corpus import make_examples, make_project


@pytest.mark.parametrize("address", ["plumb/questions", "hf:questions", "hf:/x", "hf:a/b/c"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(InvalidInputError, match="Use hf:ORG/NAME"):
        repository_of(address)


class Hub(BaseHTTPRequestHandler):
    """The calls that an upload makes, as far as huggingface_hub needs their answers."""

    protocol_version = "HTTP/1.1"
    created: dict[str, Any] = {}
    files: dict[str, str] = {}
    tokens: set[str | None] = set()

    def log_message(self, *args: Any) -> None:
        """Nothing."""

    def _read(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _answer(self, value: Any, status: int = 200) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        if "/tree/" in self.path:
            self._answer([])
        else:
            self._answer({"id": "plumb/questions", "sha": "0" * 40, "siblings": []})

    def do_PUT(self) -> None:
        self.files[self.path.rpartition("/")[2]] = hashlib.sha256(self._read()).hexdigest()
        self._answer({})

    def do_POST(self) -> None:
        body = self._read()
        self.tokens.add(self.headers.get("Authorization"))
        here = f"http://{self.headers['Host']}"
        if self.path == "/api/repos/create":
            self.created.update(json.loads(body))
            self._answer({"url": f"{here}/datasets/plumb/questions", "name": "plumb/questions"})
        elif self.path == "/api/validate-yaml":
            self._answer({"errors": [], "warnings": []})
        elif "/preupload/" in self.path:
            asked = json.loads(body)["files"]
            modes = {True: "lfs", False: "regular"}
            self._answer(
                {
                    "files": [
                        {
                            "path": each["path"],
                            "uploadMode": modes[each["path"].endswith((".parquet", ".gz"))],
                            "shouldIgnore": False,
                        }
                        for each in asked
                    ]
                }
            )
        elif self.path.endswith("/info/lfs/objects/batch"):
            self._answer(
                {
                    "transfer": "basic",
                    "objects": [
                        each | {"actions": {"upload": {"href": f"{here}/put/{each['oid']}"}}}
                        for each in json.loads(body)["objects"]
                    ],
                }
            )
        else:
            self._commit(body)
            commit = f"{here}/datasets/plumb/questions/commit/{'1' * 40}"
            self._answer({"commitOid": "1" * 40, "commitUrl": commit, "success": True})

    def _commit(self, body: bytes) -> None:
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            if line["key"] == "file":
                content = base64.b64decode(value["content"])
                self.files[value["path"]] = hashlib.sha256(content).hexdigest()
            elif line["key"] == "lfsFile":
                self.files[value["path"]] = value["oid"]


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hub]]:
    pytest.importorskip("huggingface_hub", reason="`make release` installs it")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    monkeypatch.setenv("HF_TOKEN", "hf_of_a_test")
    monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
    from huggingface_hub import HfApi

    address = f"http://127.0.0.1:{server.server_port}"
    made = HfApi.__init__

    def with_stand_in(self: Any, *args: Any, **options: Any) -> None:
        made(self, *args, **{**options, "endpoint": address})

    monkeypatch.setattr(HfApi, "__init__", with_stand_in)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Hub
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.long
@pytest.mark.django_db
def test_a_release_is_uploaded_privately_once_its_name_was_typed(
    hub: type[Hub],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = make_project()
    make_examples(project, 2)
    folder = tmp_path / "out"
    typed = iter(["no", "plumb/questions"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    with pytest.raises(SystemExit):
        call_command(
            "release", project.slug, str(tmp_path / "first"), "--push", "hf:plumb/questions"
        )
    assert hub.created == {}
    call_command("release", project.slug, str(folder), "--push", "hf:plumb/questions")
    assert (hub.created["name"], hub.created["organization"]) == ("questions", "plumb")
    assert hub.created.get("visibility", "private") == "private"
    assert hub.created.get("private", True) is True
    written = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert {name: hub.files.get(name) for name in written} == written
    assert hub.tokens == {"Bearer hf_of_a_test"}
    assert "Uploaded to http://127.0.0.1:" in capsys.readouterr().out


def test_an_upload_needs_a_token(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: object())
    with pytest.raises(InvalidInputError, match="HF_TOKEN is not set"):
        check_can_push()
    with pytest.raises(InvalidInputError, match="HF_TOKEN is not set"):
        push(tmp_path, "plumb/questions", public=False, version="1.0.0")
