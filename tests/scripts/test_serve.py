"""What `make run` reads from the environment and says to newcomers."""

import http.server
import socket
import threading
from collections.abc import Iterator

import pytest

from annotator.configuration import Configuration, ConfigurationError
from scripts.serve import (
    Summary,
    answers,
    programs,
    require_free_port,
    warning_of_demo,
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


def test_a_port_can_be_used_once_the_other_is_gone(listener: socket.socket) -> None:
    wanted = configuration(PORT=str(listener.getsockname()[1]))
    with pytest.raises(ConfigurationError):
        require_free_port(wanted)
    listener.close()
    require_free_port(wanted)


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


def test_workers_sets_the_processes_of_web_server_and_worker() -> None:
    commands = {
        program.name: list(program.command) for program in programs(configuration(WORKERS="3"), {})
    }
    web, worker = commands["web server"], commands["worker"]
    assert (
        web[web.index("--workers") + 1],
        worker[worker.index("--concurrency") + 1],
        set(commands),
    ) == ("3", "3", {"web server", "worker", "scheduler"})


def test_welcome_tells_the_address_and_the_accounts() -> None:
    assert welcome(configuration(), Summary(ACCOUNTS, None)) == (
        "\n"
        "Plumbline is running at http://127.0.0.1:8000/\n"
        "\n"
        "Demo accounts (role, name, password):\n"
        "  Annotator  ada    open\n"
        "  Lead       grace  open\n"
        "\n"
        "Press Ctrl-C to stop."
    )


def test_welcome_without_a_demo_tells_the_address_alone() -> None:
    assert welcome(configuration(), Summary([], None)) == (
        "\nPlumbline is running at http://127.0.0.1:8000/\n\nPress Ctrl-C to stop."
    )


def test_welcome_tells_how_the_first_account_is_made() -> None:
    link = "http://127.0.0.1:8000/set-up/secret"
    assert welcome(configuration(), Summary([], link)) == (
        "\nPlumbline is running at http://127.0.0.1:8000/\n"
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
        configuration(HOST="0.0.0.0", DEMO="0"), Summary([], None)
    )


def test_a_demo_that_other_machines_reach_is_warned_of_loudly() -> None:
    warning = (
        "WARNING: HOST=0.0.0.0 lets other machines in, and DEMO=1 opens accounts whose password "
        "everybody knows. Set DEMO=0, or HOST=127.0.0.1."
    )
    assert [
        warning_of_demo(configuration(HOST="0.0.0.0", DEMO="1")),
        warning in welcome(configuration(HOST="0.0.0.0", DEMO="1"), Summary(ACCOUNTS, None)),
        warning_of_demo(configuration(HOST="0.0.0.0", DEMO="0")),
        warning_of_demo(configuration(HOST="::1", DEMO="1")),
    ] == [warning, True, None, None]
