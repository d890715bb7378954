"""Limits that begin anew with each test, and mail that arrives at once."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def counts_of_its_own(empty_cache: None, worker_at_hand: None) -> None:
    """What others did before does not count, and tasks run where they are queued."""


@pytest.fixture
def with_mail(settings: Any) -> None:
    """A site that can send mail; the mails are in ``django.core.mail.outbox``."""
    settings.EMAIL_URL = "smtp://mail.example.org"
