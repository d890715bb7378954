from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from annotator.jobs.presence import mark_worker_seen
from annotator.operations import readiness
from annotator.operations.readiness import check_readiness

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch, empty_cache: None) -> None:
    monkeypatch.setattr(readiness, "_seen", {"migrated": False})


def test_readyz_names_every_part() -> None:
    mark_worker_seen()
    answer = Client().get("/readyz")
    parts = dict.fromkeys(["database", "broker", "worker", "migrations", "disk"], True)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": parts})


def test_readyz_answers_503_without_a_worker() -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["worker"]) == (503, False)


def test_a_missing_migration_is_not_ready() -> None:
    ((app, name),) = MigrationLoader(connection).graph.leaf_nodes("corpus")
    MigrationRecorder(connection).record_unapplied(app, name)
    assert check_readiness(["migrations"]) == {"migrations": False}


def test_a_full_disk_is_not_ready(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.MIN_FREE_BYTES = 2**63
    assert check_readiness(["disk"]) == {"disk": False}
