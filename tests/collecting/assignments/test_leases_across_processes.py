"""Leases hold for all web processes alike: two real ones serve one database."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from annotator.collecting.annotations.models import Draft
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.tokens import create_token
from tests.factories.corpus import make_annotators, make_examples, make_project

PATIENCE_SECONDS = 300
LISTENING = re.compile(r"Listening at: (http://\S+)")
DRAFT = {"version": 0, "question_quality": "good"}
BAD = {"question_quality": "bad"}


class WebProcess:
    """A web server on the test's own database."""

    def __init__(self, folder: Path, number: int) -> None:
        self._log = folder / f"web-{number}.log"
        environment = {
            **os.environ,
            "DATA_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
        }
        name = str(connection.settings_dict["NAME"])
        if connection.vendor == "sqlite":
            database = folder / "plumbline.sqlite3"
            if not database.is_symlink():
                database.symlink_to(name)
        else:
            environment["DATABASE_URL"] = re.sub(r"/[^/]*$", f"/{name}", os.environ["DATABASE_URL"])
        with self._log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "annotator.wsgi", "--bind", "127.0.0.1:0"],
                cwd=settings.BASE_DIR,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def address(self) -> str:
        """Where it listens, once it does."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            found = LISTENING.search(self._log.read_text("utf-8"))
            if found:
                return found[1]
        raise AssertionError(self._log.read_text("utf-8"))

    def send(self, user: User, method: str, path: str, body: object) -> dict[str, Any] | None:
        """The answer to a request of somebody's; None where there is none."""
        _, key = create_token(user=user, name="test", at=timezone.now())
        request = Request(  # noqa: S310 - our own server
            f"{self.address()}/api/v1/{path}",
            data=json.dumps(body).encode(),
            method=method,
            headers={
                "Authorization": f"Token {key}",
                "Content-Type": "application/json",
            },
        )
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310 - our own server
            text = answer.read()
        return json.loads(text) if text else None


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[list[WebProcess]]:
    """Two web processes."""
    started = [WebProcess(tmp_path, number) for number in range(2)]
    yield started
    for web in started:
        web.process.terminate()
        web.process.wait(timeout=PATIENCE_SECONDS)


def let_lease_end() -> None:
    """As if the time to answer had passed."""
    ended = Assignment.objects.filter(state="open")
    assert ended.update(lease_expires_at=timezone.now() - timedelta(seconds=1)) == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_lease_is_renewed_ends_and_frees_its_slot_whichever_process_is_asked(
    processes: list[WebProcess],
) -> None:
    one, other = processes
    project = make_project(lease_minutes=30)
    make_examples(project, 1)
    ada, ben = make_annotators(project, 2)
    next_path = "projects/project/assignments/next/"

    hers = one.send(ada, "POST", next_path, {})
    assert hers
    again = other.send(ada, "POST", next_path, {})
    assert again
    assert again["id"] == hers["id"]
    assert other.send(ben, "POST", next_path, {}) is None

    # A draft, saved with the other process, renews the lease that the first one gave.
    Assignment.objects.update(lease_expires_at=timezone.now() + timedelta(minutes=1))
    other.send(ada, "PUT", f"assignments/{hers['id']}/draft/", DRAFT)
    left = Assignment.objects.get().lease_expires_at
    assert left
    assert left > timezone.now() + timedelta(minutes=20)

    let_lease_end()
    his = one.send(ben, "POST", next_path, {})
    assert his
    assert Assignment.objects.get(pk=hers["id"]).state == "expired"
    assert Draft.objects.get(assignment=hers["id"]).answer["question_quality"] == "good"

    # What she sends all the same is kept, whichever process it comes to.
    one.send(ben, "POST", f"assignments/{his['id']}/submit/", BAD)
    late = other.send(ada, "POST", f"assignments/{hers['id']}/submit/", BAD)
    assert late
    assert late["is_late"]
    assert list(Slot.objects.values_list("state", flat=True)) == ["filled"]
