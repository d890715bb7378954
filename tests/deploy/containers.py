"""The containers' programs as processes of this machine: their commands, their configuration."""

import contextlib
import datetime
import http.client
import ipaddress
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from scripts.bootstrap import ROOT
from scripts.services import Services
from tests.deploy.compose import read_example, read_file, read_services
from tests.ports import claim_port

PATIENCE_SECONDS = 600
NGINX_TEMPLATE = ROOT / "deploy" / "nginx" / "compose.conf.template"
ONLY_OFFICIAL = re.compile(
    r"load_module .*?;|acme_issuer letsencrypt \{.*?\n    \}|acme_\w+ .*?;"
    r"|ssl_certificate_cache .*?;|resolver .*?;",
    re.DOTALL,
)
"""What needs the official image's module, the certificate authority or Compose's name server."""


class Containers:
    """The commands of the Compose file as processes of this machine."""

    def __init__(self, folder: Path, services: Services) -> None:
        """Take the containers' own environment, but for addresses and folders."""
        self.port = claim_port()
        self.folder = folder
        self.data_dir = folder / "data"
        self.compose = read_services(read_example())
        self.secrets = folder / "secrets"
        self.secrets.mkdir()
        for name in read_file(read_example())["secrets"]:
            # This machine's PostgreSQL and Redis ask for no passwords, and nobody sends mail.
            value = "x" * 48 if name in ("secret_key", "metrics_token") else ""
            (self.secrets / name).write_text(f"{value}\n", encoding="utf-8")
        self._changes = {
            **services.environment,
            "DATA_DIR": str(self.data_dir),
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
        given = {
            key: str(value).replace("/run/secrets", str(self.secrets))
            for key, value in self.compose[name]["environment"].items()
        }
        return {**inherited, **given, **self._changes}

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
                stack.enter_context(self.running(name, self.command(name)))
            yield

    @contextlib.contextmanager
    def running(self, name: str, command: list[str]) -> Iterator[None]:
        """A program in a container's environment, ended with SIGTERM."""
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment(name), stdout=log, stderr=log
            )
            try:
                yield
            finally:
                end(process)

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


def nginx_configuration(
    folder: Path, *, port: int, web_port: int, data_dir: Path, certificate: Path
) -> str:
    """The proxy's configuration with another certificate, and with this machine's addresses.

    ``certificate`` holds key and certificate. HTTPS is at ``port``; plain HTTP has a socket in
    ``folder``, where nginx keeps its files as well.
    """
    changes = {
        "${PLUMBLINE_HOST}": "127.0.0.1",
        "${MAX_UPLOAD_BYTES}": read_services(read_example())["proxy"]["environment"][
            "MAX_UPLOAD_BYTES"
        ],
        "listen 8443 ": f"listen 127.0.0.1:{port} ",
        "listen 8080 ": f"listen unix:{folder}/plain.sock ",
        "server web:8000 resolve;": f"server 127.0.0.1:{web_port};",
        "$acme_certificate_key": str(certificate),
        "$acme_certificate": str(certificate),
        "/etc/nginx/plumbline/": f"{NGINX_TEMPLATE.parent}/",
        "/var/cache/plumbline/": f"{folder}/",
        "/tmp/": f"{folder}/",  # noqa: S108 - the container's own
        "$data_dir /data;": f"$data_dir {data_dir};",
    }
    template = ONLY_OFFICIAL.sub("", NGINX_TEMPLATE.read_text("utf-8"))
    missing = [before for before in changes if before not in template]
    assert missing == [], f"compose.conf.template no longer has {missing}"
    text = re.sub("|".join(map(re.escape, changes)), lambda match: changes[match.group()], template)
    # Started by root, nginx would go on as nobody, who may not read the folders of a test.
    return f"user root;\n{text}" if os.geteuid() == 0 else text


def write_certificate(path: Path) -> None:
    """Write a key and a certificate for 127.0.0.1 that is signed with it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    path.chmod(0o600)
