"""The very commands of the containers, run without containers."""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scripts.bootstrap import ROOT
from scripts.services import Services
from tests.deploy.compose import read_example, read_services
from tests.ports import claim_port
from tests.real_services import empty_services

PATIENCE_SECONDS = 600


@pytest.fixture
def services() -> Iterator[Services]:
    """PostgreSQL and Redis for the containers' programs."""
    with empty_services() as found:
        yield found


class Containers:
    """The commands of the Compose file as processes of this machine."""

    def __init__(self, folder: Path, services: Services) -> None:
        """Take the containers' own environment, but for addresses and folders."""
        self.port = claim_port()
        self.folder = folder
        self.compose = read_services(read_example())
        self._changes = {
            **services.environment,
            "DATA_DIR": str(folder / "data"),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }

    def environment(self, name: str) -> dict[str, str]:
        """What a container's processes see."""
        inherited = {
            key: os.environ[key] for key in ("HOME", "LANG", "TMPDIR") if key in os.environ
        }
        return {**inherited, **self.compose[name]["environment"], **self._changes}

    def command(self, name: str) -> list[str]:
        """A container's command; beat's file goes into the test's own folder."""
        command: list[str] = self.compose[name]["command"]
        return [word.replace("/tmp/", f"{self.folder}/") for word in command]  # noqa: S108

    def run(self, name: str, command: list[str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command to its end in a container's environment."""
        return subprocess.run(
            command or self.command(name),
            cwd=ROOT,
            env=self.environment(name),
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    @contextlib.contextmanager
    def started(self, *names: str) -> Iterator[None]:
        """The named containers' programs, ended with SIGTERM as Compose does it."""
        with contextlib.ExitStack() as stack:
            for name in names:
                log = stack.enter_context((self.folder / f"{name}.log").open("wb"))
                process = subprocess.Popen(
                    self.command(name),
                    cwd=ROOT,
                    env=self.environment(name),
                    stdout=log,
                    stderr=log,
                )
                stack.callback(end, process)
            yield

    def ask(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        """Status and body of an answer; 0 while nobody listens, or nobody answers yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            try:
                connection.request("GET", path, headers=dict(headers or {}))
                answer = connection.getresponse()
                return answer.status, answer.read().decode()
            except (ConnectionError, TimeoutError):
                return 0, ""

    def logs(self) -> str:
        """What all of them wrote, for anyone who has to fix it."""
        return "\n".join(file.read_text("utf-8") for file in self.folder.glob("*.log"))


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program softly, and for good when it does not listen."""
    process.terminate()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until_ready(containers: Containers) -> dict[str, Any]:
    """What /readyz says once it is 200; fails with the logs when it never is."""
    pause = threading.Event()
    for _ in range(PATIENCE_SECONDS * 2):
        status, body = containers.ask("/readyz")
        if status == http.HTTPStatus.OK:
            answer: dict[str, Any] = json.loads(body)
            return answer
        pause.wait(0.5)
    pytest.fail(f"never ready: {status} {body}\n{containers.logs()}")


@pytest.mark.long
def test_the_containers_commands_bring_the_platform_up(tmp_path: Path, services: Services) -> None:
    containers = Containers(tmp_path, services)
    prepared = containers.run("prepare")
    assert prepared.returncode == 0, prepared.stderr
    with containers.started("web", "worker", "beat"):
        parts = dict.fromkeys(["database", "broker", "worker", "migrations", "disk"], True)
        assert wait_until_ready(containers) == {"status": "ok", "checks": parts}

        # Health checks and Prometheus come by plain HTTP from inside, everybody else by TLS.
        token = read_example()["METRICS_TOKEN"]
        answers = [
            containers.ask("/metrics", {"Authorization": f"Bearer {token}"})[0],
            containers.ask("/metrics")[0],
            containers.ask("/api/v1/me/")[0],
            containers.ask("/api/v1/me/", {"X-Forwarded-Proto": "https"})[0],
        ]
        assert answers == [200, 403, 301, 401]

        healthy = [
            containers.run(name, containers.compose[name]["healthcheck"]["test"][1:]).returncode
            for name in ("worker", "beat")
        ]
        assert healthy == [0, 0]
    lines = [json.loads(line) for line in (tmp_path / "web.log").read_text("utf-8").splitlines()]
    assert {line["route"] for line in lines if line["event"] == "request"} == {
        "api/v1/me/",
        "none",  # the redirect to TLS comes before any route
    }


def test_a_container_with_unsafe_settings_ends_and_names_them(
    tmp_path: Path, services: Services
) -> None:
    containers = Containers(tmp_path, services)
    containers.compose["web"]["environment"]["DEBUG"] = "1"
    refused = containers.run("web")
    assert (refused.returncode, "plumbline.E005" in refused.stderr) == (1, True)
