import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from annotator.running.operations import readiness
from annotator.running.operations.readiness import check_readiness
from annotator.workspace.jobs.presence import mark_worker_seen

# Each part is looked at on a connection of its own, which sees and can do what is committed.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch, empty_cache: None) -> None:
    monkeypatch.setattr(readiness, "_seen", {"migrated": False})
    monkeypatch.setattr(readiness, "PATIENCE_SECONDS", 60)


def test_readyz_names_every_part() -> None:
    mark_worker_seen()
    answer = Client().get("/readyz")
    parts = dict.fromkeys(["database", "broker", "worker", "migrations", "disk"], True)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": parts})


def test_readyz_answers_503_without_a_worker() -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["worker"]) == (503, False)


def test_a_missing_migration_is_not_ready() -> None:
    ((app, name),) = MigrationLoader(connection).graph.leaf_nodes("history")
    MigrationRecorder(connection).record_unapplied(app, name)
    try:
        assert check_readiness(["migrations"]) == {"migrations": False}
    finally:
        MigrationRecorder(connection).record_applied(app, name)


def test_what_hangs_does_not_work_and_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ended, looks = threading.Event(), []

    def hang() -> bool:
        looks.append(None)
        return ended.wait()

    monkeypatch.setattr(readiness, "PARTS", {"disk": hang})
    assert [check_readiness(seconds=0.01) for _ in range(3)] == [{"disk": False}] * 3
    ended.set()
    readiness.Look.under_way["disk"].join()
    assert len(looks) == 1
    assert check_readiness() == {"disk": True}


@pytest.mark.only_on("sqlite", reason="PostgreSQL shows who waits")
def test_a_database_that_nobody_else_may_write_to_is_not_ready() -> None:
    with transaction.atomic():
        assert check_readiness(["database"], seconds=0.01) == {"database": False}
    readiness.Look.under_way["database"].join()
    assert check_readiness(["database"]) == {"database": True}


def test_a_full_disk_is_not_ready(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.MIN_FREE_BYTES = 2**63
    assert check_readiness(["disk"]) == {"disk": False}
