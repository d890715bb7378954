"""What is prepared before anything serves."""

import errno
import os
from collections.abc import Callable

import pytest
from django.db import OperationalError

from annotator.running.serving import prepare
from annotator.running.serving.prepare import demo_accounts, is_first_start
from annotator.workspace.accounts.demo_accounts import ACCOUNTS, DEMO_PASSWORD
from annotator.workspace.accounts.models import User

pytestmark = pytest.mark.django_db


def test_it_is_the_first_start_until_somebody_has_an_account() -> None:
    before = is_first_start()
    User.objects.create_user(username="ada")
    assert (before, is_first_start()) == (True, False)


def test_without_the_demo_there_are_no_accounts_to_tell() -> None:
    User.objects.create_user(username="somebody", password=DEMO_PASSWORD)
    assert demo_accounts() == []


def test_accounts_of_the_demo_are_told_while_their_password_is_the_public_one() -> None:
    first, second, third, *_ = ACCOUNTS
    User.objects.create_user(username=first.username, password=first.password)
    User.objects.create_user(username=second.username, password="changed since")
    User.objects.create_user(username=third.username, password=third.password, is_active=False)
    assert demo_accounts() == [
        {"role": first.role, "username": first.username, "password": first.password}
    ]


@pytest.fixture
def fail_with(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], None]:
    """Lets the commands of a start fail."""
    # A second set-up would write the log to what pytest reads, which it closes afterwards.
    monkeypatch.setattr("django.setup", lambda: None)

    def let_fail(error: Exception) -> None:
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("django.core.management.call_command", fail)

    return let_fail


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/data/static/app.js"),
        OperationalError("database or disk is full"),
    ],
)
def test_a_full_disk_is_told_in_a_sentence(
    error: Exception, fail_with: Callable[[Exception], None], capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(error)
    assert prepare.main([]) == 1
    said = f"The disk is full ({error}). Make room, then start again.\n"
    assert capsys.readouterr() == ("", said)


def test_another_error_of_a_file_is_not_taken_for_a_full_disk(
    fail_with: Callable[[Exception], None],
) -> None:
    fail_with(OSError(errno.EIO, os.strerror(errno.EIO)))
    with pytest.raises(OSError, match="Input/output error"):
        prepare.main([])
