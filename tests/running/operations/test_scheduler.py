"""The scheduler sends tasks by name, without loading them."""

import subprocess
import sys

import pytest
from celery import Celery
from django.conf import settings

from annotator import scheduler
from annotator.celery import app as celery_app
from scripts.bootstrap import ROOT

ENTRIES = settings.CELERY_BEAT_SCHEDULE


def test_the_scheduler_has_the_whole_schedule_and_the_workers_broker() -> None:
    assert set(scheduler.app.conf.beat_schedule) == set(ENTRIES)
    assert scheduler.app.conf.broker_url == celery_app.conf.broker_url
    assert scheduler.app.conf.beat_schedule_filename == settings.CELERY_BEAT_SCHEDULE_FILENAME


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry["task"])
def test_a_worker_knows_each_task_that_is_sent(
    entry: dict[str, str], celery_with_tasks: Celery
) -> None:
    assert entry["task"] in celery_with_tasks.tasks


def test_what_is_sent_each_minute_does_not_pile_up_behind_long_jobs() -> None:
    minutely = [entry for entry in ENTRIES.values() if entry["schedule"] == 60]
    assert len(minutely) == 2
    assert all(0 < entry["options"]["expires"] < 60 for entry in minutely)


@pytest.mark.parametrize(
    ("application", "unwanted"),
    [
        ("annotator.scheduler", {"django.db.models", "django.http", "numpy", "rest_framework"}),
        ("annotator.celery", {"api.urls", "rest_framework.views"}),
    ],
)
def test_neither_the_scheduler_nor_a_worker_loads_what_only_others_need(
    application: str, unwanted: set[str]
) -> None:
    program = (
        f"import sys; from {application} import app; "
        "app.conf.beat_schedule; app.loader.import_default_modules(); "
        f"print(*sorted({unwanted} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
