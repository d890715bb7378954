"""Mail servers that go on answering for ever and take nothing."""

import smtplib
import socket
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from annotator.workspace.accounts import tasks
from annotator.workspace.accounts.mail import deliver_mail
from annotator.workspace.accounts.tasks import send_mail_task
from tests.workspace.jobs.real_worker import PATIENCE_SECONDS, Platform

MAIL = {"to": "ada@example.org", "subject": "Hello", "body": "Come in."}


def test_a_mail_that_took_too_long_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def drip(*, to: str, **_: str) -> None:
        tries.append(to)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(tasks, "deliver_mail", drip)
    with suppress(SoftTimeLimitExceeded):
        send_mail_task.apply(kwargs=MAIL)
    assert tries == ["ada@example.org"] * 9


@pytest.mark.parametrize(
    ("error", "is_polite"),
    [(SoftTimeLimitExceeded(), False), (smtplib.SMTPDataError(554, b"No."), True)],
    ids=["too late", "refused"],
)
def test_nobody_waits_for_the_goodbye_of_a_server_that_took_too_long(
    monkeypatch: pytest.MonkeyPatch, settings: Any, error: Exception, *, is_polite: bool
) -> None:
    goodbyes: list[str] = []

    class Server:
        def __init__(self, *_: object, **__: object) -> None:
            """Greets at once."""

        def sendmail(self, *_: object) -> None:
            raise error

        def quit(self) -> None:
            goodbyes.append("Bye.")

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr(smtplib, "SMTP", Server)
    with pytest.raises(type(error)):
        deliver_mail(**MAIL)
    assert goodbyes == ["Bye."] * is_polite


@pytest.mark.long
def test_a_worker_breaks_a_mail_off_and_tries_it_again(platform: Platform) -> None:
    call = "from annotator.foundation.messages.tasks_by_name import send_task as send"
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        silent.settimeout(PATIENCE_SECONDS)
        address = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        platform.manage("shell", "-c", f"{call}; send('accounts.send_mail', *{[*MAIL.values()]})")
        stack.enter_context(
            platform.worker(include="tests.workspace.accounts.hasty_mails", EMAIL_URL=address)
        )
        tries = [silent.accept() for _ in range(2)]
        for connection, _ in tries:
            connection.close()
    assert len({address for _, address in tries}) == 2
