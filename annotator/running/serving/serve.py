"""Serve the platform: prepare the data folder, then run web server, worker and scheduler.

`make run` ends here. `annotator/configuration.py` reads what the environment says.
"""

import contextlib
import errno
import fcntl
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotator.configuration import LOOPBACK, WILDCARDS, Configuration, ConfigurationError
from annotator.foundation.files.data_folder import (
    describe_closing,
    open_data_folder,
    require_access,
)
from annotator.foundation.files.full_disk import FULL
from annotator.installation import ROOT, START
from annotator.running.serving.nginx import (
    UnusablePathError,
    find_nginx,
    socket_path,
    write_configuration,
)
from annotator.running.serving.run_lock import (
    MARK,
    AlreadyRunningError,
    RunLock,
    end_left_over_processes,
    folder_prefix,
)
from annotator.running.serving.supervisor import Program, Supervisor
from annotator.workspace.jobs.process_pool import given_cores

QUIET_WORKER = ("--without-gossip", "--without-mingle", "--without-heartbeat")
LEFT_OVER_GRACE = 5.0


def main() -> int:
    """Serve until somebody stops it; the exit code."""
    # While the supervisor runs it has its own way; before, SIGTERM ends what is under way.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        configuration = Configuration.read(os.environ)
        # Where the programs that it starts find the platform's packages, and no others.
        os.chdir(ROOT)
        open_data_folder(configuration.data_dir)
        pid_file = configuration.data_dir / "plumbline.pid"
        require_access(pid_file, os.R_OK | os.W_OK)
        with RunLock.held(pid_file) as lock:
            return serve(configuration, lock)
    except (ConfigurationError, UnusablePathError, AlreadyRunningError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in FULL:
            raise
        place = error.filename or "DATA_DIR or TMPDIR"
        print(f"{place}: the disk is full. Make room, then start again.", file=sys.stderr)
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
    nginx = choose_nginx(configuration)
    summary = prepare(configuration, environment)
    if summary is None:
        return 1
    # By the mark in its command the next start finds an nginx that was left over.
    with (
        tempfile.TemporaryDirectory(prefix=folder_prefix(lock.mark)) as name,
        kept_from_cleaning(Path(name)) as folder,
    ):
        supervisor = Supervisor(
            [
                *web_programs(configuration, environment, nginx=nginx, folder=folder),
                *job_programs(configuration, environment),
            ],
            # nginx is up first, and would complain of each question until gunicorn is.
            is_ready=lambda: (not nginx or socket_path(folder).exists()) and answers(configuration),
            on_ready=lambda: say(welcome(configuration, summary, has_nginx=nginx is not None)),
            say=say,
        )
        code = supervisor.run()
    say("Plumbline is stopped" if code == 0 else "Plumbline did not start; see the lines above")
    return code


@contextlib.contextmanager
def kept_from_cleaning(folder: Path) -> Iterator[Path]:
    """``folder``, locked: systemd removes what is ten days old in /tmp, but leaves a folder alone
    that somebody has locked.
    """
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(number)


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
    command = [sys.executable, "-m", "annotator.running.serving.prepare"]
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


def choose_nginx(
    configuration: Configuration, find: Callable[[], Path | None] = find_nginx
) -> Path | None:
    """The nginx that stands in front of gunicorn; None where gunicorn serves this machine alone.

    Raises ConfigurationError where others reach the site and there is no nginx.
    """
    found = find() if configuration.wants_nginx else None
    if found or configuration.is_for_this_machine:
        return found
    problem = "There is no nginx" if configuration.wants_nginx else "NGINX=0"
    raise ConfigurationError(
        f"{problem}, and gunicorn alone would let one slow client stop the site for all: install "
        "nginx (sudo apt-get install nginx), or serve this machine alone, with HOST=127.0.0.1 and "
        "without PUBLIC_URL"
    )


def web_programs(
    configuration: Configuration,
    environment: Mapping[str, str],
    *,
    nginx: Path | None,
    folder: Path,
) -> list[Program]:
    """gunicorn, behind nginx where there is one. ``folder`` is for nginx's small files."""
    bind = f"unix:{socket_path(folder)}" if nginx else configuration.bind
    gunicorn = [
        *(sys.executable, "-m", "gunicorn", "annotator.wsgi:application"),
        *("--config", str(ROOT / "deploy" / "gunicorn.conf.py")),
        *("--bind", bind, "--workers", str(configuration.workers)),
        *("--graceful-timeout", "10", "--log-level", "warning"),
    ]
    told = {**environment, "NGINX": "1" if nginx else "0"}
    web = Program(name="web server", command=gunicorn, environment=told)
    if nginx is None:
        return [web]
    path = write_configuration(
        nginx,
        bind=configuration.bind,
        folder=folder,
        data_dir=configuration.data_dir,
        most_upload_bytes=configuration.max_upload_bytes,
        trusted_proxies=configuration.trusted_proxies,
    )
    front = [str(nginx), "-p", str(folder), "-e", "stderr", "-c", str(path)]
    # At SIGTERM nginx would cut off what it is answering.
    return [
        web,
        Program(name="nginx", command=front, environment=environment, stop=signal.SIGQUIT),
    ]


def job_programs(
    configuration: Configuration, environment: Mapping[str, str], *, cores: int | None = None
) -> list[Program]:
    """The worker and the scheduler, which share all cores or so many."""
    celery = [sys.executable, "-m", "annotator.celery_program"]
    # Celery warns anyone who is root, in eight lines; on a newcomer's machine that only frightens.
    quiet = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
    # Processes that multiply matrices with all cores each wait for each other: two encode six times
    # as slowly as with a core each.
    own = max(1, (cores or given_cores()) // configuration.workers)
    divided = {"OPENBLAS_NUM_THREADS": str(own), **environment, **quiet}
    return [
        Program(
            name="worker",
            command=[
                *celery,
                "worker",
                *QUIET_WORKER,
                "--concurrency",
                str(configuration.workers),
                "--loglevel",
                "WARNING",
            ],
            environment=divided,
        ),
        Program(
            name="scheduler",
            command=[*celery, "beat", "--pidfile=", "--loglevel", "WARNING"],
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
            problem = f"something else listens on {configuration.bind}: PORT=8001 {START}"
        else:
            problem = f"cannot listen on HOST={configuration.host} PORT={configuration.port}"
        raise ConfigurationError(f"{problem} ({error.strerror})") from error
    except UnicodeError as error:
        raise ConfigurationError(
            f"HOST={configuration.host} is not a host name: give an address of this machine, "
            "such as 127.0.0.1"
        ) from error


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


def welcome(configuration: Configuration, summary: Summary, *, has_nginx: bool) -> str:
    """The lines for a newcomer once everything is up."""
    accounts = summary.accounts
    lines = ["", f"Plumbline is running at {configuration.url}"]
    lines += [f"Its data is in {configuration.data_dir}"]
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
    if not has_nginx:
        lines += ["", "gunicorn serves this machine alone, without nginx: see docs/operations.md."]
    return "\n".join([*lines, "", "Press Ctrl-C to stop."])


def warning_of_demo(configuration: Configuration) -> str | None:
    """The warning if others can reach the demo; None if they can't."""
    if not configuration.demo or configuration.host in LOOPBACK:
        return None
    return (
        f"WARNING: HOST={configuration.host} lets other machines in, and DEMO=1 opens accounts "
        "whose password everybody knows. Set DEMO=0, or HOST=127.0.0.1."
    )


def say(text: str) -> None:
    """Print, and go on where nobody can read it: a reader or terminal that is gone, a full disk."""
    try:
        print(text, flush=True)
    except OSError:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for good


if __name__ == "__main__":
    raise SystemExit(main())
