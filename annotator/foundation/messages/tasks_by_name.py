"""Celery's tasks are sent by their name, so that senders don't import what a worker imports."""

from typing import Any

from celery import current_app


def send_task(name: str, *arguments: object, queue: str | None = None) -> None:
    """Let a worker run a task, which waits in the ``queue`` that its route names if none is given.

    Raises kombu's ``OperationalError`` where the broker is away.
    """
    options: dict[str, Any] = {"queue": queue} if queue else {}
    current_app.signature(name, args=arguments).apply_async(**options)
