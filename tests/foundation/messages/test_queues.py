"""Mails wait in a queue of their own, and no task keeps a process of a worker for ever."""

from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.utils import timezone

from annotator.celery import LONG_TASKS, TIME_LIMIT_SECONDS, app
from annotator.workspace.jobs import services
from annotator.workspace.jobs.services import create_job
from tests.foundation.messages.test_file_broker import connect

LEFT = 3


def test_a_worker_takes_from_both_queues_and_mails_have_theirs() -> None:
    assert set(app.amqp.queues.consume_from) == {"celery", "mail"}
    names = ("accounts.send_mail", "accounts.mail_reset_links", "jobs.run", "jobs.requeue_stale")
    chosen = [app.amqp.router.route({}, name)["queue"].name for name in names]
    assert chosen == ["mail", "mail", "celery", "celery"]


def test_every_task_but_jobs_has_a_time_limit(celery_with_tasks: Celery) -> None:
    limits = {name: task.time_limit for name, task in celery_with_tasks.tasks.items()}
    assert [name for name, limit in limits.items() if not limit] == ["jobs.run"]
    assert {name for name, limit in limits.items() if (limit or 0) > TIME_LIMIT_SECONDS} == (
        LONG_TASKS
    )


def test_a_mail_hears_of_its_time_limit_a_minute_before(celery_with_tasks: Celery) -> None:
    limits = {name: task.soft_time_limit for name, task in celery_with_tasks.tasks.items()}
    assert {name: limit for name, limit in limits.items() if limit} == {
        "accounts.send_mail": TIME_LIMIT_SECONDS - 60
    }


def test_a_mail_overtakes_the_jobs_that_wait(tmp_path: Path) -> None:
    jobs, mails = app.amqp.queues["celery"], app.amqp.queues["mail"]
    came: list[str] = []

    def receive(body: str, message: Any) -> None:
        came.append(body)
        message.ack()

    with connect(tmp_path) as connection:
        producer = connection.Producer()
        for queue, body in [*[(jobs, "job")] * LEFT, (mails, "mail")]:
            producer.publish(
                body, exchange=queue.exchange, routing_key=queue.routing_key, declare=[queue]
            )
        with connection.Consumer([jobs, mails], callbacks=[receive], prefetch_count=1):
            for _ in range(LEFT + 1):
                connection.drain_events(timeout=5)
    assert sorted(came) == ["job"] * LEFT + ["mail"]
    assert "mail" in came[:2]


@pytest.mark.django_db
def test_an_invitation_that_is_mailed_waits_with_the_mails(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[str | None] = []
    monkeypatch.setattr(services, "send_task", lambda *_, queue: sent.append(queue))
    with django_capture_on_commit_callbacks(execute=True):
        for kind in ("mail_invitation", "export_nq"):
            create_job(kind=kind, parameters={}, at=timezone.now(), created_by=None)
    assert sent == ["mail", None]
