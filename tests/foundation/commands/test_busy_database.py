"""What a command says that meets a locked database or a full disk."""

import errno
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection

from annotator.foundation.commands.plumbline_command import BUSY, FULL
from annotator.workspace.jobs import registry
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.management.commands import create_project
from tests.exchange.imports.import_jobs import write_lines
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db
CREATE = ("create_project", "dev", "--kind", "nq", "--title", "T", "--overlap", 1)


@contextmanager
def kept_locked() -> Iterator[None]:
    """Another program changes the projects for longer than a command waits."""
    with closing(connection.copy()) as other, connection.cursor() as own, other.cursor() as theirs:
        if connection.vendor == "sqlite":
            own.execute("PRAGMA busy_timeout = 1")
            theirs.execute("BEGIN IMMEDIATE")
        else:
            own.execute("SET lock_timeout = '1ms'")
            theirs.execute("BEGIN; LOCK TABLE projects_project")
        try:
            yield
        finally:
            theirs.execute("ROLLBACK")
    # The next one waits as long as always.
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_kept_locked_is_told_in_a_sentence(typed: Any) -> None:
    with kept_locked():
        assert typed(*CREATE) == (1, [], [f"{BUSY} Then run the command again."])
    assert typed(*CREATE)[0] == 0


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("database is locked"), BUSY),
        (OperationalError("database or disk is full"), FULL),
        (OperationalError("no such table"), None),
        *((OSError(number, os.strerror(number)), FULL) for number in (errno.ENOSPC, errno.EDQUOT)),
    ],
    ids=str,
)
def test_what_ends_a_command_and_passes_is_told_in_a_sentence(
    error: Exception, sentence: str | None, typed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise error

    monkeypatch.setattr(create_project, "create_project", fail)
    if sentence is None:
        with pytest.raises(OperationalError, match=str(error)):
            typed(*CREATE)
    else:
        assert typed(*CREATE) == (1, [], [f"{sentence} Then run the command again."])


def test_a_worker_continues_an_import_that_a_lock_ended(
    typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: JobContext) -> str:
        raise OperationalError("database is locked")

    make_project("dev")
    path = write_lines(tmp_path / "a.jsonl", [small_example(1)])
    registry.load_handlers()
    monkeypatch.setitem(registry._handlers, "import_nq", registry.Handler(fail, lambda _: None))
    expected = f"{BUSY} A worker continues the job where it stopped."
    assert typed("import_nq", "dev", path) == (1, [], [expected])
    assert Job.objects.get(kind="import_nq").state == JobState.RUNNING
