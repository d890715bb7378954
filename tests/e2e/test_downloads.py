"""A download from the real server that breaks off half-way and goes on, with curl."""

import json
import os
import shutil
import subprocess
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD

pytestmark = pytest.mark.long

SIZE = 40 * 2**20
PATIENCE_SECONDS = 120


def ask(server: Server, path: str, body: dict[str, str] | None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Token {token}"}
    if not token:
        del headers["Authorization"]
    data = None if body is None else json.dumps(body).encode()
    address = f"{server.url}/api/v1/{path}"
    request = urllib.request.Request(address, data, headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
        return json.load(answer)


def finished_export(server: Server) -> tuple[str, str]:
    """A lead's token, and the address of an export that has ended."""
    server.manage("create_project", "large", "--kind", "nq", "--title", "L", "--overlap", "1")
    server.manage(
        "create_user", "louis", "--password", PASSWORD, "--project", "large", "--role", "lead"
    )
    token = ask(server, "auth/token/", {"username": "louis", "password": PASSWORD})["token"]
    job = ask(server, "projects/large/exports/", {"format": "nq"}, token)["job"]
    pause = threading.Event()
    for _ in range(PATIENCE_SECONDS * 5):
        seen = ask(server, f"jobs/{job}/", None, token)
        if seen["result_url"]:
            return token, seen["result_url"]
        pause.wait(0.2)
    raise AssertionError(seen)


def test_a_download_that_was_cut_off_is_continued_to_the_same_bytes(
    server: Server, tmp_path: Path
) -> None:
    if shutil.which("curl") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("curl is not installed: apt-get install curl")
        pytest.skip("curl is not installed")
    token, address = finished_export(server)
    (result,) = server.data_dir.glob("results/*/large-nq.jsonl.gz")
    # Larger than what the two ends of a connection hold, so that it can break half-way.
    content = os.urandom(SIZE)
    result.write_bytes(content)
    part = tmp_path / "large.jsonl.gz"
    curl = ["curl", "--silent", "--show-error", "--fail", "--output", str(part)]
    curl += ["--header", f"Authorization: Token {token}", f"{server.url}{address}"]

    with subprocess.Popen([*curl, "--limit-rate", "8M"]) as first:
        pause = threading.Event()
        while not (part.exists() and part.stat().st_size > SIZE // 4):
            assert first.poll() is None
            pause.wait(0.02)
        first.kill()
    had = part.stat().st_size
    assert SIZE // 4 < had < SIZE

    rest = [*curl, "--continue-at", "-", "--write-out", "%{http_code} %{size_download}"]
    done = subprocess.run(rest, capture_output=True, text=True, check=True)
    assert done.stdout == f"206 {SIZE - had}"
    assert part.read_bytes() == content

    # Nothing is left to fetch: curl is told so.
    again = subprocess.run(rest, capture_output=True, text=True, check=False)
    assert (again.stdout.split()[0], part.read_bytes() == content) == ("416", True)
