"""Clients that stall, drip and hang up, against nginx and gunicorn as they are started.

By `make run`, and as the containers' programs, with TLS in between.
"""

import http.client
import json
import select
import socket
import ssl
import threading
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from annotator.running.serving.nginx import find_nginx
from tests.deploy.containers import (
    Containers,
    nginx_configuration,
    wait_until_ready,
    write_certificate,
)
from tests.e2e.commands import Commands
from tests.e2e.server import Server
from tests.ports import claim_port
from tests.real_services import empty_services

pytestmark = pytest.mark.long

PASSWORD = "correct horse battery"
PATIENCE_SECONDS = 600
IMPORTS = "/api/v1/projects/slow/imports/"
STEADY_BYTES_PER_SECOND = 20_000
STEADY_SECONDS = 45
"""Longer than any deadline between two bytes."""
MIB = 2**20
MAKE_RESULT = """
import uuid
from pathlib import Path
from django.conf import settings
from django.utils import timezone
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
job = uuid.UUID({job!r})
(settings.RESULT_DIR / str(job)).mkdir(parents=True)
(settings.RESULT_DIR / str(job) / "it.bin").write_bytes(bytes(range(256)) * ({size} // 256))
Job.objects.create(
    pk=job, kind="export_nq", state=JobState.SUCCEEDED, created_at=timezone.now(),
    finished_at=timezone.now(), project_id=Project.objects.get().pk,
    result_path=f"{{job}}/it.bin", result_name="it.bin",
)
"""


@dataclass(frozen=True)
class Front:
    """Where a running platform is reached, and what runs its commands."""

    port: int
    data_dir: Path
    bodies: Path
    """Where nginx puts what it receives."""
    commands: Commands
    tls: ssl.SSLContext | None = None


class Site:
    """A running platform with a project, a lead and an annotator."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.manage(*"create_project slow --kind nq --title Slow --overlap 1".split())
        for name, role in (("lena", "lead"), ("ada", "annotator")):
            self.manage(
                *("create_user", name, "--password", PASSWORD, "--project", "slow", "--role", role)
            )
        pages = front.data_dir / "pages.jsonl"
        pages.write_text("".join(map(page, range(20))), encoding="utf-8")
        self.manage("import_pages", "slow", str(pages))
        self.tokens = {name: self.sign_in(name) for name in ("lena", "ada")}

    def manage(self, *arguments: str) -> None:
        """Run one of the platform's commands."""
        done = self.front.commands.run(arguments)
        assert done.code == 0, done.errors

    def call(
        self, method: str, path: str, body: Any = None, *, by: str = "", **headers: str
    ) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        if by:
            headers["Authorization"] = f"Token {self.tokens[by]}"
        sent = None if body is None else json.dumps(body)
        address = ("127.0.0.1", self.front.port)
        connection = (
            http.client.HTTPSConnection(*address, timeout=60, context=self.front.tls)
            if self.front.tls
            else http.client.HTTPConnection(*address, timeout=60)
        )
        with closing(connection):
            headers = {"Content-Type": "application/json", **headers}
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            text = answer.read()
        return answer.status, json.loads(text) if text else None

    def sign_in(self, name: str) -> str:
        account = {"username": name, "password": PASSWORD}
        return str(self.call("POST", "/api/v1/auth/token/", account)[1]["token"])

    def answer_a_question(self) -> list[int]:
        """The statuses of next, draft and submit."""
        first, assignment = self.call("POST", "/api/v1/projects/slow/assignments/next/", by="ada")
        address = f"/api/v1/assignments/{assignment['id']}/"
        draft = {"version": assignment["version"], "question_quality": "bad"}
        second, _ = self.call("PUT", f"{address}draft/", draft, by="ada")
        answer: dict[str, Any] = {
            "question_quality": "bad",
            "long_answer": None,
            "short_answers": [],
            "yes_no_answer": "NONE",
        }
        key = {"Idempotency-Key": uuid.uuid4().hex}
        third, _ = self.call("POST", f"{address}submit/", answer, by="ada", **key)
        return [first, second, third]

    def make_result(self, size: int) -> str:
        """The address of a finished export of so many bytes."""
        job = str(uuid.uuid4())
        self.manage("shell", "--command", MAKE_RESULT.format(job=job, size=size))
        return f"/api/v1/jobs/{job}/result/"

    def connect(self, text: str, *, reads_little: bool = False) -> socket.socket:
        """A connection that has sent ``text``."""
        client = socket.socket()
        if reads_little:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", self.front.port))
        if self.front.tls:
            client = self.front.tls.wrap_socket(client, server_hostname="127.0.0.1")
        client.sendall(text.encode())
        return client

    def head(self, method: str, path: str, *, by: str = "", **headers: str) -> str:
        """A request up to its body."""
        given = {"Host": "127.0.0.1", **headers}
        if by:
            given["Authorization"] = f"Token {self.tokens[by]}"
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in given.items()]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""])

    def stored(self) -> list[str]:
        """The files of uploads that have not been taken yet."""
        folders = (self.front.data_dir / "incoming", self.front.bodies)
        return [path.name for folder in folders if folder.is_dir() for path in folder.iterdir()]


def page(number: int) -> str:
    row = {
        "question_text": f"question {number}",
        "document_url": f"https://example.org/{number}",
        "document_title": f"Page {number}",
        "document_html": f"<p>Page {number} has one paragraph.</p>",
    }
    return json.dumps(row) + "\n"


@contextmanager
def made_to_run(folder: Path, nginx: Path) -> Iterator[Front]:
    """What `make run` starts; it finds ``nginx`` by itself."""
    with Server.started(folder) as server:
        yield Front(
            port=server.port,
            data_dir=server.data_dir,
            bodies=server.data_dir / "nginx" / "body",
            commands=server.commands,
        )


@contextmanager
def composed(folder: Path, nginx: Path) -> Iterator[Front]:
    """The commands of the Compose file, and its proxy's configuration with another certificate."""
    certificate, configuration = folder / "certificate.pem", folder / "compose.conf"
    write_certificate(certificate)
    with empty_services() as services:
        containers = Containers(folder, services)
        prepared = containers.run("prepare")
        assert prepared.returncode == 0, prepared.stderr
        front = Front(
            port=claim_port(),
            data_dir=containers.data_dir,
            bodies=folder / "body",
            commands=Commands(containers.environment("web")),
            tls=ssl.create_default_context(cafile=str(certificate)),
        )
        configuration.write_text(
            nginx_configuration(
                folder,
                port=front.port,
                web_port=containers.port,
                data_dir=front.data_dir,
                certificate=certificate,
            ),
            encoding="utf-8",
        )
        proxy = [str(nginx), "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
        with containers.started("web", "worker"), containers.running("proxy", proxy):
            wait_until_ready(containers)
            yield front
            front.commands.close()


FRONTS = {"make run": made_to_run, "containers": composed}


@pytest.fixture(scope="module", params=FRONTS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    nginx = find_nginx()
    if nginx is None:
        pytest.skip("there is no nginx for this system")
    with FRONTS[request.param](tmp_path_factory.mktemp("slow"), nginx) as front:
        yield Site(front)


def wait_until_closed(clients: list[socket.socket]) -> None:
    """Wait until the server has closed each of them, without reading."""
    poll = select.poll()
    for client in clients:
        poll.register(client, select.POLLRDHUP)
    left = len(clients)
    while left:
        events = poll.poll(PATIENCE_SECONDS * 1000)
        assert events, f"{left} connections were never closed"
        for number, _ in events:
            poll.unregister(number)
            left -= 1


def test_five_hundred_stalled_clients_stop_nobody_and_are_closed(site: Site) -> None:
    result = site.make_result(100 * MIB)
    body = site.head(
        "POST", "/api/v1/auth/token/", Content_Type="application/json", Content_Length="1000"
    )
    download = site.head("GET", result, by="lena")
    # The 200 requests whose headers are there leave their address a hundred of its 300.
    clients = [
        *(site.connect("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ") for _ in range(300)),
        *(site.connect(f"{body}{{") for _ in range(100)),
        *(site.connect(download, reads_little=True) for _ in range(100)),
    ]
    try:
        assert [site.answer_a_question() for _ in range(3)] == [[200, 200, 201]] * 3
        wait_until_closed(clients)
        assert site.answer_a_question() == [200, 200, 201]
    finally:
        for client in clients:
            client.close()


@pytest.mark.parametrize(
    "header", ["X-Real-IP", "X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via"]
)
def test_metrics_are_closed_where_somebody_is_in_front(header: str, site: Site) -> None:
    asked = site.head("GET", "/metrics", **{header: "192.0.2.1"})
    with closing(site.connect(asked)) as client:
        assert client.recv(100).split()[1] in {b"403", b"404"}


def test_a_slow_but_steady_client_finishes(site: Site) -> None:
    """20 kB a second, up and down at the same time."""
    size = STEADY_BYTES_PER_SECOND * STEADY_SECONDS // 256 * 256
    download = site.connect(site.head("GET", site.make_result(size), by="lena"), reads_little=True)
    form = [
        '--b\r\nContent-Disposition: form-data; name="format"\r\n\r\npages\r\n',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="x.jsonl"\r\n\r\n',
        " " * size,
        "\r\n--b--\r\n",
    ]
    sent = "".join(form).encode()
    upload = site.connect(
        site.head(
            "POST",
            IMPORTS,
            by="lena",
            Content_Type="multipart/form-data; boundary=b",
            Content_Length=str(len(sent)),
        )
    )
    pace = threading.Event()
    received = b""
    piece = STEADY_BYTES_PER_SECOND // 10
    with closing(download), closing(upload):
        for start in range(0, len(sent), piece):
            upload.sendall(sent[start : start + piece])
            received += download.recv(piece)
            pace.wait(0.1)
        head, _, _ = received.partition(b"\r\n\r\n")
        while len(received) < len(head) + 4 + size:
            block = download.recv(piece)
            assert block, f"cut off after {len(received)} bytes"
            received += block
        answer = upload.recv(65536)
    assert received[len(head) + 4 :] == bytes(range(256)) * (size // 256)
    assert (head.split()[1], answer.split()[1]) == (b"200", b"202")


REFUSED = {
    "nobody": ("", IMPORTS, {"Content_Length": str(100 * MIB)}, b"401"),
    "nobody, length unknown": ("", IMPORTS, {"Transfer_Encoding": "chunked"}, b"401"),
    "nobody, signing in": ("", "/api/v1/auth/token/", {"Content_Length": "64001"}, b"413"),
    "nobody, an invented cookie": (
        "",
        "/sign-in",
        {"Content_Length": str(MIB), "Cookie": f"csrftoken={'s' * 32}"},
        b"413",
    ),
    "nobody, for a foreign host": (
        "",
        IMPORTS,
        {"Content_Length": str(100 * MIB), "Host": "evil.example"},
        b"400",
    ),
    "annotator": ("ada", IMPORTS, {"Content_Length": str(100 * MIB)}, b"403"),
    "annotator, length unknown": ("ada", IMPORTS, {"Transfer_Encoding": "chunked"}, b"403"),
    "lead of another": (
        "lena",
        "/api/v1/projects/other/imports/",
        {"Content_Length": str(100 * MIB)},
        b"404",
    ),
    "lead, too much": ("lena", IMPORTS, {"Content_Length": str(3000 * MIB)}, b"413"),
}


@pytest.mark.parametrize("who", REFUSED)
def test_an_upload_is_refused_before_its_body_is_there(who: str, site: Site) -> None:
    by, path, headers, status = REFUSED[who]
    form = {"Content_Type": "multipart/form-data; boundary=b", **headers}
    with closing(site.connect(site.head("POST", path, by=by, **form))) as client:
        # Nothing of the body is ever sent.
        assert client.recv(65536).split()[1] == status
    assert site.stored() == []


def test_a_body_of_unknown_length_is_counted_while_it_is_received(site: Site) -> None:
    head = site.head(
        "PUT",
        "/api/v1/projects/slow/guidelines/",
        by="lena",
        Content_Type="application/json",
        Transfer_Encoding="chunked",
    )
    chunk = f"{MIB:x}\r\n".encode() + b" " * MIB + b"\r\n"
    with closing(site.connect(head)) as client:
        for _ in range(7):
            client.sendall(chunk)
        assert client.recv(65536).split()[1] == b"413"


def test_an_upload_that_breaks_off_leaves_nothing(site: Site) -> None:
    head = site.head(
        "POST",
        IMPORTS,
        by="lena",
        Content_Type="multipart/form-data; boundary=b",
        Content_Length=str(50 * MIB),
    )
    jobs = site.call("GET", "/api/v1/projects/slow/jobs/", by="lena")[1]["count"]
    with closing(site.connect(head)) as client:
        client.sendall(b"x" * 20 * MIB)
        assert site.stored() == []
    assert site.answer_a_question() == [200, 200, 201]
    after = site.call("GET", "/api/v1/projects/slow/jobs/", by="lena")[1]["count"]
    assert (after, site.stored()) == (jobs, [])
