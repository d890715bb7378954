"""Celery's tasks are sent by their name, so that senders don't import what a worker imports."""

from celery import current_app


def send_task(name: str, *arguments: object) -> None:
    """Let a worker run a task. Raises kombu's ``OperationalError`` where the broker is away."""
    current_app.signature(name, args=arguments).delay()
