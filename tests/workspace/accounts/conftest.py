"""Limits that begin anew with each test, mail that arrives at once, and an account."""

from typing import Any

import pytest

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from tests.factories.corpus import PASSWORD


@pytest.fixture(autouse=True)
def counts_of_its_own(empty_cache: None, worker_at_hand: None) -> None:
    """What others did before does not count, and tasks run where they are queued."""


@pytest.fixture
def with_mail(settings: Any) -> None:
    """A site that can send mail; the mails are in ``django.core.mail.outbox``."""
    settings.EMAIL_URL = "smtp://mail.example.org"


@pytest.fixture
def ada() -> User:
    """Somebody whose address is confirmed."""
    return create_user(
        username="ada", password=PASSWORD, email="ada@example.org", email_is_confirmed=True
    )
