"""Limits that begin anew with each test, and mail that arrives at once."""

from collections.abc import Iterator
from typing import Any

import pytest

from annotator.celery import app


@pytest.fixture(autouse=True)
def counts_of_its_own(empty_cache: None) -> None:
    """What others did before does not count."""


@pytest.fixture(autouse=True)
def worker_at_hand() -> Iterator[None]:
    """Tasks run where they are queued."""
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.fixture
def with_mail(settings: Any) -> None:
    """A site that can send mail; the mails are in ``django.core.mail.outbox``."""
    settings.EMAIL_URL = "smtp://mail.example.org"
