"""Log lines in a program of their own, as the settings make them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from annotator.foundation.logs.log_lines import configure_logs
from scripts.bootstrap import ROOT

PROGRAM = """
import logging, django, structlog
django.setup()
from django.contrib.auth import get_user_model
from annotator.foundation.logs.log_lines import current_request
from django.http import HttpRequest

request = HttpRequest()
request.user = get_user_model()(pk=7)
current_request.set(request)
with structlog.contextvars.bound_contextvars(request="r-12345678", job="j-1"):
    structlog.get_logger("annotator.workspace.jobs").info("job_started", kind="import_nq")
    logging.getLogger("kombu").warning("broker %s", "away")
    secret = "/api/v1/invitations/lylBsQzmw2VrUiIWRqlTV64IxJEFqrH-S6GNbPnyMc8/accept/"
    logging.getLogger("django.request").warning("Bad Request: %s", secret)
    try:
        1 / 0
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("broken")
"""


def written(folder: Path, form: str) -> list[str]:
    environment = {
        **os.environ,
        "DATA_DIR": str(folder),
        "LOG_FORMAT": form,
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


def test_json_lines_name_request_user_and_job_wherever_they_come_from(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in written(tmp_path, "json")]
    names = ("event", "logger", "level", "request", "user", "job")
    assert [tuple(line[name] for name in names) for line in lines] == [
        ("job_started", "annotator.workspace.jobs", "info", "r-12345678", 7, "j-1"),
        ("broker away", "kombu", "warning", "r-12345678", 7, "j-1"),
        (
            "Bad Request: /api/v1/invitations/…/accept/",
            "django.request",
            "warning",
            "r-12345678",
            7,
            "j-1",
        ),
        ("broken", "django.request", "error", "r-12345678", 7, "j-1"),
    ]
    assert lines[-1]["exception"][0]["exc_type"] == "ZeroDivisionError"


@pytest.mark.parametrize("form", ["json", "console"])
def test_an_error_is_told_with_its_lines_and_without_what_variables_hold(
    tmp_path: Path, form: str
) -> None:
    text = "\n".join(written(tmp_path, form))
    assert "ZeroDivisionError" in text
    assert "lylBsQzmw2VrUiIWRqlTV64IxJEFqrH" not in text


def test_console_lines_are_for_people(tmp_path: Path) -> None:
    first = written(tmp_path, "console")[0]
    assert ("job_started" in first, "kind=import_nq" in first, first[0]) == (True, True, "2")


def test_another_form_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="LOG_FORMAT=xml: give one of console, json"):
        configure_logs(form="xml", level="")


def test_each_answer_carries_its_request_id() -> None:
    client = Client()
    assert client.get("/healthz", headers={"X-Request-ID": "proxy-0001"})["X-Request-ID"] == (
        "proxy-0001"
    )
    made = client.get("/healthz", headers={"X-Request-ID": "two\twords and more"})["X-Request-ID"]
    assert len(made) == len("0123456789abcdef0123456789abcdef")
