"""What `make run` reads from the environment and says to newcomers."""

import errno
import fcntl
import http.server
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.configuration import Configuration, ConfigurationError
from annotator.running.serving import serve
from annotator.running.serving.serve import (
    Summary,
    answers,
    choose_nginx,
    job_programs,
    kept_from_cleaning,
    require_free_port,
    warning_of_demo,
    web_programs,
    welcome,
)

ACCOUNTS = [
    {"role": "Annotator", "username": "ada", "password": "open"},
    {"role": "Lead", "username": "grace", "password": "open"},
]


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def configuration(**environment: str) -> Configuration:
    return Configuration.read(environment)


@pytest.mark.parametrize(
    ("host", "bind", "url"),
    [
        ("127.0.0.1", "127.0.0.1:8000", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "0.0.0.0:8000", "http://127.0.0.1:8000/"),
        ("::", "[::]:8000", "http://[::1]:8000/"),
        ("localhost", "localhost:8000", "http://localhost:8000/"),
    ],
)
def test_address_can_be_opened_whatever_the_server_listens_on(
    host: str, bind: str, url: str
) -> None:
    read = configuration(HOST=host)
    assert (read.bind, read.url) == (bind, url)


def test_a_taken_port_is_refused_with_a_way_out(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    with pytest.raises(ConfigurationError) as refusal:
        require_free_port(configuration(PORT=str(port)))
    assert str(refusal.value) == (
        f"something else listens on 127.0.0.1:{port}: PORT=8001 make run (Address already in use)"
    )


def test_a_host_of_another_machine_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"^cannot listen on HOST=192\.0\.2\.1 PORT=8000"):
        require_free_port(configuration(HOST="192.0.2.1"))


@pytest.mark.parametrize("host", [".example.org", "a..b", "x" * 64])
def test_a_host_that_no_machine_can_have_is_refused(host: str) -> None:
    sentence = f"HOST={host} is not a host name: give an address of this machine, such as 127.0.0.1"
    with pytest.raises(ConfigurationError) as refusal:
        require_free_port(configuration(HOST=host))
    assert str(refusal.value) == sentence


def test_a_port_can_be_used_once_the_other_is_gone(listener: socket.socket) -> None:
    wanted = configuration(PORT=str(listener.getsockname()[1]))
    with pytest.raises(ConfigurationError):
        require_free_port(wanted)
    listener.close()
    require_free_port(wanted)


def test_the_folder_of_nginx_is_locked_against_cleaning_while_it_is_used(tmp_path: Path) -> None:
    cleaner = os.open(tmp_path, os.O_RDONLY)
    with kept_from_cleaning(tmp_path) as folder:
        assert folder == tmp_path
        with pytest.raises(BlockingIOError):
            fcntl.flock(cleaner, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fcntl.flock(cleaner, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(cleaner)


@pytest.mark.parametrize(("status", "is_up"), [(200, True), (301, True), (400, True), (503, False)])
def test_a_server_is_up_when_it_answers_without_a_failure(status: int, is_up: bool) -> None:
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "https://nowhere.invalid/")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert answers(configuration(PORT=str(server.server_port))) is is_up


def test_a_server_that_is_not_there_is_not_up(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    listener.close()
    assert answers(configuration(PORT=str(port))) is False


def test_workers_sets_the_processes_of_web_server_and_worker(tmp_path: Path) -> None:
    wanted = configuration(WORKERS="3")
    programs = [
        *web_programs(wanted, {}, nginx=None, folder=tmp_path),
        *job_programs(wanted, {}),
    ]
    commands = {program.name: list(program.command) for program in programs}
    web, worker = commands["web server"], commands["worker"]
    assert (
        web[web.index("--workers") + 1],
        worker[worker.index("--concurrency") + 1],
        set(commands),
    ) == ("3", "3", {"web server", "worker", "scheduler"})


def test_the_processes_of_the_worker_share_its_cores() -> None:
    workers = [
        job_programs(configuration(WORKERS=number), given, cores=8)[0]
        for number, given in (("2", {}), ("16", {}), ("2", {"OPENBLAS_NUM_THREADS": "3"}))
    ]
    chosen = [each.environment["OPENBLAS_NUM_THREADS"] for each in workers]
    assert chosen == ["4", "1", "3"]


def test_nginx_listens_for_others_and_gunicorn_for_nginx(
    tmp_path: Path, short_folder: Path
) -> None:
    wanted = configuration(DATA_DIR=str(tmp_path), HOST="::1", PORT="9000")
    nginx = Path("/bin/true")
    web, front = web_programs(wanted, {"NGINX": "0"}, nginx=nginx, folder=short_folder)
    command = list(web.command)
    assert (
        command[command.index("--bind") + 1],
        web.environment,
        front.name,
        front.stop,
        "listen [::1]:9000 default_server" in (short_folder / "nginx.conf").read_text("utf-8"),
    ) == (f"unix:{short_folder / 'web.sock'}", {"NGINX": "1"}, "nginx", signal.SIGQUIT, True)


def test_gunicorn_is_told_that_it_serves_alone(tmp_path: Path) -> None:
    [web] = web_programs(configuration(), {"NGINX": "1"}, nginx=None, folder=tmp_path)
    command = list(web.command)
    bind = command[command.index("--bind") + 1]
    assert (bind, web.environment) == ("127.0.0.1:8000", {"NGINX": "0"})


@pytest.mark.parametrize("found", [None, Path("/usr/sbin/nginx")])
def test_nginx_stands_in_front_where_there_is_one(found: Path | None) -> None:
    assert choose_nginx(configuration(), lambda: found) == found


@pytest.mark.parametrize(
    "environment", [{"HOST": "0.0.0.0"}, {"PUBLIC_URL": " https://annotate.example.org"}]
)
def test_a_site_that_others_reach_does_not_start_without_nginx(
    environment: dict[str, str],
) -> None:
    with pytest.raises(
        ConfigurationError, match=r"^There is no nginx, .*sudo apt-get install nginx"
    ):
        choose_nginx(configuration(**environment), lambda: None)
    with pytest.raises(ConfigurationError, match=r"^NGINX=0, and gunicorn alone"):
        choose_nginx(configuration(NGINX="0", **environment), lambda: None)


def test_welcome_tells_the_address_the_folder_and_the_accounts() -> None:
    assert welcome(configuration(DATA_DIR="/data"), Summary(ACCOUNTS, None), has_nginx=True) == (
        "\n"
        "Plumbline is running at http://127.0.0.1:8000/\n"
        "Its data is in /data\n"
        "\n"
        "Demo accounts (role, name, password):\n"
        "  Annotator  ada    open\n"
        "  Lead       grace  open\n"
        "\n"
        "Press Ctrl-C to stop."
    )


def test_welcome_without_a_demo_tells_no_accounts() -> None:
    assert welcome(configuration(DATA_DIR="/data"), Summary([], None), has_nginx=True) == (
        "\nPlumbline is running at http://127.0.0.1:8000/\nIts data is in /data\n"
        "\nPress Ctrl-C to stop."
    )


def test_welcome_tells_how_the_first_account_is_made() -> None:
    link = "http://127.0.0.1:8000/set-up/secret"
    assert welcome(configuration(DATA_DIR="/data"), Summary([], link), has_nginx=True) == (
        "\nPlumbline is running at http://127.0.0.1:8000/\n"
        "Its data is in /data\n"
        "\nNobody has an account here yet. Make the first one, the administrator's, with this\n"
        "link. It works once, and for 24 hours; the next start prints another:\n"
        f"  {link}\n"
        "\nPress Ctrl-C to stop."
    )


def test_welcome_says_that_other_machines_need_allowed_hosts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert "Other machines are refused until ALLOWED_HOSTS names this one." in welcome(
        configuration(HOST="0.0.0.0", DEMO="0"), Summary([], None), has_nginx=True
    )


def test_a_demo_that_other_machines_reach_is_warned_of_loudly() -> None:
    warning = (
        "WARNING: HOST=0.0.0.0 lets other machines in, and DEMO=1 opens accounts whose password "
        "everybody knows. Set DEMO=0, or HOST=127.0.0.1."
    )
    assert [
        warning_of_demo(configuration(HOST="0.0.0.0", DEMO="1")),
        warning
        in welcome(
            configuration(HOST="0.0.0.0", DEMO="1"), Summary(ACCOUNTS, None), has_nginx=True
        ),
        warning_of_demo(configuration(HOST="0.0.0.0", DEMO="0")),
        warning_of_demo(configuration(HOST="::1", DEMO="1")),
    ] == [warning, True, None, None]


def test_welcome_says_that_gunicorn_serves_alone() -> None:
    alone = "gunicorn serves this machine alone, without nginx: see docs/operations.md."
    assert alone in welcome(configuration(), Summary([], None), has_nginx=False)


def test_what_can_not_be_printed_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        serve.say("worker ended (exit code 1), starting it again")
        with sys.stdout as nowhere:
            assert nowhere.name == os.devnull
            serve.say("worker ended (exit code 1), starting it again")
            assert sys.stdout is nowhere
        # What is still buffered has nowhere to go when the file is closed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())


def test_a_full_disk_ends_the_start_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "the/place")

    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(serve, "serve", full)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    mask = os.umask(0o077)
    try:
        code = serve.main()
    finally:
        os.umask(mask)
    sentence = "the/place: the disk is full. Make room, then start again.\n"
    assert (code, capsys.readouterr().err) == (1, sentence)
