"""Real workers in processes of their own, which tests kill."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from scripts.bootstrap import ROOT
from tests.e2e.server import processes_below

PATIENCE_SECONDS = 180
NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PUBLIC_URL", "TEST_DATABASE_NAME"}

# Runs in a process of its own: the tests' own settings are those of another database.
_PROGRAM = """
import sys, orjson, django
django.setup()
from django.utils import timezone
from annotator.exchange.intake.models import Query
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import cancel_job, create_job
from annotator.workspace.projects.models import Project
from annotator.quality.reports.models import AnnotationChunk, Report
for line in sys.stdin:
    call = orjson.loads(line)
    if call["do"] == "queue":
        project = Project.objects.get(slug=call["project"])
        job = create_job(
            kind=call["kind"], parameters=call["parameters"], project_id=project.pk,
            at=timezone.now(), created_by=None,
        )
        answer = str(job.pk)
    elif call["do"] == "forget_chunks":
        answer = AnnotationChunk.objects.all().delete()[0]
    elif call["do"] == "cancel":
        answer = cancel_job(job=Job.objects.get(pk=call["job"]), at=timezone.now()).state
    elif call["do"] == "queries":
        queries = Query.objects.filter(project__slug=call["project"]).order_by("key")
        answer = list(queries.values_list(
            "key", "text", "count", "periods", "step", "reason", "is_published"
        ))
    elif call["do"] == "reports":
        answer = [
            {"job": str(report.job_id), "content": bytes(report.content).hex(),
             "details": bytes(report.details).hex(), "fingerprint": report.fingerprint}
            for report in Report.objects.order_by("pk")
        ]
    else:
        job = Job.objects.get(pk=call["job"])
        names = ("state", "done", "total", "attempts", "message", "result_path")
        answer = {name: getattr(job, name) for name in names}
    print(orjson.dumps(answer).decode(), flush=True)
"""


class Platform:
    """A database and a broker, and whichever workers a test starts."""

    def __init__(self, folder: Path, services: Mapping[str, str]) -> None:
        """Make the tables. ``services`` are the variables of PostgreSQL and Redis, or none."""
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        self.folder = folder
        self.environment = inherited | {
            "DATA_DIR": str(folder / "data"),
            "DEMO": "0",
            "LOG_FORMAT": "json",
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            **services,
        }
        self.manage("migrate", "--verbosity", "0")
        self._asking: subprocess.Popen[bytes] | None = None

    def manage(self, *words: str) -> None:
        """Run one of the project's commands."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def queue(self, project: str, kind: str, **parameters: object) -> str:
        """Queue a job as the API does; its id."""
        answer = self._ask(do="queue", project=project, kind=kind, parameters=parameters)
        return str(answer)

    def forget_chunks(self) -> int:
        """Let the next report pack all annotations anew; how many chunks there were."""
        return int(self._ask(do="forget_chunks"))

    def reports(self) -> list[dict[str, str]]:
        """All reports: their job, fingerprint, and what they say, as hexadecimal digits."""
        answer: list[dict[str, str]] = self._ask(do="reports")
        return answer

    def cancel(self, job: str) -> None:
        """Ask a job to stop."""
        self._ask(do="cancel", job=job)

    def queries(self, project: str) -> list[list[Any]]:
        """All queries of a project: key, text, count, periods, step, reason, whether published."""
        answer: list[list[Any]] = self._ask(do="queries", project=project)
        return answer

    def look_at(self, job: str) -> dict[str, Any]:
        """Where a job stands."""
        answer: dict[str, Any] = self._ask(do="look", job=job)
        return answer

    def wait_until(self, job: str, *, done: int = 0, state: str = "") -> dict[str, Any]:
        """Until a job has done so much, or is in ``state``; where it stands then."""
        pause = threading.Event()
        for _ in range(PATIENCE_SECONDS * 20):
            seen = self.look_at(job)
            if (seen["state"] == state) if state else (seen["done"] >= done):
                return seen
            assert seen["state"] not in ("failed", "cancelled"), seen
            pause.wait(0.05)
        raise AssertionError(f"{seen}\n{self.logs()}")

    def logs(self) -> str:
        """What the workers have said."""
        return "\n".join(path.read_text("utf-8") for path in sorted(self.folder.glob("*.log")))

    @contextlib.contextmanager
    def worker(self, *, include: str = "", **variables: str) -> Iterator["Worker"]:
        """A worker with one process for jobs; killed at the end if it still runs. It reads the
        module ``include`` besides, and has ``variables`` in its environment.
        """
        log = self.folder / f"worker-{uuid.uuid4().hex[:8]}.log"
        started = Worker(self.environment | variables, log, include)
        try:
            yield started
        finally:
            started.kill()

    def _ask(self, **call: object) -> Any:
        if self._asking is None:
            self._asking = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._asking.stdin is not None
        assert self._asking.stdout is not None
        self._asking.stdin.write(orjson.dumps(call) + b"\n")
        self._asking.stdin.flush()
        return orjson.loads(self._asking.stdout.readline())

    def close(self) -> None:
        """End the process that asks."""
        if self._asking is not None:
            self._asking.kill()
            self._asking.communicate()


class Worker:
    """One Celery worker with its pool."""

    def __init__(self, environment: Mapping[str, str], log: Path, include: str = "") -> None:
        # With the scheduler inside: it is what finds a job again whose message got lost.
        words = ["--app", "annotator.celery:app", "worker", "--concurrency", "1", "--beat"]
        words += ["--include", include] if include else []
        with log.open("wb") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "celery", *words],
                cwd=ROOT,
                env=dict(environment),
                stdout=file,
                stderr=file,
            )

    def kill(self) -> None:
        """End it and its pool at once, as a power cut would."""
        if self._process.poll() is None:
            for number in [self._process.pid, *processes_below(self._process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
            self._process.wait(timeout=PATIENCE_SECONDS)

    def end(self) -> int:
        """Ask it to end, as a supervisor does; its exit code."""
        self._process.terminate()
        return self._process.wait(timeout=PATIENCE_SECONDS)
