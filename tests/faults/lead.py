"""The lead: imports and exports run while everybody works, and some are cancelled."""

import gzip
import json
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from http.client import ACCEPTED, CONFLICT, OK
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.browser import Answer, Browser
from tests.faults.ledger import Ledger
from tests.faults.pages import write_pages

Row = dict[str, Any]
ENDED = {"succeeded", "failed", "cancelled"}
PATIENCE_SECONDS = 900
QUESTIONS = 60


class JobsNeverEndedError(Exception):
    """Jobs that neither ended nor went on."""


@dataclass
class Lead:
    """Queues jobs with a browser of its own; one thread at a time."""

    slug: str
    browser: Browser
    ledger: Ledger
    folder: Path
    rng: Random
    seed: str

    def __post_init__(self) -> None:
        """Nobody is using the browser."""
        self._lock = threading.Lock()

    def keep_queueing(self, *, jobs: int, progress: Callable[[], float], over: threading.Event):
        """Spread ``jobs`` jobs over the run: two imports, of which one may be bad, to an export."""
        for number in range(jobs):
            while progress() < number / jobs and not over.is_set():
                over.wait(0.1)
            if over.is_set():
                return
            with self._lock:
                job = self._export() if number % 3 == 2 else self._import(number)
                if self.rng.random() < 0.25:
                    over.wait(self.rng.uniform(0, 1.5))
                    self._cancel(job)

    def export_without_redis(self) -> None:
        """Queue an export while the broker is away: the answer has to be the same."""
        with self._lock:
            self._export()
            self.ledger.count("jobs queued without Redis")

    def _import(self, number: int) -> str:
        name = f"import{number}"
        path = self.folder / f"{self.slug}-{name}.jsonl"
        texts = write_pages(path, questions=QUESTIONS, name=name, seed=self.seed)
        is_good = number % 4 != 3
        if not is_good:
            with path.open("a") as file:
                file.write('{"question_text": "what is missing here"}\n')
        job = self._upload(path)
        self.ledger.job(id=job, what="import", is_good=is_good, texts=texts)
        return job

    def _upload(self, path: Path) -> str:
        """Upload a file once, though the answer to the first attempt may get lost."""
        body, content_type = multipart({"format": "pages"}, path)
        url = f"/api/v1/projects/{self.slug}/imports/"
        while True:
            answer = self.browser.ask_once("POST", url, body, {"Content-Type": content_type})
            if answer is not None and answer.status == ACCEPTED:
                return str(answer.body["job"])
            if answer is not None and answer.status < 500:
                raise AssertionError(f"import refused: {answer}")
            for row in self._jobs():
                if row["filename"] == path.name:
                    return str(row["id"])
            self.ledger.count("retries")

    def _export(self) -> str:
        url = f"/api/v1/projects/{self.slug}/exports/"
        answer = self.browser.ask("POST", url, {"format": "nq"})
        if answer.status != ACCEPTED:
            raise AssertionError(f"export refused: {answer}")
        job = str(answer.body["job"])
        self.ledger.job(id=job, what="export")
        return job

    def _cancel(self, job: str) -> None:
        answer = self.browser.ask("POST", f"/api/v1/jobs/{job}/cancel/")
        if answer.status == OK:
            self.ledger.count("jobs asked to stop")
        elif answer.status != CONFLICT:
            self.ledger.surprise(f"cancel: {answer}")

    def _jobs(self) -> list[Row]:
        url: str | None = f"/api/v1/projects/{self.slug}/jobs/"
        rows: list[Row] = []
        while url:
            page = self.browser.ask("GET", url)
            rows += page.body["results"]
            url = page.body["next"] and page.body["next"].partition("/api/")[2]
            url = f"/api/{url}" if url else None
        return rows

    def wait_for_all_jobs(self) -> list[Row]:
        """All jobs once they have ended; raises ``JobsNeverEndedError`` when they never do."""
        pause = threading.Event()
        with self._lock:
            for _ in range(PATIENCE_SECONDS):
                rows = self._jobs()
                waiting = [row for row in rows if row["state"] not in ENDED]
                if not waiting:
                    return rows
                pause.wait(1)
        raise JobsNeverEndedError(json.dumps(waiting, indent=1))

    def download_export(self) -> list[Row]:
        """The lines of an export that is made now, when everything is quiet."""
        with self._lock:
            job = self._export()
        rows = {str(row["id"]): row for row in self.wait_for_all_jobs()}
        if rows[job]["state"] != "succeeded":
            raise AssertionError(f"the export failed: {rows[job]}")
        return read_export(self.browser.ask("GET", rows[job]["result_url"]))


def read_export(answer: Answer) -> list[Row]:
    """The lines of a downloaded ``.jsonl.gz``."""
    if answer.status != OK:
        raise AssertionError(f"the download failed: {answer.status}")
    return [json.loads(line) for line in gzip.decompress(answer.body).splitlines()]


def multipart(fields: dict[str, str], path: Path) -> tuple[bytes, str]:
    """A form with one file, and its content type."""
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    body = "".join(parts).encode() + head.encode() + path.read_bytes()
    return body + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
