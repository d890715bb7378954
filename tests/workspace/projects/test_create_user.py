import getpass
import io
import json
import sys
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from annotator.running.personal_data.services import erase_person
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership
from tests.factories.corpus import AT, PASSWORD, make_member, make_project

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[dict[str, Any], str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("create_user", *arguments, "--json", stdout=out, stderr=err)
    return json.loads(out.getvalue().splitlines()[-1]), err.getvalue()


def test_create_user_makes_a_member_and_can_be_repeated() -> None:
    make_project()
    arguments = ("ada", "--password", PASSWORD, "--project", "project", "--role", "annotator")
    assert [run(*arguments)[0]["created"] for _ in range(2)] == [True, False]
    assert Membership.objects.get().role == "annotator"
    assert not User.objects.get().may_create_projects


def test_an_account_without_a_project_may_create_projects() -> None:
    run("lena", "--password", PASSWORD)
    assert User.objects.get().may_create_projects


def test_an_account_becomes_an_administrator_s_new_or_not() -> None:
    run("root", "--password", PASSWORD, "--administrator")
    make_member(make_project(), "lena")
    run("lena", "--administrator")
    shown = User.objects.order_by("username").values_list("username", "is_superuser", "is_staff")
    assert list(shown) == [("lena", True, True), ("root", True, True)]
    erase_person(user=User.objects.get(username="root"), at=AT, actor=None)


def test_an_account_that_nobody_uses_can_not_administer(capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create_user("gone", is_active=False)
    with pytest.raises(SystemExit):
        call_command("create_user", "gone", "--administrator")
    assert capsys.readouterr().err == (
        "gone is not active. Choose an account that somebody uses.\n"
    )
    assert not User.objects.get().is_superuser


def test_the_server_s_operator_is_only_warned_of_a_weak_password() -> None:
    _, warnings = run("lena", "--password", "pw")
    assert warnings.startswith("warning: the password of lena is weak.")
    assert User.objects.get().check_password("pw")


def test_an_address_that_its_column_has_no_room_for_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        call_command("create_user", "lena", "--password", PASSWORD, "--email", "a" * 290 + "@b.org")
    assert capsys.readouterr().err == (
        "email: This is not an e-mail address. Write it as name@example.org, in at most 254"
        " characters.\n"
    )
    assert not User.objects.exists()


class Terminal(io.StringIO):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, *passwords: str) -> None:
    left = list(passwords)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(getpass, "getpass", lambda _: left.pop(0))


def test_a_password_that_is_left_out_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, PASSWORD, PASSWORD)
    run("lena")
    assert User.objects.get().check_password(PASSWORD)


def test_nothing_is_locked_while_somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, PASSWORD)
    depths = {len(connection.savepoint_ids)}

    def type_slowly(_: str) -> str:
        depths.add(len(connection.savepoint_ids))
        return PASSWORD

    monkeypatch.setattr(getpass, "getpass", type_slowly)
    run("lena")
    assert len(depths) == 1


def test_passwords_that_differ_create_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, PASSWORD, "another")
    with pytest.raises(SystemExit):
        call_command("create_user", "lena")
    assert capsys.readouterr().err == (
        "password: The passwords differ or are empty. Nothing was created.\n"
    )
    assert not User.objects.exists()


def test_nobody_is_asked_where_nobody_sits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit):
        call_command("create_user", "lena")
    assert capsys.readouterr().err == (
        "password: This is not a terminal, so nobody can type a password. Give --password.\n"
    )
