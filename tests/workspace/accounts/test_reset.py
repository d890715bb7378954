import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from kombu.exceptions import OperationalError

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.accounts.tasks import mail_reset_links_task, send_mail_task
from tests.factories.corpus import PASSWORD
from tests.workspace.accounts.browser import is_signed_in, problems, send, sign_in

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "seven plumb lines"
USED = {"key": "This link has been used or has expired. Ask for a new e-mail."}


@pytest.fixture
def ada() -> User:
    return create_user(
        username="ada",
        password=PASSWORD,
        email="ada@example.org",
        email_is_confirmed=True,
        display_name="Ada Lovelace",
    )


def ask(email: str, **more: Any) -> Any:
    return send(Client(**more), "POST", "auth/password/request", {"email": email})


def mailed_key() -> str:
    found = re.search(r"/reset-password/(\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def reset(key: str, password: str = NEW) -> Any:
    return send(Client(), "POST", "auth/password/reset", {"key": key, "password": password})


def test_a_mail_in_our_own_words_has_an_absolute_link(ada: User, settings: Any) -> None:
    ask("Ada@example.org", HTTP_HOST="localhost:99")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ada@example.org"], "Choose a new password for Plumbline")
    assert sent.body == (
        "Hello Ada Lovelace,\n\n"
        "Somebody, hopefully you, asked for a new password for your account ada. "
        "Choose one here:\n\n"
        f"{settings.SITE_URL}/reset-password/{mailed_key()}\n\n"
        "The link works once, within 24 hours. If it was not you, ignore this e-mail: "
        "your password stays as it is.\n\n"
        "Plumbline\n"
        f"{settings.SITE_URL}/\n"
    )


def test_the_link_changes_the_password_once_and_signs_in(ada: User) -> None:
    ask("ada@example.org")
    key = mailed_key()
    client = Client()
    shown = send(client, "GET", "auth/password/reset", HTTP_X_PASSWORD_RESET_KEY=key)
    assert shown.json()["data"]["user"]["username"] == "ada"
    answer = send(client, "POST", "auth/password/reset", {"key": key, "password": NEW})
    assert answer.status_code == 200
    assert is_signed_in(client)
    assert problems(reset(key, "another seven plumb lines")) == USED
    assert is_signed_in(sign_in("ada", NEW))


def test_a_reset_ends_all_other_sessions_and_is_told_by_mail(ada: User) -> None:
    elsewhere = sign_in("ada", PASSWORD)
    ask("ada@example.org")
    assert reset(mailed_key()).status_code == 200
    assert not is_signed_in(elsewhere)
    assert mail.outbox[-1].subject == "Your password at Plumbline was changed"


@pytest.mark.parametrize("addresses", [1, 6])
def test_a_reset_ends_a_lockout(addresses: int, ada: User) -> None:
    for number in range(addresses):
        client = Client(REMOTE_ADDR=f"127.0.0.{number + 1}")
        for _ in range(5):
            send(client, "POST", "auth/login", {"username": "ada", "password": "wrong"})
    right = {"username": "ada", "password": PASSWORD}
    assert send(Client(), "POST", "auth/login", right).status_code == 400
    ask("ada@example.org")
    reset(mailed_key())
    assert is_signed_in(sign_in("ada", NEW))


def test_the_answer_does_not_tell_whether_an_address_is_known(ada: User) -> None:
    known, unknown = ask("ada@example.org"), ask("nobody@example.org")
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


def test_an_address_that_nobody_confirmed_gets_no_link(ada: User) -> None:
    """Whose it is, nobody knows: the account's owner may have mistyped their own."""
    EmailAddress.objects.update(verified=False)
    assert ask("ada@example.org").status_code == 200
    assert mail.outbox == []


def test_nobody_who_may_not_sign_in_gets_a_link(ada: User) -> None:
    User.objects.update(is_active=False)
    assert ask("ada@example.org").status_code == 200
    assert mail.outbox == []


def test_a_link_expires(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask("ada@example.org")
    later = timezone.now().replace(tzinfo=None) + timedelta(hours=25)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _: later)
    assert problems(reset(mailed_key())) == USED


def test_signing_in_makes_older_links_useless(ada: User) -> None:
    ask("ada@example.org")
    sign_in("ada", PASSWORD)
    assert problems(reset(mailed_key())) == USED


MADE_UP = ("", "1", "1-", "-", "-abc", " -abc", "\u3000-abc", "é-abc", "1_0-abc", "zzz-abc")


@pytest.mark.parametrize("key", [*MADE_UP, "z" * 13 + "-abc", "1-" + "x" * 5000])
def test_a_made_up_key_is_refused(key: str, ada: User) -> None:
    asked = send(Client(), "GET", "auth/password/reset", HTTP_X_PASSWORD_RESET_KEY=key)
    for answer in (reset(key), asked):
        assert answer.status_code == 400
        assert list(problems(answer)) == ["key"]


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("short1", "too short"),
        ("123456789012", "entirely numeric"),
        ("password123", "too common"),
        ("ada-lovelace", "too similar to the display name"),
        ("ada@example.org", "too similar to the email address"),
        ("ada-ada-ada", "little more than your name"),
    ],
)
def test_a_weak_password_is_refused_and_the_link_still_works(
    password: str, sentence: str, ada: User
) -> None:
    ask("ada@example.org")
    assert sentence in problems(reset(mailed_key(), password))["password"]
    assert reset(mailed_key()).status_code == 200


def test_asking_again_and_again_is_refused(ada: User) -> None:
    statuses = [ask("ada@example.org").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_an_administrator_makes_a_link_without_mail(ada: User) -> None:
    out = StringIO()
    call_command("password_reset_link", "ada", stdout=out)
    key = out.getvalue().splitlines()[0].rpartition("/")[2]
    assert reset(key).status_code == 200
    assert mail.outbox[0].subject == "Your password at Plumbline was changed"


def test_no_link_is_made_for_an_account_that_is_not_active_or_not_there(
    ada: User, capsys: pytest.CaptureFixture[str]
) -> None:
    User.objects.update(is_active=False)
    for name in ("ada", "nobody"):
        with pytest.raises(SystemExit) as end:
            call_command("password_reset_link", name)
        assert end.value.code == 1
    problem, other = capsys.readouterr().err.splitlines()
    assert problem == "ada is not active, so a link would not help."
    assert "nobody" in other


def no_broker(monkeypatch: pytest.MonkeyPatch, task: Any) -> None:
    """Let there be no broker for the messages of ``task``."""

    def away(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(task, "apply_async", away)


def test_a_mail_is_sent_at_once_where_no_worker_can_be_told(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_broker(monkeypatch, send_mail_task)
    ask("ada@example.org")
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


def test_nobody_waits_longer_for_an_address_that_is_known(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def note(args: tuple[str], *_: object, **__: object) -> None:
        told.extend(args)

    monkeypatch.setattr(mail_reset_links_task, "apply_async", note)
    statements = []
    for address in ("ada@example.org", "nobody@example.org"):
        with CaptureQueriesContext(connection) as asked:
            assert ask(address).status_code == 200
        statements.append([query["sql"] for query in asked])
    assert statements == [[], []]
    assert (told, mail.outbox) == (["ada@example.org", "nobody@example.org"], [])


def test_nothing_is_mailed_while_nobody_but_the_asker_could_look(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_broker(monkeypatch, mail_reset_links_task)
    assert [ask(address).status_code for address in ("ada@example.org", "x@example.org")] == [
        *(200, 200),
    ]
    assert mail.outbox == []
