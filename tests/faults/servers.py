"""The whole platform with a PostgreSQL and a Redis of its own, each part to be killed."""

import contextlib
import http.client
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg2
import redis

from scripts.bootstrap import ROOT
from tests.deploy.compose import read_example, read_services
from tests.faults.processes import NeverAnsweredError, Program
from tests.ports import claim_port

MACHINES = 2
SLOW_COMMAND_SECONDS = 600


def find_program(name: str) -> str | None:
    """A program on the path, or where Debian keeps PostgreSQL's server programs."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, places)])
    return shutil.which(name, path=path)


def missing_programs() -> str | None:
    """What has to be installed before the platform can be started; None when all is there."""
    missing = [n for n in ("initdb", "postgres", "redis-server") if find_program(n) is None]
    return f"not found: {', '.join(missing)}" if missing else None


def database_user() -> str | None:
    """Somebody for PostgreSQL to run as, which refuses to be root; None: as we are."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


class Platform:
    """Two machines of web processes, a worker, a scheduler, PostgreSQL, Redis."""

    def __init__(self, folder: Path) -> None:
        """Choose ports below ``folder``; nothing is started yet."""
        self.folder = folder
        self.data_dir = folder / "data"
        self.data_dir.mkdir()
        self._database_port, self._redis_port = claim_port(), claim_port()
        self.database_url = f"postgresql://plumbline@127.0.0.1:{self._database_port}/plumbline"
        self.redis_url = f"redis://127.0.0.1:{self._redis_port}/0"
        self.ports = [claim_port() for _ in range(MACHINES)]
        self.postgres = self._postgres()
        self.redis = self._redis()
        commands = read_services(read_example())
        self.machines = [self._machine(port, commands["web"]["command"]) for port in self.ports]
        self.worker = self._background("worker", commands["worker"]["command"])
        self.beat = self._background("beat", commands["beat"]["command"])

    @property
    def programs(self) -> list[Program]:
        """All of them, in the order in which they are started."""
        return [self.postgres, self.redis, *self.machines, self.worker, self.beat]

    @property
    def environment(self) -> dict[str, str]:
        """What the platform's own programs see."""
        return {
            "LANG": os.environ.get("LANG", "C.UTF-8"),
            "HOME": str(self.folder),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            # What killed programs leave behind goes away with the folder.
            "TMPDIR": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            "DATA_DIR": str(self.data_dir),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "SECRET_KEY": "fault-test-" * 6,
            "HOST": "127.0.0.1",
            "WORKERS": "2",
            "DEMO": "0",
            "LOG_FORMAT": "json",
            # Everybody comes from one address here.
            "SIGN_IN_RATE": "100000/min",
        }

    @classmethod
    @contextlib.contextmanager
    def started(cls, *, keep_logs_in: Path | None = None) -> Iterator["Platform"]:
        """A platform that answers; gone afterwards, but for its logs where they are wanted."""
        folder = Path(tempfile.mkdtemp(prefix="plumbline-faults-"))
        folder.chmod(0o711)  # PostgreSQL's user has to pass through
        platform = cls(folder)
        try:
            platform.start()
            yield platform
        finally:
            for program in reversed(platform.programs):
                program.stop()
            if keep_logs_in is not None:
                keep_logs_in.mkdir(parents=True, exist_ok=True)
                for log in folder.glob("*.log"):
                    shutil.copy(log, keep_logs_in)
            shutil.rmtree(folder, ignore_errors=True)

    def start(self) -> None:
        """Make the database, then start everything and wait until it answers."""
        self._make_cluster()
        for program in (self.postgres, self.redis):
            program.start()
            program.wait_until_it_answers()
        self._sql("CREATE DATABASE plumbline", database="postgres")
        self.manage("migrate", "--no-input")
        for program in (*self.machines, self.worker, self.beat):
            program.start()
        for program in self.machines:
            program.wait_until_it_answers()

    @contextlib.contextmanager
    def supervised(self, say: Callable[[str], None]) -> Iterator[None]:
        """Start again what ends by itself, as ``restart: unless-stopped`` does in containers.

        A worker does, for one, when a process of its pool is killed before it has come up.
        """
        over = threading.Event()

        def watch() -> None:
            while not over.wait(1):
                for program in self.programs:
                    if program.start_again():
                        say(f"         {program.name} ended by itself and was started again")

        watcher = threading.Thread(target=watch, name="supervisor")
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    def run(self, *arguments: str) -> str:
        """Run Python on the platform's settings to its end; its standard output."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SLOW_COMMAND_SECONDS,
            check=False,
        )
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def manage(self, *arguments: str) -> str:
        """Run one of the platform's commands."""
        return self.run("manage.py", *arguments)

    def expire_lease(self, assignment: int) -> bool:
        """Let an open assignment's lease run out now; whether there was one and PostgreSQL up."""
        statement = (
            "UPDATE assignments_assignment SET lease_expires_at = now() - interval '1 second'"
            " WHERE id = %s AND state = 'open'"
        )
        try:
            return self._sql(statement, assignment) == 1
        except psycopg2.Error:
            return False

    def forget_redis(self) -> None:
        """Throw away what Redis keeps on disk: it comes back empty. Only while it is down."""
        for file in self._redis_folder.iterdir():
            if file.is_dir():
                shutil.rmtree(file)
            else:
                file.unlink()

    def database_children(self) -> list[int]:
        """PostgreSQL's processes that serve somebody."""
        with contextlib.closing(self._connect()) as connection, connection.cursor() as cursor:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid"
            )
            return [pid for (pid,) in cursor.fetchall()]

    def _sql(self, statement: str, *values: int, database: str = "plumbline") -> int:
        with contextlib.closing(self._connect(database)) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                changed: int = cursor.rowcount
                return changed

    def _connect(self, database: str = "plumbline") -> "psycopg2.extensions.connection":
        server = self.database_url.rpartition("/")[0]
        return psycopg2.connect(f"{server}/{database}", connect_timeout=3)

    def _make_cluster(self) -> None:
        user = database_user()
        cluster = self.folder / "postgres"
        cluster.mkdir(mode=0o700)
        if user is not None:
            shutil.chown(cluster, user, user)
        made = subprocess.run(
            [
                *(str(find_program("initdb")), "--pgdata", str(cluster), "--username", "plumbline"),
                *("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"),
            ],
            cwd=cluster,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode != 0:
            raise NeverAnsweredError(f"initdb: {made.stderr}")

    def _postgres(self) -> Program:
        changes = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._database_port),
            "unix_socket_directories": "",
            "fsync": "on",
            "log_min_messages": "fatal",
        }
        settings = [word for name, value in changes.items() for word in ("-c", f"{name}={value}")]
        return Program(
            "postgres",
            [str(find_program("postgres")), "-D", str(self.folder / "postgres"), *settings],
            environment={"PATH": os.environ["PATH"]},
            folder=self.folder,
            answers=self._database_answers,
            user=database_user(),
        )

    def _database_answers(self) -> bool:
        try:
            self._connect("postgres").close()
        except psycopg2.Error:
            return False
        return True

    @property
    def _redis_folder(self) -> Path:
        return self.folder / "redis"

    def _redis(self) -> Program:
        self._redis_folder.mkdir()
        where = ["--port", str(self._redis_port), "--dir", str(self._redis_folder)]
        return Program(
            "redis",
            [
                *(str(find_program("redis-server")), *where, "--bind", "127.0.0.1"),
                *("--appendonly", "yes", "--save", ""),
            ],
            environment={"PATH": os.environ["PATH"]},
            folder=self.folder,
            answers=self._redis_answers,
        )

    def _redis_answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.redis_url, socket_connect_timeout=3) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def _machine(self, port: int, command: list[str]) -> Program:
        return Program(
            f"web-{port}",
            command,
            environment={**self.environment, "PORT": str(port)},
            folder=self.folder,
            answers=lambda: ask(port, "/healthz") == http.client.OK,
        )

    def _background(self, name: str, command: list[str]) -> Program:
        return Program(
            name,
            [word.replace("/tmp/", f"{self.folder}/") for word in command],  # noqa: S108
            environment=self.environment,
            folder=self.folder,
            # They answer nobody; what they are for is checked by the jobs' ends.
            answers=lambda: True,
        )


def ask(port: int, path: str) -> int:
    """The status of an answer; 0 while nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    with contextlib.closing(connection):
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
