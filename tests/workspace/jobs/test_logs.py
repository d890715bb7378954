"""Whose job it is stands in every line about it."""

from typing import Any

import pytest
import structlog
from structlog.testing import LogCapture

from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.registry import register
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project, make_user
from tests.factories.jobs import make_job

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(settings: Any) -> Any:
    """The lines that are logged, with what is bound to them."""
    settings.LOG_FORMAT = "json"
    capture = LogCapture()
    configured = structlog.get_config()["processors"]
    before = list(configured)
    # Loggers keep the list itself, so it is changed in place.
    configured[:] = [structlog.contextvars.merge_contextvars, capture]
    yield capture.entries
    configured[:] = before


def say_something(context: JobContext) -> str:
    structlog.get_logger("annotator.elsewhere").info("deep_inside")
    return "Said."


register("say_something", say_something)


def test_the_lines_of_a_job_name_its_request_its_user_and_itself(written: Any) -> None:
    user = make_user("lena")
    with structlog.contextvars.bound_contextvars(request="r-12345678"):
        job = make_job("say_something", created_by=user)
    run_job(job_id=job.pk)
    bound = {"request": "r-12345678", "user": user.pk, "job": str(job.pk)}
    assert [(line["event"], {name: line[name] for name in bound}) for line in written] == [
        ("job_started", bound),
        ("deep_inside", bound),
        ("job_left", bound),
    ]
    assert structlog.contextvars.get_contextvars() == {}


def test_a_job_of_a_command_names_itself_alone(written: Any) -> None:
    job = make_job("say_something")
    run_job(job_id=job.pk)
    assert [set(line) & {"request", "user", "job"} for line in written] == [{"job"}] * 3


def test_a_job_that_the_api_queues_remembers_the_request() -> None:
    lead = make_member(make_project(), "lena", Role.LEAD).user
    answer = client_of(lead).post(
        "/api/v1/projects/project/exports/",
        {"format": "nq"},
        headers={"X-Request-ID": "proxy-0001"},
    )
    assert answer.status_code == 202
    assert Job.objects.get().request_id == "proxy-0001"
