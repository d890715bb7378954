"""Serve the platform: prepare the data folder, then run web server, worker and scheduler.

`make run` ends here. `annotator/configuration.py` reads what the environment says.
"""

import errno
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from annotator.configuration import LOOPBACK, WILDCARDS, Configuration, ConfigurationError
from annotator.data_folder import describe_closing, open_data_folder
from scripts.bootstrap import ROOT
from scripts.run_lock import MARK, AlreadyRunningError, RunLock, end_left_over_processes
from scripts.supervisor import Program, Supervisor

QUIET_WORKER = ("--without-gossip", "--without-mingle", "--without-heartbeat")
LEFT_OVER_GRACE = 5.0


def main() -> int:
    """Serve until somebody stops it; the exit code."""
    # While the supervisor runs it has its own way; before, SIGTERM ends what is under way.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        configuration = Configuration.read(os.environ)
        open_data_folder(configuration.data_dir)
        with RunLock.held(configuration.data_dir / "plumbline.pid") as lock:
            return serve(configuration, lock)
    except (ConfigurationError, AlreadyRunningError) as error:
        print(error, file=sys.stderr)
        return 1


def serve(configuration: Configuration, lock: RunLock) -> int:
    """Prepare, start everything, and stay until a stop signal; the exit code."""
    if lock.previous:
        end_left_over_processes(lock.previous, grace_seconds=LEFT_OVER_GRACE, say=say)
    require_free_port(configuration)
    for sentence in (describe_closing(configuration.data_dir), warning_of_demo(configuration)):
        if sentence:
            say(sentence)
    lock.record(address=configuration.url)
    environment = {
        **os.environ,
        "DATA_DIR": str(configuration.data_dir),
        "PYTHONUNBUFFERED": "1",
        MARK: lock.mark,
    }
    summary = prepare(configuration, environment)
    if summary is None:
        return 1
    supervisor = Supervisor(
        programs(configuration, environment),
        is_ready=lambda: answers(configuration),
        on_ready=lambda: say(welcome(configuration, summary)),
        say=say,
    )
    code = supervisor.run()
    say("Plumbline is stopped" if code == 0 else "Plumbline did not start; see the lines above")
    return code


@dataclass(frozen=True)
class Summary:
    """What newcomers want to know: role, name and password of the demo's accounts, and the link
    that makes the first account where there is none.
    """

    accounts: list[dict[str, str]]
    set_up_link: str | None


def prepare(configuration: Configuration, environment: Mapping[str, str]) -> Summary | None:
    """Migrate, collect static files, load the demo; None on failure."""
    say("Preparing the database and the static files")
    command = [sys.executable, "-m", "scripts.prepare"]
    if configuration.demo:
        command.append("--demo")
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=dict(environment), stdout=subprocess.PIPE, text=True, check=False
        )
    except KeyboardInterrupt:
        return None
    *lines, last = done.stdout.splitlines() or [""]
    if done.returncode != 0:
        if last:
            say("\n".join([*lines, last]))
        return None
    return Summary(**json.loads(last))


def programs(configuration: Configuration, environment: Mapping[str, str]) -> list[Program]:
    """The web server, the worker and the scheduler, as `docs/operations.md` explains them."""
    workers = str(configuration.workers)
    celery = [sys.executable, "-m", "celery", "--quiet", "--app"]
    gunicorn = [
        *(sys.executable, "-m", "gunicorn", "annotator.wsgi:application"),
        *("--config", str(ROOT / "deploy" / "gunicorn.conf.py")),
        *("--bind", configuration.bind, "--workers", workers),
        *("--graceful-timeout", "10", "--log-level", "warning"),
    ]
    # Celery warns whoever is root, in eight lines; on a newcomer's machine that only frightens.
    quiet = {**environment, "PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
    return [
        Program(name="web server", command=gunicorn, environment=environment),
        Program(
            name="worker",
            command=[
                *celery,
                "annotator.celery:app",
                "worker",
                *QUIET_WORKER,
                "--concurrency",
                workers,
                "--loglevel",
                "WARNING",
            ],
            environment=quiet,
        ),
        Program(
            name="scheduler",
            command=[*celery, "annotator.scheduler:app", "beat", "--pidfile=", "-l", "WARNING"],
            environment=environment,
        ),
    ]


def require_free_port(configuration: Configuration) -> None:
    """Raise ConfigurationError when nobody can listen on the address."""
    try:
        found = socket.getaddrinfo(
            configuration.host, configuration.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            problem = f"something else listens on {configuration.bind}: PORT=8001 make run"
        else:
            problem = f"cannot listen on HOST={configuration.host} PORT={configuration.port}"
        raise ConfigurationError(f"{problem} ({error.strerror})") from error


def answers(configuration: Configuration) -> bool:
    """Whether the web server answers within a second.

    A redirect to https or a refused host name is an answer too: the server is up.
    """
    host = WILDCARDS.get(configuration.host, configuration.host)
    connection = http.client.HTTPConnection(host, configuration.port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < http.HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def welcome(configuration: Configuration, summary: Summary) -> str:
    """What a newcomer wants to know once everything is up."""
    accounts = summary.accounts
    lines = ["", f"Plumbline is running at {configuration.url}"]
    if accounts:
        widths = [max(len(account[key]) for account in accounts) for key in ("role", "username")]
        lines += ["", "Demo accounts (role, name, password):"]
        lines += [
            f"  {account['role']:{widths[0]}}  {account['username']:{widths[1]}}"
            f"  {account['password']}"
            for account in accounts
        ]
    if summary.set_up_link:
        lines += [
            "",
            "Nobody has an account here yet. Make the first one, the administrator's, with this",
            "link. It works once, and for 24 hours; the next start prints another:",
            f"  {summary.set_up_link}",
        ]
    if configuration.host in WILDCARDS and not os.environ.get("ALLOWED_HOSTS"):
        lines += ["", "Other machines are refused until ALLOWED_HOSTS names this one."]
    if warning := warning_of_demo(configuration):
        lines += ["", warning]
    return "\n".join([*lines, "", "Press Ctrl-C to stop."])


def warning_of_demo(configuration: Configuration) -> str | None:
    """What to say where people elsewhere may reach the demo; None where they can't."""
    if not configuration.demo or configuration.host in LOOPBACK:
        return None
    return (
        f"WARNING: HOST={configuration.host} lets other machines in, and DEMO=1 opens accounts "
        "whose password everybody knows. Set DEMO=0, or HOST=127.0.0.1."
    )


def say(text: str) -> None:
    """Print, even when whoever read the output is gone."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good


if __name__ == "__main__":
    raise SystemExit(main())
