"""The platform as `make run` serves it, started and stopped by tests."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.bootstrap import ROOT
from scripts.migrated import FILE_VARIABLE
from tests.e2e.commands import Commands
from tests.ports import claim_port
from tests.real_services import empty_services

PATIENCE_SECONDS = 600
NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PUBLIC_URL"}


class Server:
    """Address and commands of a running platform."""

    program: Sequence[str] = (sys.executable, "-m", "annotator.running.serving.serve")
    folder = ROOT

    def __init__(
        self, data_dir: Path, *, demo: bool = False, more: Mapping[str, str] | None = None
    ) -> None:
        """Choose a free port; nothing is started yet. ``more`` is environment of its own.

        Mails end up as files in the folder ``mails``.
        """
        self.data_dir = data_dir
        self.mails = data_dir / "mails"
        self.port = claim_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in NOT_INHERITED},
            "DATA_DIR": str(data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DEMO": "1" if demo else "0",
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            "SIGN_IN_RATE": "1000/min",
            "SECOND_FACTOR": "optional",
            "EMAIL_URL": f"filemail://{self.mails}",
            **(more or {}),
        }
        self.log = data_dir / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.commands = Commands(self.environment)

    @classmethod
    @contextlib.contextmanager
    def started(
        cls, data_dir: Path, *, demo: bool = False, more: Mapping[str, str] | None = None
    ) -> Iterator["Server"]:
        """A server that answers, stopped at the end with everything it started.

        With ``E2E_SERVICES=1`` on a PostgreSQL and a Redis database of its own, else on SQLite,
        where a database without the demo is a copy of what the run has migrated.
        """
        with contextlib.ExitStack() as stack:
            if os.environ.get("E2E_SERVICES") == "1":
                services = stack.enter_context(empty_services())
                more = {**services.environment, **(more or {})}
            elif not demo:
                begin_migrated(data_dir)
            server = cls(data_dir, demo=demo, more=more)
            stack.callback(server.stop)
            stack.callback(server.commands.close)
            server.start()
            yield server

    def start(self) -> None:
        """Start the supervisor and wait until it says that the platform answers."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.program,
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        if self._process.stdout is None:
            raise RuntimeError("the server was started without a pipe")
        for line in self._process.stdout:
            if b"running at" in line:
                break
        else:
            raise RuntimeError(f"the server did not start:\n{self.log.read_text('utf-8')}")
        # A full pipe would stop the programs that write to it.
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End the supervisor; all but SIGKILL end its programs as well."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(timeout=PATIENCE_SECONDS)
            self._process = None

    def processes(self) -> list[int]:
        """Everything that runs for it, the supervisor apart."""
        return processes_below(self._process.pid) if self._process else []

    def kill(self) -> None:
        """End the supervisor and all that it started at once, as a power cut would."""
        if self._process is not None:
            for number in [self._process.pid, *processes_below(self._process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            self._process.wait(timeout=PATIENCE_SECONDS)
            self._process = None

    def manage(self, *arguments: str) -> str:
        """Run one of the platform's commands on the server's data; its standard output."""
        done = self.commands.run(arguments)
        if done.code != 0:
            raise AssertionError(f"manage.py {' '.join(arguments)} failed:\n{done.errors}")
        return done.output

    def manage_json(self, *arguments: str) -> Mapping[str, Any]:
        """Run a command with `--json`; the object it prints."""
        answer: Mapping[str, Any] = json.loads(self.manage(*arguments, "--json").splitlines()[-1])
        return answer


def begin_migrated(data_dir: Path) -> None:
    """Give an empty data folder a copy of the SQLite database that the run has migrated, if any."""
    if migrated := os.environ.get(FILE_VARIABLE):
        shutil.copyfile(migrated, data_dir / "plumbline.sqlite3")


def processes_below(number: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    children = [
        int(child)
        for listed in Path(f"/proc/{number}/task").glob("*/children")
        for child in listed.read_text("ascii").split()
    ]
    return children + [each for child in children for each in processes_below(child)]
