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


SCHEDULER = (
    "from celery.bin import beat; from annotator.scheduler import app; "
    "app.conf.beat_schedule; app.loader.import_default_modules()"
)
WORKER = (
    "from celery.bin import worker; from annotator.celery import app; "
    "app.conf.beat_schedule; app.loader.import_default_modules(); "
    "from annotator.workspace.jobs.registry import load_handlers; load_handlers()"
)
WEB_SERVER = (
    "import os, django; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'annotator.settings'); "
    "django.setup(); import api.addresses.whole_site; "
    "from annotator.workspace.jobs.registry import load_handlers; load_handlers()"
)
SHELL = {"click_repl", "prompt_toolkit"}


@pytest.mark.parametrize(
    ("start", "unwanted"),
    [
        (SCHEDULER, SHELL | {"django.db.models", "django.http", "numpy", "rest_framework"}),
        (WORKER, SHELL | {"PIL", "api.urls", "rest_framework.views"}),
        (WEB_SERVER, {"PIL"}),
    ],
    ids=["scheduler", "worker", "web server"],
)
def test_no_program_loads_at_its_start_what_it_need_not(start: str, unwanted: set[str]) -> None:
    program = (
        "import sys; from annotator import celery_program; "
        f"{start}; print(*sorted({unwanted} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
