"""The Dockerfile and the Compose file, by schema, by linter, and by the house's own rules."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT
from tests.deploy.compose import (
    COMPOSE_FILE,
    UnsetVariableError,
    read_example,
    read_services,
)

PROGRAMS = Path(sys.executable).parent
PINNED = re.compile(r"[a-z./-]+:\d+\.\d+(\.\d+)?[a-z0-9.-]*")
OWN = ("prepare", "web", "worker", "beat")


def dockerfile() -> list[str]:
    return (ROOT / "Dockerfile").read_text("utf-8").splitlines()


def test_the_compose_file_follows_the_schema() -> None:
    command = [PROGRAMS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, COMPOSE_FILE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "ok -- validation done\n")


def test_the_linter_finds_nothing_in_the_dockerfile() -> None:
    command = [PROGRAMS / "hadolint", ROOT / "Dockerfile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_every_part_is_there() -> None:
    names = {*OWN, "postgres", "redis", "proxy"}
    assert set(read_services(read_example())) == names


def test_every_service_is_bounded_and_runs_without_root() -> None:
    loose = {
        name: [
            rule
            for rule, holds in (
                ("root file system", service.get("read_only") is True),
                ("processes", service.get("pids_limit")),
                ("user", re.fullmatch(r"[1-9]\d*:[1-9]\d*", service.get("user", ""))),
                ("capabilities", service.get("cap_drop") == ["ALL"]),
                ("memory", service["deploy"]["resources"]["limits"].get("memory")),
                ("processors", service["deploy"]["resources"]["limits"].get("cpus")),
                ("health", "healthcheck" in service or service["restart"] == "no"),
                ("image", PINNED.fullmatch(service["image"])),
            )
            if not holds
        ]
        for name, service in read_services(read_example()).items()
    }
    assert {name: rules for name, rules in loose.items() if rules} == {}


def test_the_proxy_sees_results_alone_of_the_data() -> None:
    services = read_services(read_example())
    assert services["proxy"]["volumes"] == [
        "certificates:/certificates",
        "received:/var/cache/plumbline",
        "results:/data/results:ro",
    ]
    assert {tuple(services[name]["volumes"]) for name in OWN} == {
        ("data:/data", "results:/data/results")
    }


def test_only_the_proxy_is_reached_from_outside() -> None:
    services = read_services(read_example())
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


@pytest.mark.parametrize(
    "name",
    ["PLUMBLINE_HOST", "SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "ACME_EMAIL"],
)
def test_nothing_starts_without_its_secrets(name: str) -> None:
    with pytest.raises(UnsetVariableError, match=name):
        read_services({**read_example(), name: ""})


def test_base_images_are_pinned_and_each_image_ends_as_another_user_than_root() -> None:
    images = [line.split()[1] for line in dockerfile() if line.startswith("FROM ")]
    users = [line.split()[1] for line in dockerfile() if line.startswith("USER ")]
    assert [image for image in images if not PINNED.fullmatch(image)] == []
    assert users == ["10001:10001", "10001:10001"]


def test_whatever_the_dockerfile_copies_is_there_and_sent_along() -> None:
    copied = [
        source
        for line in dockerfile()
        if line.startswith("COPY ") and "--from" not in line
        for source in line.split()[1:-1]
    ]
    sent = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"
    }
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert {source.split("/")[0] for source in copied} <= sent
