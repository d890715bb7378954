"""The Dockerfile and the Compose file, by schema, by linter, and by the house's own rules."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT
from tests.deploy.compose import (
    COMPOSE_FILE,
    UnsetVariableError,
    read_example,
    read_file,
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


@pytest.mark.parametrize("name", ["PLUMBLINE_HOST", "ACME_EMAIL"])
def test_nothing_starts_without_its_names(name: str) -> None:
    with pytest.raises(UnsetVariableError, match=name):
        read_services({**read_example(), name: ""})


def test_nothing_secret_is_in_a_containers_environment_or_arguments() -> None:
    secret = re.compile(r"\$\{[A-Z_]*(PASSWORD|SECRET|TOKEN\b|KEY|EMAIL_URL)[^}]*\}")
    found = [match.group() for match in secret.finditer(COMPOSE_FILE.read_text("utf-8"))]
    assert found == []


def test_each_container_mounts_the_secrets_that_it_reads() -> None:
    content = read_file(read_example())
    read = {
        name: set(re.findall(r"/run/secrets/(\w+)", str(service)))
        for name, service in content["services"].items()
    }
    assert read == {
        name: set(service.get("secrets", ())) for name, service in content["services"].items()
    }
    assert set().union(*read.values()) == set(content["secrets"])


def test_secrets_are_made_once(tmp_path: Path) -> None:
    script = tmp_path / "make_secrets.sh"
    shutil.copy(ROOT / "deploy" / "make_secrets.sh", script)
    subprocess.run(["sh", script], check=True)
    paths = [tmp_path / "secrets" / name for name in read_file(read_example())["secrets"]]
    before = {path.name: path.read_text("utf-8") for path in paths}
    assert {name for name, text in before.items() if not text} == {
        "email_url",
        "oidc_client_secret",
    }
    assert len(before["secret_key"].strip()) == 64
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    subprocess.run(["sh", script], check=True)
    assert {path.name: path.read_text("utf-8") for path in paths} == before


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
