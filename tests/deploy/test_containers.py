"""The very commands of the containers, run without containers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.services import Services
from tests.deploy.containers import Containers, wait_until_ready
from tests.real_services import empty_services


@pytest.fixture
def services() -> Iterator[Services]:
    """PostgreSQL and Redis for the containers' programs."""
    with empty_services() as found:
        yield found


@pytest.mark.long
def test_the_containers_commands_bring_the_platform_up(tmp_path: Path, services: Services) -> None:
    containers = Containers(tmp_path, services)
    prepared = containers.run("prepare")
    assert prepared.returncode == 0, prepared.stderr
    with containers.started("web", "worker", "beat"):
        parts = dict.fromkeys(["database", "broker", "worker", "migrations", "disk"], True)
        assert wait_until_ready(containers) == {"status": "ok", "checks": parts}

        # Health checks and Prometheus come by plain HTTP from inside, everybody else by TLS.
        token = (containers.secrets / "metrics_token").read_text("utf-8").strip()
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
